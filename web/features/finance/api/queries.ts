import { useCall } from '#web/shared/use-call.ts'

export const useDeleteWorth = (callbacks: {
  onSuccess: () => void
  onError: (error: unknown) => void
}) =>
  useCall('point_worths.delete', {
    input: (id: string) => ({ params: { id } }),
    refetchesOnError: () => true,
    ...callbacks,
  })
