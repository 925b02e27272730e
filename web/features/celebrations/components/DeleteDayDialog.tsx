import type { CustomDay } from '#contract/schemas/custom-days.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useDeleteDay } from '../api/custom-days.ts'

/** Confirms that a day is no longer celebrated. */
export function DeleteDayDialog({
  day: { id, name },
  onClose,
}: {
  day: CustomDay
  onClose: () => void
}) {
  const { t } = useTranslation('celebrations')
  const remove = useDeleteDay({
    onSuccess: () => {
      notifySuccess(t('days.delete.done'))
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
      title={t('days.delete.title', { name })}
      text={t('days.delete.text')}
      confirm={t('days.delete.action')}
      cancel={t('common:cancel')}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate({ id })}
    />
  )
}
