import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/client.ts'
import { queryKey } from '../query-keys.ts'

/** What the company owes at the end of a day (YYYY-MM-DD). */
export const liabilityQuery = (day: string) =>
  queryOptions({
    queryKey: queryKey('liability', 'day', day),
    queryFn: ({ signal }) => call('liability.get', { query: { day }, signal }),
  })
