import { queryOptions } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

export const allowanceRulesQuery = queryOptions({
  queryKey: queryKey('allowance_rules', 'list'),
  queryFn: ({ signal }) => call('allowance_rules.list', { signal }),
})

type Callbacks = { onSuccess?: () => void; onError: (error: unknown) => void }
/** Adds a rule, or changes the rule with this id. */
export const useSaveAllowanceRule = (id: string | undefined, callbacks: Callbacks) =>
  useCall(id === undefined ? 'allowance_rules.create' : 'allowance_rules.update', {
    input: (body: BodyInputOf<'allowance_rules.create'>) =>
      id === undefined ? { body } : { params: { id }, body },
    ...callbacks,
  })
/** Moves a rule to a position, 1 for the first. The list shows the new order when it resolves. */
export const useMoveAllowanceRule = (callbacks: Callbacks) =>
  useCall('allowance_rules.update', {
    input: ({ id, position }: { id: string; position: number }) => ({
      params: { id },
      body: { position },
    }),
    waitsFor: ['allowance_rules'],
    ...callbacks,
  })
export const useDeleteAllowanceRule = (callbacks: Callbacks) =>
  useCall('allowance_rules.delete', {
    input: (id: string) => ({ params: { id } }),
    ...callbacks,
  })
