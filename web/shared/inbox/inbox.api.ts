import { infiniteQueryOptions, useQueryClient } from '@tanstack/react-query'
import type { InboxItem } from '#contract/schemas/inbox.ts'
import { call } from '#web/lib/client.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'
import { inboxSummaryQuery } from './summary.ts'

type InboxFilter = 'all' | 'unread'

/** The inbox, page by page. */
export const inboxQuery = (filter: InboxFilter) =>
  infiniteQueryOptions({
    queryKey: queryKey('inbox', 'list', filter),
    queryFn: ({ pageParam, signal }) =>
      call('inbox.list', { query: { filter, cursor: pageParam }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (last) => last.next_cursor ?? undefined,
  })

type ReadInput = { ids: string[] } | { until: string; seen_at: string }

/**
 * Returns a function that marks items as read: at once on this page, and then on the server. An
 * impersonating operator leaves them unread.
 */
export function useMarkRead(): (read: ReadInput) => void {
  const { t } = useTranslation()
  const { impersonated } = useConfig()
  const client = useQueryClient()
  const { mutate } = useCall('inbox.mark_read', {
    input: (read: ReadInput) => ({ body: read }),
    onMutate: (read) => {
      const isRead = (item: InboxItem) => 'until' in read || read.ids.includes(item.id)
      const readAt = new Date().toISOString()
      const before = client.getQueryData(inboxQuery('all').queryKey)
      client.setQueryData(
        inboxQuery('all').queryKey,
        (list) =>
          list && {
            ...list,
            pages: list.pages.map((page) => ({
              ...page,
              items: page.items.map((item) =>
                item.read_at === null && isRead(item) ? { ...item, read_at: readAt } : item,
              ),
            })),
          },
      )
      return before
    },
    updateCache: (summary) => client.setQueryData(inboxSummaryQuery.queryKey, summary),
    onError: (error, _, before) => {
      if (before) client.setQueryData(inboxQuery('all').queryKey, before)
      notifyError(t, error)
    },
  })
  return (read) => {
    if (!impersonated) mutate(read)
  }
}
