import type { Award } from '#contract/schemas/awards.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useArchiveAward } from '../api/queries.ts'

/** Confirms that nobody can give an award any longer. */
export function ArchiveAwardDialog({
  award: { id, name },
  onClose,
}: {
  award: Award
  onClose: () => void
}) {
  const { t } = useTranslation('organization')
  const archive = useArchiveAward({
    onSuccess: () => {
      notifySuccess(t('awards.archive.done'))
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
      title={t('awards.archive.title', { name })}
      text={t('awards.archive.text')}
      confirm={t('awards.archive.action')}
      cancel={t('common:cancel')}
      busy={archive.isPending}
      onClose={onClose}
      onConfirm={() => archive.mutate({ id })}
    />
  )
}
