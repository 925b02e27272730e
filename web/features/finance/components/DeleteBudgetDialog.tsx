import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useDeleteYearlyBudget } from '#web/shared/points/yearly-budget.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'

/** Confirms that the yearly budget is removed. */
export function DeleteBudgetDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation('finance')
  const remove = useDeleteYearlyBudget({
    onSuccess: () => {
      notifySuccess(t('budget.remove.done'))
      onClose()
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
      title={t('budget.remove.title')}
      text={t('budget.remove.text')}
      confirm={t('budget.remove.action')}
      cancel={t('common:cancel')}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(undefined)}
    />
  )
}
