import type { Plan } from '#contract/schemas/plans.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useDeletePlan } from '../api/queries.ts'

/** Confirms that a plan is deleted. */
export function DeletePlanDialog({
  plan,
  onDeleted,
  onClose,
}: {
  plan: Plan
  onDeleted: () => void
  onClose: () => void
}) {
  const { t } = useTranslation('finance')
  const remove = useDeletePlan({
    onSuccess: () => {
      notifySuccess(t('plans.delete.done'))
      onDeleted()
    },
    onError: (error) => {
      notifyError(t, error)
      onClose()
    },
  })
  return (
    <ConfirmDialog
      opened
      danger
      title={t('plans.delete.title', { name: plan.name })}
      text={t('plans.delete.text')}
      confirm={t('plans.delete.action')}
      cancel={t('common:cancel')}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(plan.id)}
    />
  )
}
