import type { BodyInputOf } from '#contract/routes/index.ts'
import { useCall } from '#web/shared/use-call.ts'

type Callbacks = { onSuccess: () => void; onError: (error: unknown) => void }
/** Adds an attribute, or changes the attribute with this id; the kind never changes. */
export const useSaveAttribute = (id: string | undefined, callbacks: Callbacks) =>
  useCall(id === undefined ? 'attributes.create' : 'attributes.update', {
    input: ({ kind, ...fields }: BodyInputOf<'attributes.create'>) =>
      id === undefined ? { body: { kind, ...fields } } : { params: { id }, body: fields },
    ...callbacks,
  })
export const useDeleteAttribute = (callbacks: Callbacks) =>
  useCall('attributes.delete', {
    input: (id: string) => ({ params: { id } }),
    ...callbacks,
  })
