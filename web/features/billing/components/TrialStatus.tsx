import { IconClockHour4, IconHeartHandshake } from '@tabler/icons-react'
import { useConfig } from '#web/shared/config.ts'
import { daysLeft } from '#web/shared/billing/due-dates.ts'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import type { Subscription } from '../api/queries.ts'
import css from './billing.module.css'

/** The remaining trial days, or a note that the trial is over and all data is kept. */
export function TrialStatus({ subscription, now }: { subscription: Subscription; now: number }) {
  const { t } = useTranslation('billing')
  const {
    settings: { timezone },
    workspace,
  } = useConfig()
  const { trial_ends_at: trialEndsAt, status, ended_at: endedAt, unpaid } = subscription
  const remainingDays = daysLeft(trialEndsAt, now)
  if (remainingDays > 0 && status === 'none') {
    const share = Math.min(
      100,
      Math.max(2, (100 * (workspace.trial_days - remainingDays)) / workspace.trial_days),
    )
    return (
      <Card className={css['status']}>
        <span className={css['mark']}>
          <IconClockHour4 size={26} aria-hidden="true" />
        </span>
        <div>
          <h2>{t('trial.left', { count: remainingDays })}</h2>
          <p>{t('trial.until', { date: formatDate(trialEndsAt, timezone) })}</p>
          <div className={css['track']} aria-hidden="true">
            <span style={{ width: `${share}%` }} />
          </div>
        </div>
      </Card>
    )
  }
  const ended = status === 'canceled' && endedAt !== null
  return (
    <Card className={css['status']}>
      <span className={css['mark']}>
        <IconHeartHandshake size={26} aria-hidden="true" />
      </span>
      <div>
        <h2>
          {ended ? t('trial.ended', { date: formatDate(endedAt, timezone) }) : t('trial.over')}
        </h2>
        {unpaid ? <p>{t('trial.unpaid')}</p> : null}
        <p>
          {workspace.billing_active
            ? t('trial.still_open')
            : t('trial.over_text', { team: workspace.name })}
        </p>
      </div>
    </Card>
  )
}
