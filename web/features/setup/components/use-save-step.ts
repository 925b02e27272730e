import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { toFormErrors } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { type SetupStep, useNeighbors } from '../setup-steps.ts'

/**
 * Returns a function that saves a step and then opens the next one, and its state. After a failure
 * the step stays open.
 */
export function useSaveStep<Input>(
  step: SetupStep,
  save: (client: QueryClient, input: Input) => Promise<void>,
) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { after } = useNeighbors(step)
  const saving = useMutation({
    mutationFn: (input: Input) => save(client, input),
    onSuccess: () =>
      void (after
        ? navigate({ to: '/setup', search: { step: after } })
        : navigate({ to: '/feed' })),
  })
  return {
    save: saving.mutate,
    isSaving: saving.isPending,
    problem: saving.isError ? toFormErrors(t, saving.error, []).general : null,
  }
}
