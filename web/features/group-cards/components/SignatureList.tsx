import { useState } from 'react'
import type { GroupCard } from '#contract/schemas/group-cards.ts'
import { notifyError, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { useReportSignature } from '../api/queries.ts'
import css from './group-cards.module.css'
import { SignatureNote } from './SignatureNote.tsx'

/** The signatures of a card as notes. */
export function SignatureList({ card }: { card: GroupCard }) {
  const { t } = useTranslation('organization')
  const [reportedId, setReportedId] = useState<string | null>(null)
  const report = useReportSignature(card.id, {
    onSuccess: () => {
      setReportedId(null)
      notifySuccess(t('cards.report_done'))
    },
    onError: (error) => {
      setReportedId(null)
      notifyError(t, error)
    },
  })
  return (
    <>
      <ul className={css['notes']} aria-label={t('cards.signatures')}>
        {card.signatures.map((signature) => (
          <SignatureNote
            key={signature.user.id}
            card={card}
            signature={signature}
            onReport={setReportedId}
          />
        ))}
      </ul>
      <ConfirmDialog
        opened={reportedId !== null}
        danger
        title={t('cards.report_title')}
        text={t('cards.report_text')}
        confirm={t('cards.report')}
        cancel={t('common:cancel')}
        busy={report.isPending}
        onClose={() => setReportedId(null)}
        onConfirm={() => report.mutate(reportedId ?? '')}
      />
    </>
  )
}
