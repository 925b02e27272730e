import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/client.ts'
import { queryKey } from '../query-keys.ts'

export const plansQuery = queryOptions({
  queryKey: queryKey('plans', 'list'),
  queryFn: ({ signal }) => call('plans.list', { signal }),
})

/** The figures of the team to start a plan from. */
export const planBasisQuery = queryOptions({
  queryKey: queryKey('plans', 'basis'),
  queryFn: ({ signal }) => call('plans.basis', { signal }),
})
