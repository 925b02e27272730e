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

/** The outcome of each address, problems first. */
export function InviteResults({
  results,
  onMore,
}: {
  results: InviteResult[]
  onMore: () => void
}) {
  const { t } = useTranslation('imports')
  const {
    settings: { timezone },
  } = useConfig()
  const invited = results.filter((result) => result.outcome === 'invited').length
  const lastSendsAt = results.reduce<string | null>(
    (latest, { sends_at: sendsAt }) =>
      sendsAt !== null && (latest === null || sendsAt > latest) ? sendsAt : latest,
    null,
  )
  const sorted = results.toSorted((a, b) => statusOrder[a.outcome] - statusOrder[b.outcome])
  return (
    <Card>
      <div role="status">
        <h2 className={css['heading']}>
          {t('bulk.sent', { count: invited, n: formatNumber(invited) })}
        </h2>
        {lastSendsAt ? (
          <p className={css['lead']}>{t('later', { date: formatDate(lastSendsAt, timezone) })}</p>
        ) : null}
      </div>
      <ul className={css['list']} aria-label={t('bulk.outcomes')}>
        {sorted.slice(0, resultsShownMax).map((result) => (
          <li key={result.email} className={css['outcome']}>
            <span>
              {result.email}
              {result.outcome === 'refused' && result.code ? (
                <small>{errorText(t, { code: result.code as ErrorCode })}</small>
              ) : null}
            </span>
            <span className={css['badge']} data-state={result.outcome}>
              {t(`outcome.${result.outcome}`)}
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
