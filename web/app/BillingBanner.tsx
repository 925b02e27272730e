import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import css from './billing-banner.module.css'
import { daysLeft } from '#web/shared/billing/due-dates.ts'

type BillingAlert = {
  key: 'trial' | 'past_due' | 'unpaid'
  to: '/settings/billing/trial' | '/settings/billing/payment_method'
  days: number
}

/**
 * Returns the alert for a billing administrator, or null: the trial ends soon, or a payment failed.
 */
function useBillingAlert(): BillingAlert | null {
  const { subscription, workspace } = useConfig()
  const [now] = useState(() => Date.now())
  if (!subscription || workspace.manual_payments) return null
  const { status, unpaid, trial_ends_at: trialEndsAt } = subscription
  const days = daysLeft(trialEndsAt, now)
  if (status === 'past_due')
    return { key: 'past_due', to: '/settings/billing/payment_method', days }
  if (status === 'canceled' && unpaid) return { key: 'unpaid', to: '/settings/billing/trial', days }
  return (status === 'none' || status === 'canceled') &&
    days > 0 &&
    days <= limits.trial_countdown_days
    ? { key: 'trial', to: '/settings/billing/trial', days }
    : null
}

/**
 * Shows the billing alert above every page for billing administrators. Billing pages show it
 * themselves.
 */
export function BillingBanner() {
  const { t } = useTranslation()
  const alert = useBillingAlert()
  const isBillingPage = useRouterState({
    select: (state) => state.location.pathname.startsWith('/settings/billing'),
  })
  if (!alert || isBillingPage) return null
  return (
    <section
      className={css['bar']}
      data-tone={alert.key === 'trial' ? 'wait' : 'bad'}
      aria-label={t('standing.label')}
    >
      <p>
        {alert.key === 'trial'
          ? t('standing.trial', { count: alert.days })
          : t(`standing.${alert.key}`)}
      </p>
      <Link to={alert.to} className={css['go']}>
        {t(`standing.${alert.key}_action`)}
      </Link>
    </section>
  )
}
