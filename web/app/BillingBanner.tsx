import { useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { daysLeft } from '#web/shared/billing/due-dates.ts'
import { useConfig } from '#web/shared/config.ts'
import { withMessages } from '#web/shared/load-code.ts'
import { lazyWithFallback } from '#web/ui/lazy.tsx'
import type { BillingAlert } from './BillingAlertBar.tsx'
import css from './shell.module.css'

/** Most people never see the bar, so its code and texts load with the first alert. */
const loadAlertBar = withMessages(() => import('#web/app/BillingAlertBar.tsx'), 'shell')
const BillingAlertBar = lazyWithFallback(
  () => loadAlertBar().then((code) => code.BillingAlertBar),
  () => <div className={css['alertSpace']} />,
)

/**
 * Returns the alert for a billing administrator, or null: a payment failed, the trial has the
 * welcome offer, or the trial ends soon. The first days of a trial have no alert.
 */
function useBillingAlert(): BillingAlert | null {
  const { subscription, workspace, welcome_banner: welcomeBanner } = useConfig()
  const [now] = useState(() => Date.now())
  if (!subscription || workspace.manual_payments) return null
  const { status, unpaid, trial_ends_at: trialEndsAt } = subscription
  const days = daysLeft(trialEndsAt, now)
  if (status === 'past_due') return { key: 'past_due', days }
  if (status === 'canceled' && unpaid) return { key: 'unpaid', days }
  if ((status !== 'none' && status !== 'canceled') || days === 0) return null
  if (welcomeBanner && workspace.trial_days - days + 1 >= limits.trial_offer_from_day)
    return { key: 'offer', days }
  return days <= limits.trial_countdown_days ? { key: 'trial', days } : null
}

/**
 * Shows the billing alert above every page for billing administrators. Billing pages show it
 * themselves.
 */
export function BillingBanner() {
  const alert = useBillingAlert()
  const isBillingPage = useRouterState({
    select: (state) => state.location.pathname.startsWith('/settings/billing'),
  })
  return alert && !isBillingPage ? <BillingAlertBar alert={alert} /> : null
}
