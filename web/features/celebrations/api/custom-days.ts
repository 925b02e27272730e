import { queryOptions } from '@tanstack/react-query'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { CustomDay } from '#contract/schemas/custom-days.ts'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

export const customDaysQuery = queryOptions({
  queryKey: queryKey('custom_days', 'list'),
  queryFn: ({ signal }) => call('custom_days.list', { signal }),
})

type Callbacks = { onSuccess: (day: CustomDay) => void; onError: (error: unknown) => void }
export const useCreateDay = (callbacks: Callbacks) =>
  useCall('custom_days.create', {
    input: (body: BodyInputOf<'custom_days.create'>) => ({ body }),
    waitsFor: ['custom_days'],
    ...callbacks,
  })
/** Changes a day. The list shows it when the mutation resolves. */
export const useUpdateDay = (id: string, callbacks: Callbacks) =>
  useCall('custom_days.update', {
    input: (body: BodyInputOf<'custom_days.update'>) => ({ params: { id }, body }),
    waitsFor: ['custom_days'],
    ...callbacks,
  })
export const useDeleteDay = (callbacks: {
  onSuccess: () => void
  onError: (error: unknown) => void
}) =>
  useCall('custom_days.delete', {
    input: ({ id }: { id: string }) => ({ params: { id } }),
    waitsFor: ['custom_days'],
    refetchesOnError: () => true,
    ...callbacks,
  })
