import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useConfig } from '#web/shared/config.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { PointsBadge } from '#web/ui/PointsBadge.tsx'
import { ProgressRing } from '#web/ui/ProgressRing.tsx'
import { lazyWithFallback } from '#web/ui/lazy.tsx'
import css from './feed.module.css'
import { lazyOccasional } from './load-occasional.ts'

// The space of the panel until its code is loaded.
const GoalPanel = lazyWithFallback(
  () => import('./GoalPanel.tsx').then((code) => code.GoalPanel),
  () => <div style={{ height: 160 }} />,
)

const BalanceWorth = lazyOccasional((code) => code.BalanceWorth)
const AllowanceReason = lazyOccasional((code) => code.AllowanceReason)

/** Returns the share of the allowance that is left, 0 to 1; 1 without a limit. */
function shareLeft(limit: number | null, left: number | null): number {
  if (limit === null || left === null) return 1
  return limit === 0 ? 0 : left / limit
}

/** Returns the size at which a number fits into the ring: '1,000,000' is the longest. */
function fontSizeOf(number: string): string {
  if (number.length > 7) return 'var(--text-body)'
  return number.length > 5 ? 'var(--text-heading)' : 'var(--text-display)'
}

/** The points left to give and their renewal date, the balance, and the reward saved for. */
export function AllowancePanel() {
  const { t } = useTranslation('feed')
  const {
    allowance,
    user,
    settings,
    own_worth: worth,
    rewards_exist: rewardsExist,
    has_goal: hasGoal,
  } = useConfig()
  const { limit, score_remaining: left } = allowance
  const share = shareLeft(limit, left)
  const number = left === null ? '∞' : formatNumber(left)
  return (
    <>
      <Card className={css['you']}>
        <ProgressRing share={share}>
          <span className={css['big']} style={{ fontSize: fontSizeOf(number) }}>
            {number}
          </span>
          <span className={css['small']}>{t('you.left')}</span>
        </ProgressRing>
        <div>
          <h2 className={css['title']} style={{ marginBottom: 4 }}>
            {limit === null ? t('you.unlimited') : t('you.give', { count: limit })}
          </h2>
          {limit === null || limit === 0 ? null : (
            <div className={css['small']}>
              {t('you.renews', { date: formatDate(allowance.renews_at, settings.timezone) })}
            </div>
          )}
          {allowance.rule ? <AllowanceReason /> : null}
        </div>
        <div className={css['balance']}>
          <div style={{ textAlign: 'left' }}>
            <div className={css['small']}>{t('you.balance')}</div>
            <PointsBadge
              text={formatNumber(user.balance)}
              label={t('common:points', { count: user.balance })}
              large
            />
            {worth ? <BalanceWorth /> : null}
          </div>
          {rewardsExist ? (
            <Button component={Link} to="/rewards" variant="light">
              {t('you.shop')}
            </Button>
          ) : null}
        </div>
      </Card>
      {hasGoal ? <GoalPanel /> : null}
    </>
  )
}
