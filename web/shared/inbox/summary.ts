import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/** The numbers of unread items, for the bell, the title of the page and the card of the feed. */
export const inboxSummaryQuery = queryOptions({
  queryKey: queryKey('inbox', 'summary'),
  queryFn: ({ signal }) => call('inbox.summary', { signal }),
})
