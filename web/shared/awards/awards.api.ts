import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/** Which lists of awards the reader has. */
export const awardsSummaryQuery = queryOptions({
  queryKey: queryKey('award_gifts', 'summary'),
  queryFn: ({ signal }) => call('awards.summary', { signal }),
})
