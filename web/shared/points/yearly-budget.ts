import { queryOptions } from '@tanstack/react-query'
import type { YearlyBudgetInput } from '#contract/schemas/yearly-budget.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '../query-keys.ts'
import { useCall } from '../use-call.ts'

/** The budget of the current year, or null. */
export const yearlyBudgetQuery = queryOptions({
  queryKey: queryKey('yearly_budget'),
  queryFn: ({ signal }) => call('yearly_budget.get', { signal }),
})

type Callbacks = { onSuccess: () => void; onError: (error: unknown) => void }

export const useSetYearlyBudget = (callbacks: Callbacks) =>
  useCall('yearly_budget.set', {
    input: (body: YearlyBudgetInput) => ({ body }),
    waitsFor: ['yearly_budget'],
    ...callbacks,
  })

export const useDeleteYearlyBudget = (callbacks: Callbacks) =>
  useCall('yearly_budget.delete', {
    input: () => ({}),
    refetchesOnError: () => true,
    waitsFor: ['yearly_budget'],
    ...callbacks,
  })
