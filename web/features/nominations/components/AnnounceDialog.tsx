import type { NominationRound } from '#contract/schemas/nominations.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { formatSigned } from '#web/lib/format.ts'
import { NomineeName } from './NomineeName.tsx'
import css from './result.module.css'
import type { Announcement } from './use-announcement.ts'

/** Repeats the winners, their points and what pays them, before everybody learns about them. */
export function AnnounceDialog({
  round,
  announcement,
}: {
  round: NominationRound
  announcement: Announcement
}) {
  const { t } = useTranslation('organization')
  const { winners, isSending, close, send, quotesOf } = announcement
  const { points, budget, nominee_kind: kind } = round
  const total = t('common:points', { count: points * winners.length })
  let paying = null
  if (points && winners.length && kind === 'group') paying = 'group'
  else if (points && winners.length) paying = 'person'
  return (
    <ConfirmDialog
      opened
      title={t(winners.length ? 'nominations.announce.title' : 'nominations.announce.no_winner')}
      text={t(winners.length ? 'nominations.announce.text' : 'nominations.announce.no_winner_text')}
      confirm={t('nominations.announce.action')}
      cancel={t('common:cancel')}
      busy={isSending}
      onClose={close}
      onConfirm={send}
    >
      {winners.length ? (
        <ul className={css['winners']}>
          {winners.map(({ id, nominee }) => (
            <li key={id}>
              <NomineeName nominee={nominee} />
              {quotesOf(id).length ? (
                <small>{t('nominations.announce.quotes', { count: quotesOf(id).length })}</small>
              ) : null}
              {points ? (
                <PointsBadge
                  text={formatSigned(points)}
                  label={t('common:points', { count: points })}
                />
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {paying === null ? null : (
        <p className={css['paid']}>
          {budget
            ? t(`nominations.announce.paid_budget_${paying}`, { total, budget: budget.name })
            : t(`nominations.announce.paid_issued_${paying}`, { total })}
        </p>
      )}
    </ConfirmDialog>
  )
}
