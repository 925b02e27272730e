import { Skeleton } from '@mantine/core'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import type { Plan } from '#contract/billing.ts'
import { Card } from '#web/ui/Card.tsx'
import { SubscriptionPage } from '../components/BillingPage.tsx'
import { OrderSummary } from '../components/OrderSummary.tsx'
import { PlanChoice } from '../components/PlanChoice.tsx'
import { PaidByInvoice, Subscribed } from '../components/Settled.tsx'
import { TrialStatus } from '../components/TrialStatus.tsx'
import css from '../components/billing.module.css'
import { runs, type Subscription } from '../queries.ts'

function Trial({ subscription }: { subscription: Subscription }) {
  const { next } = useSearch({ strict: false }) as { next?: string }
  const [now] = useState(() => Date.now())
  const [plan, setPlan] = useState<Plan>(subscription.interval ?? 'month')
  return (
    <div className={css['stack']}>
      <TrialStatus subscription={subscription} now={now} />
      <div className={css['split']}>
        <PlanChoice plan={plan} seats={subscription.quantity} lifetime={subscription.lifetime_discount} onChoose={setPlan} />
        <OrderSummary plan={plan} subscription={subscription} now={now} next={next} />
      </div>
    </div>
  )
}

function Waiting() {
  return (
    <div className={css['stack']}>
      <Card><Skeleton height={22} width="40%" mb="sm" /><Skeleton height={34} /></Card>
      <div className={css['split']}>{[0, 1].map((index) => <Card key={index}><Skeleton height={22} width="50%" mb="md" /><Skeleton height={42} mb="md" /><Skeleton height={150} /></Card>)}</div>
    </div>
  )
}

/** /settings/billing/trial: what is left of the trial, what comes after it, and the step there. */
export function TrialScreen() {
  return (
    <SubscriptionPage tab="trial" waiting={<Waiting />}>
      {(subscription) => (subscription.manual_payments ? <PaidByInvoice /> : runs(subscription) ? <Subscribed /> : <Trial subscription={subscription} />)}
    </SubscriptionPage>
  )
}
