import type { BodyInputOf } from '#contract/routes/index.ts'
import type { Attribute } from '#contract/schemas/attributes.ts'
import { pickChanged } from '#web/shared/forms/changed-values.ts'
import { useCall } from '#web/shared/use-call.ts'

type Callbacks = { onSuccess: () => void; onError: (error: unknown) => void }
/** Adds an attribute, or changes what differs from this attribute; the kind never changes. */
export const useSaveAttribute = (attribute: Attribute | undefined, callbacks: Callbacks) =>
  useCall(attribute ? 'attributes.update' : 'attributes.create', {
    input: ({ kind, ...fields }: BodyInputOf<'attributes.create'>) =>
      attribute
        ? { params: { id: attribute.id }, body: pickChanged(fields, attribute) }
        : { body: { kind, ...fields } },
    ...callbacks,
  })
export const useDeleteAttribute = (callbacks: Callbacks) =>
  useCall('attributes.delete', {
    input: (id: string) => ({ params: { id } }),
    ...callbacks,
  })
