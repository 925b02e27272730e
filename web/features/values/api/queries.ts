import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { Value } from '#contract/schemas/values.ts'
import { pickChanged } from '#web/shared/forms/changed-values.ts'
import { useCall, callAndInvalidate } from '#web/shared/use-call.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'

export const valuesQuery = queryOptions({
  queryKey: queryKey('values', 'list'),
  queryFn: ({ signal }) => call('values.list', { signal }),
})

type Callbacks = { onSuccess?: () => void; onError: (error: unknown) => void }
/** Adds a value, or updates what differs from this value. */
export const useSaveValue = (value: Value | undefined, callbacks: Callbacks) =>
  useCall(value ? 'values.update' : 'values.create', {
    input: (body: BodyInputOf<'values.create'>) =>
      value ? { params: { id: value.id }, body: pickChanged(body, value) } : { body },
    ...callbacks,
  })
/** Deletes a value. A deleted default value passes the default to `heir` first. */
export function useDeleteValue(callbacks: Callbacks) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async ({ id, heir }: { id: string; heir: string | undefined }) => {
      if (heir !== undefined) {
        const body = { default: true }
        await callAndInvalidate(client, 'values.update', { params: { id: heir }, body })
      }
      await callAndInvalidate(client, 'values.delete', { params: { id } })
    },
    ...callbacks,
  })
}
