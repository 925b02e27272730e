import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/** Which parts of nominations concern the reader. */
export const nominationsSummaryQuery = queryOptions({
  queryKey: queryKey('nominations', 'summary'),
  queryFn: ({ signal }) => call('nominations.summary', { signal }),
})
