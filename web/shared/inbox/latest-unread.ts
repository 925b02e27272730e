import { queryOptions } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/** The newest unread items, for cards that summarize new items. */
export const latestUnreadQuery = queryOptions({
  queryKey: queryKey('inbox', 'list', 'latest'),
  queryFn: ({ signal }) =>
    call('inbox.list', { query: { filter: 'unread', limit: limits.page_size_max }, signal }),
})
