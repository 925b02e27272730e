import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/lib/client.ts'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'

export const officeScreensQuery = queryOptions({
  queryKey: queryKey('office_screens', 'list'),
  queryFn: ({ signal }) => call('office_screens.list', { signal }),
})
/** Creates the link of a display; `onSuccess` gets its address, the only time that it is shown. */
export const useCreateOfficeScreen = (callbacks: {
  onSuccess: (url: string) => void
  onError: (error: unknown) => void
}) =>
  useCall('office_screens.create', {
    input: (name: string) => ({ body: { name } }),
    onSuccess: ({ url }) => callbacks.onSuccess(url),
    onError: callbacks.onError,
  })
export const useDeleteOfficeScreen = (callbacks: {
  onSuccess: () => void
  onError: (error: unknown) => void
}) =>
  useCall('office_screens.delete', {
    input: (id: string) => ({ params: { id } }),
    waitsFor: ['office_screens'],
    ...callbacks,
  })
