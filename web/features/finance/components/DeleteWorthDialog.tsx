import type { PointWorth } from '#contract/schemas/point-worths.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { formatDay } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useDeleteWorth } from '../api/queries.ts'

/** Confirms that a worth which begins today or later is deleted. */
export function DeleteWorthDialog({ worth, onClose }: { worth: PointWorth; onClose: () => void }) {
  const { t } = useTranslation('finance')
  const remove = useDeleteWorth({
    onSuccess: () => {
      notifySuccess(t('worth.delete.done'))
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
      title={t('worth.delete.title', { date: formatDay(worth.valid_from) })}
      text={t('worth.delete.text')}
      confirm={t('worth.delete.action')}
      cancel={t('common:cancel')}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate(worth.id)}
    />
  )
}
