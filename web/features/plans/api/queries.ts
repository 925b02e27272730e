import type { Plan, PlanInput } from '#contract/schemas/plans.ts'
import { useCall } from '#web/shared/use-call.ts'

type Callbacks<Output> = {
  onSuccess: (output: Output) => void
  onError: (error: unknown) => void
}
/** Saves a new plan (`id` null) or changes one. */
export const useSavePlan = (callbacks: Callbacks<Plan>) =>
  useCall(
    ({ id }: { id: string | null; body: PlanInput }) =>
      id === null ? 'plans.create' : 'plans.update',
    {
      input: ({ id, body }) => (id === null ? { body } : { params: { id }, body }),
      waitsFor: ['plans'],
      ...callbacks,
    },
  )

export const useDeletePlan = (callbacks: Callbacks<undefined>) =>
  useCall('plans.delete', {
    input: (id: string) => ({ params: { id } }),
    refetchesOnError: () => true,
    ...callbacks,
  })
