import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

/** What payroll gets of the reader's fulfilled purchases, newest first. */
export const ownPayrollLinesQuery = queryOptions({
  queryKey: queryKey('payroll_lines'),
  queryFn: ({ signal }) => call('shop.payroll_lines', { signal }),
})
