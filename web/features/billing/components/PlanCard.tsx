import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { priceBook } from '#contract/prices.ts'
import { formatUsd } from '#web/shared/billing/InvoiceTotals.tsx'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { formatDate, formatMoney, formatPercent } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { isRunning, type Subscription, useResumeSubscription } from '../api/queries.ts'
import { CancelSubscriptionDialog } from './CancelSubscriptionDialog.tsx'
import css from './billing.module.css'
import { SwitchPlanDialog } from './SwitchPlanDialog.tsx'

const statusTones: Record<Exclude<Subscription['status'], 'none'>, string> = {
  active: 'good',
  past_due: 'bad',
  trialing: 'wait',
  canceled: 'plain',
}

/** The subscription's status as a chip. */
function SubscriptionStatus({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('billing')
  const {
    settings: { timezone },
  } = useConfig()
  const {
    status,
    cancel_at_period_end: cancelAtPeriodEnd,
    current_period_end: currentPeriodEnd,
  } = subscription
  if (status === 'none') return null
  if (isRunning(subscription) && cancelAtPeriodEnd && currentPeriodEnd)
    return (
      <span className={css['chip']} data-tone="wait">
        {t('status.until', { date: formatDate(currentPeriodEnd, timezone) })}
      </span>
    )
  return (
    <span className={css['chip']} data-tone={statusTones[status]}>
      {t(`status.${status}`)}
    </span>
  )
}

/** How much a discount takes off, and until when. */
function DiscountText({ discount }: { discount: Subscription['discounts'][number] }) {
  const { t } = useTranslation('billing')
  const {
    settings: { timezone },
  } = useConfig()
  const { amount, code, ends_at: endsAt, lifetime, percent } = discount
  const off = percent === null ? formatUsd(amount ?? 0) : formatPercent(percent / 100)
  if (lifetime) return t('discounts.lifetime', { off })
  if (!endsAt) return t('discounts.code', { off, code })
  return t('discounts.until', { off, code, date: formatDate(endsAt, timezone) })
}

function DiscountList({ discounts }: Pick<Subscription, 'discounts'>) {
  const { t } = useTranslation('billing')
  if (!discounts.length) return null
  return (
    <ul className={css['discounts']} aria-label={t('discounts.title')}>
      {discounts.map((discount) => (
        <li key={`${discount.code} ${discount.lifetime}`}>
          <DiscountText discount={discount} />
        </li>
      ))}
    </ul>
  )
}

function PlanActions({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('billing')
  const {
    settings: { timezone },
  } = useConfig()
  const [open, setOpen] = useState<'switch' | 'cancel' | null>(null)
  const resume = useResumeSubscription(
    () => notifySuccess(t('resume.done')),
    (error) => notifyError(t, error),
  )
  const otherPlan = subscription.interval === 'year' ? 'month' : 'year'
  if (subscription.cancel_at_period_end) {
    return (
      <div className={css['foot']}>
        <p>
          {t('resume.text', {
            date: subscription.current_period_end
              ? formatDate(subscription.current_period_end, timezone)
              : '',
          })}
        </p>
        <Button loading={resume.isPending} onClick={() => resume.mutate()}>
          {t('resume.action')}
        </Button>
      </div>
    )
  }
  return (
    <div className={css['foot']}>
      {subscription.status === 'past_due' ? null : (
        <Button variant="default" className="wraps" onClick={() => setOpen('switch')}>
          {otherPlan === 'year'
            ? t('switch.to_year', { percent: formatPercent(priceBook.annualDiscountShare) })
            : t('switch.to_month')}
        </Button>
      )}
      <Button variant="subtle" color="red" onClick={() => setOpen('cancel')}>
        {t('cancel.action')}
      </Button>
      {open === 'switch' ? <SwitchPlanDialog to={otherPlan} onClose={() => setOpen(null)} /> : null}
      {open === 'cancel' ? (
        <CancelSubscriptionDialog subscription={subscription} onClose={() => setOpen(null)} />
      ) : null}
    </div>
  )
}

/** The plan, its price and its actions. */
export function PlanCard({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('billing')
  const {
    settings: { timezone },
    workspace,
  } = useConfig()
  const {
    status,
    interval,
    amount,
    ended_at: endedAt,
    unpaid,
    trial_ends_at: trialEndsAt,
  } = subscription
  const plan = interval ?? 'month'
  return (
    <Card className={css['planCard']}>
      <div className={css['head']}>
        <h2>{interval ? t(`plan_name.${interval}`) : t('none.title')}</h2>
        <SubscriptionStatus subscription={subscription} />
      </div>
      {isRunning(subscription) ? (
        <p className={css['price']}>
          <strong>{formatMoney(amount, 'USD', true)}</strong> {t(`per.${plan}`)}
        </p>
      ) : null}
      {status === 'none' ? (
        <p>
          {t(workspace.billing_active ? 'none.text' : 'none.over', {
            date: formatDate(trialEndsAt, timezone),
          })}
        </p>
      ) : null}
      {status === 'canceled' ? (
        <p>
          {t(unpaid ? 'ended.unpaid' : 'ended.text', {
            date: formatDate(endedAt ?? trialEndsAt, timezone),
          })}
        </p>
      ) : null}
      {status === 'trialing' && !subscription.cancel_at_period_end ? (
        <p>
          {t('status.trialing_text', {
            date: formatDate(subscription.current_period_end ?? trialEndsAt, timezone),
          })}
        </p>
      ) : null}
      {isRunning(subscription) ? <DiscountList discounts={subscription.discounts} /> : null}
      {isRunning(subscription) ? (
        <PlanActions subscription={subscription} />
      ) : (
        <div className={css['foot']}>
          <Button component={Link} to="/settings/billing/trial">
            {t(status === 'none' ? 'none.action' : 'ended.action')}
          </Button>
        </div>
      )}
    </Card>
  )
}
