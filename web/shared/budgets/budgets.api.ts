import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/** All budgets for administrators, otherwise those that the reader owns. */
export const budgetsQuery = queryOptions({
  queryKey: queryKey('budgets', 'list'),
  queryFn: ({ signal }) => call('budgets.list', { signal }),
})
