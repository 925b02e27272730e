import { CloseButton } from '@mantine/core'
import { Link, useRouterState } from '@tanstack/react-router'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { useConfig, usePatchConfig } from '#web/shared/config.ts'
import { useCall } from '#web/shared/use-call.ts'
import css from './billing-banner.module.css'
import { daysLeft } from '#web/shared/billing/due-dates.ts'

const alertPaths = {
  offer: '/settings/billing/payment_method',
  trial: '/settings/billing/trial',
  past_due: '/settings/billing/payment_method',
  unpaid: '/settings/billing/trial',
} as const
type BillingAlert = { key: keyof typeof alertPaths; days: number }

/**
 * Returns the alert for a billing administrator, or null: a payment failed, the trial has the
 * welcome offer, or the trial ends soon. The first days of a trial belong to the set-up.
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

/** Hides the offer in the bar; it stays valid in Billing until the trial ends. */
function HideOfferButton() {
  const { t } = useTranslation()
  const change = usePatchConfig()
  const dismiss = useCall('billing.dismiss_offer', {
    updateCache: () => change({ welcome_banner: false }),
    except: ['config'],
    onError: (error) => notifyError(t, error),
  })
  return (
    <CloseButton
      className={css['close']}
      aria-label={t('standing.offer_dismiss')}
      disabled={dismiss.isPending}
      onClick={() => dismiss.mutate()}
    />
  )
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
  const { key, days } = alert
  return (
    <section
      className={css['bar']}
      data-tone={key === 'trial' || key === 'offer' ? 'wait' : 'bad'}
      aria-label={t('standing.label')}
    >
      <p>
        {key === 'trial' || key === 'offer'
          ? t(`standing.${key}`, { count: days })
          : t(`standing.${key}`)}
      </p>
      <Link to={alertPaths[key]} className={css['go']}>
        {t(`standing.${key}_action`)}
      </Link>
      {key === 'offer' ? <HideOfferButton /> : null}
    </section>
  )
}
