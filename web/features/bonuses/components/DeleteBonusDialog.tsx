import type { Bonus } from '#contract/schemas/bonuses.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useDeleteBonus } from '../api/queries.ts'

/** Confirms that an unpaid bonus disappears. */
export function DeleteBonusDialog({
  bonus: { id, name },
  onClose,
}: {
  bonus: Bonus
  onClose: () => void
}) {
  const { t } = useTranslation('organization')
  const remove = useDeleteBonus({
    onSuccess: () => {
      notifySuccess(t('bonuses.delete.done'))
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
      title={t('bonuses.delete.title', { name })}
      text={t('bonuses.delete.text')}
      confirm={t('bonuses.delete.action')}
      cancel={t('common:cancel')}
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => remove.mutate({ id })}
    />
  )
}
