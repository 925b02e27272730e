import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/routes/index.ts'
import { call } from '#web/lib/client.ts'

export const valuesQuery = queryOptions({
  queryKey: ['values', 'list'],
  queryFn: ({ signal }) => call('values.list', { signal }),
})
export const valueSuggestionsQuery = queryOptions({
  queryKey: ['values', 'suggestions'],
  queryFn: ({ signal }) => call('values.suggestions', { signal }),
})

/**
 * Returns a function that invalidates the values and suggestions, the composer (config) and the
 * feed.
 */
function useInvalidateValues(): () => void {
  const client = useQueryClient()
  return () => {
    for (const queryKey of [['values'], ['config'], ['posts']])
      void client.invalidateQueries({ queryKey })
  }
}

type Callbacks = { onSuccess?: () => void; onError: (error: unknown) => void }
/** Adds a value, or updates the value with this id. */
export function useSaveValue(id: string | undefined, { onSuccess, onError }: Callbacks) {
  const invalidateValues = useInvalidateValues()
  return useMutation({
    mutationFn: (body: BodyInputOf<'values.create'>) =>
      id === undefined
        ? call('values.create', { body })
        : call('values.update', { params: { id }, body }),
    onSuccess: () => {
      invalidateValues()
      onSuccess?.()
    },
    onError,
  })
}
/** Deletes a value. A deleted default value passes the default to `heir` first. */
export function useDeleteValue({ onSuccess, onError }: Callbacks) {
  const invalidateValues = useInvalidateValues()
  const remove = async ({ id, heir }: { id: string; heir: string | undefined }) => {
    if (heir !== undefined)
      await call('values.update', { params: { id: heir }, body: { default: true } })
    await call('values.delete', { params: { id } })
  }
  return useMutation({
    mutationFn: remove,
    onSuccess: () => {
      invalidateValues()
      onSuccess?.()
    },
    onError,
  })
}
