import { queryOptions } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { call } from '#web/lib/client.ts'
import { pickChanged } from '#web/shared/forms/changed-values.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

export const allowanceRulesQuery = queryOptions({
  queryKey: queryKey('allowance_rules', 'list'),
  queryFn: ({ signal }) => call('allowance_rules.list', { signal }),
})

type Callbacks = { onSuccess?: () => void; onError: (error: unknown) => void }
type RuleBody = Required<BodyInputOf<'allowance_rules.create'>>
/** Adds a rule, or changes what differs from this body of the saved one. */
export const useSaveAllowanceRule = (
  saved: { id: string; body: RuleBody } | undefined,
  callbacks: Callbacks,
) =>
  useCall(saved ? 'allowance_rules.update' : 'allowance_rules.create', {
    input: (body: RuleBody) =>
      saved ? { params: { id: saved.id }, body: pickChanged(body, saved.body) } : { body },
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
