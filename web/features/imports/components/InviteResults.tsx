import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { ErrorCode } from '#contract/errors.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { useConfig } from '#web/shared/config.ts'
import { errorText } from '#web/shared/errors/error-messages.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import css from './imports.module.css'

type InviteResult = OutputOf<'users.create'>[number]
const statusOrder = { refused: 0, already_member: 1, invited: 2 } as const
const resultsShownMax = 500

/** What became of each address: first those that somebody has to look at. */
export function InviteResults({
  outcomes,
  onMore,
}: {
  outcomes: InviteResult[]
  onMore: () => void
}) {
  const { t } = useTranslation('imports')
  const {
    settings: { timezone },
  } = useConfig()
  const invited = outcomes.filter((one) => one.outcome === 'invited').length
  const last = outcomes.reduce<string | null>(
    (latest, { sends_at: sendsAt }) =>
      sendsAt !== null && (latest === null || sendsAt > latest) ? sendsAt : latest,
    null,
  )
  const sorted = outcomes.toSorted((a, b) => statusOrder[a.outcome] - statusOrder[b.outcome])
  return (
    <Card>
      <div role="status">
        <h2 className={css['heading']}>
          {t('bulk.sent', { count: invited, n: formatNumber(invited) })}
        </h2>
        {last ? (
          <p className={css['lead']}>{t('later', { date: formatDate(last, timezone) })}</p>
        ) : null}
      </div>
      <ul className={css['list']} aria-label={t('bulk.outcomes')}>
        {sorted.slice(0, resultsShownMax).map((one) => (
          <li key={one.email} className={css['outcome']}>
            <span>
              {one.email}
              {one.outcome === 'refused' && one.code ? (
                <small>{errorText(t, { code: one.code as ErrorCode })}</small>
              ) : null}
            </span>
            <span className={css['badge']} data-state={one.outcome}>
              {t(`outcome.${one.outcome}`)}
            </span>
          </li>
        ))}
      </ul>
      {sorted.length > resultsShownMax ? (
        <p className={css['quiet']}>
          {t('confirm.more', {
            shown: formatNumber(resultsShownMax),
            total: formatNumber(sorted.length),
          })}
        </p>
      ) : null}
      <div className={css['actions']}>
        <Button variant="default" onClick={onMore}>
          {t('bulk.again')}
        </Button>
        <Button component={Link} to="/settings/team">
          {t('team')}
        </Button>
      </div>
    </Card>
  )
}
