import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Plan } from '#contract/prices.ts'
import { useConfig } from '#web/shared/config.ts'
import { withMessages } from '#web/shared/load-code.ts'
import { Card } from '#web/ui/Card.tsx'
import { lazyWithFallback } from '#web/ui/lazy.tsx'
import { SubscriptionPage } from '../components/BillingPage.tsx'
import { OrderSummary } from '../components/OrderSummary.tsx'
import { PlanPicker } from '../components/PlanPicker.tsx'
import { OverdueInvoice } from '../components/OverdueInvoice.tsx'
import { PaidByInvoiceNotice, SubscribedNotice } from '../components/subscription-notices.tsx'
import { TrialStatus } from '../components/TrialStatus.tsx'
import css from '../components/billing.module.css'
import { cardQuery, isRunning, type Subscription } from '../api/queries.ts'

const loadLeaveOrExport = withMessages(
  () => import('#web/shared/workspaces/LeaveOrExport.tsx'),
  'leaving',
)
const LeaveOrExport = lazyWithFallback(() =>
  loadLeaveOrExport().then((loaded) => loaded.LeaveOrExport),
)

function TrialCheckout({ subscription }: { subscription: Subscription }) {
  const { next } = useSearch({ strict: false }) as { next?: string }
  const [now] = useState(() => Date.now())
  const [plan, setPlan] = useState<Plan>(subscription.interval ?? 'month')
  const { welcome_offer: welcomeOffer } = useConfig()
  const card = useQuery(cardQuery)
  // A card entered on the next page qualifies for the offer.
  const lifetime = subscription.lifetime_discount || (welcomeOffer && card.data === null)
  return (
    <div className={css['stack']}>
      <TrialStatus subscription={subscription} now={now} />
      <div className={css['split']}>
        <PlanPicker
          plan={plan}
          seats={subscription.quantity}
          lifetime={lifetime}
          onChoose={setPlan}
        />
        <OrderSummary plan={plan} subscription={subscription} now={now} next={next} />
      </div>
    </div>
  )
}

function TrialSkeleton() {
  return (
    <div className={css['stack']}>
      <Card>
        <Skeleton height={22} width="40%" mb="sm" />
        <Skeleton height={34} />
      </Card>
      <div className={css['split']}>
        {[0, 1].map((index) => (
          <Card key={index}>
            <Skeleton height={22} width="50%" mb="md" />
            <Skeleton height={42} mb="md" />
            <Skeleton height={150} />
          </Card>
        ))}
      </div>
    </div>
  )
}

/** An unpaid team can be left and exported from here too. */
function LeaveUnpaidWorkspace() {
  const { workspace } = useConfig()
  return workspace.billing_active ? null : <LeaveOrExport />
}

/** A running subscription: nothing to choose, except an overdue payment that closed the team. */
function RunningSubscription({ subscription }: { subscription: Subscription }) {
  const { workspace } = useConfig()
  return subscription.status === 'past_due' || !workspace.billing_active ? (
    <OverdueInvoice subscription={subscription} />
  ) : (
    <SubscribedNotice />
  )
}

function SubscriptionState({ subscription }: { subscription: Subscription }) {
  if (subscription.manual_payments) return <PaidByInvoiceNotice />
  if (isRunning(subscription)) return <RunningSubscription subscription={subscription} />
  return <TrialCheckout subscription={subscription} />
}

/** /settings/billing/trial: the remaining trial, the plans and the order. */
export function TrialScreen() {
  return (
    <SubscriptionPage tab="trial" skeleton={<TrialSkeleton />}>
      {(subscription) => (
        <>
          <SubscriptionState subscription={subscription} />
          <LeaveUnpaidWorkspace />
        </>
      )}
    </SubscriptionPage>
  )
}
