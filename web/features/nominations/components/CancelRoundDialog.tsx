import type { NominationRound } from '#contract/schemas/nominations.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useCancelRound } from '../api/rounds.api.ts'

/** Confirms that a round ends without winners. */
export function CancelRoundDialog({
  round: { id, name, nominations },
  onClose,
}: {
  round: NominationRound
  onClose: () => void
}) {
  const { t } = useTranslation('organization')
  const cancel = useCancelRound(id, {
    onSuccess: () => {
      notifySuccess(t('nominations.cancel.done'))
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
      title={t('nominations.cancel.title', { name })}
      text={t(nominations ? 'nominations.cancel.text' : 'nominations.cancel.text_empty')}
      confirm={t('nominations.cancel.action')}
      cancel={t('nominations.cancel.keep')}
      busy={cancel.isPending}
      onClose={onClose}
      onConfirm={() => cancel.mutate()}
    />
  )
}
