import { Button, Skeleton } from '@mantine/core'
import { useConfig } from '#web/shared/config.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { SubscriptionPage } from '../components/BillingPage.tsx'
import { OverdueInvoice } from '../components/OverdueInvoice.tsx'
import {
  BalanceCard,
  PaymentMethodCard,
  NextInvoiceCard,
  SeatsCard,
} from '../components/OverviewCards.tsx'
import { PlanCard } from '../components/PlanCard.tsx'
import { PaidByInvoiceNotice } from '../components/subscription-notices.tsx'
import css from '../components/billing.module.css'
import { isRunning } from '../api/queries.ts'
import { useCheckoutReturn } from '../use-checkout-return.ts'

function OverviewSkeleton() {
  return (
    <div className={css['stack']}>
      <Card>
        <Skeleton height={24} width="35%" mb="md" />
        <Skeleton height={40} width="25%" mb="md" />
        <Skeleton height={36} width="45%" />
      </Card>
      <div className={css['facts']}>
        {[0, 1, 2].map((index) => (
          <Card key={index}>
            <Skeleton height={18} width="50%" mb="md" />
            <Skeleton height={30} width="60%" mb="sm" />
            <Skeleton height={40} />
          </Card>
        ))}
      </div>
    </div>
  )
}

/** Shown after payment, when the team is open again: a link to the page before the payment wall. */
function ContinueLink({ next }: { next: string }) {
  const { t } = useTranslation('billing')
  return (
    <div className={css['onward']} role="status">
      <p>{t('onward.text')}</p>
      <Button component="a" href={next} variant="default">
        {t('onward.action')}
      </Button>
    </div>
  )
}

/** /settings/billing/overview: plan, seats, next invoice and card. */
export function BillingOverviewScreen() {
  const { next } = useCheckoutReturn('/settings/billing/overview')
  const { workspace } = useConfig()
  return (
    <SubscriptionPage tab="overview" skeleton={<OverviewSkeleton />}>
      {(subscription) =>
        subscription.manual_payments ? (
          <PaidByInvoiceNotice />
        ) : (
          <div className={css['stack']}>
            {next && workspace.billing_active ? <ContinueLink next={next} /> : null}
            {subscription.status === 'past_due' ||
            (isRunning(subscription) && !workspace.billing_active) ? (
              <OverdueInvoice subscription={subscription} />
            ) : null}
            <PlanCard subscription={subscription} />
            <div className={css['facts']}>
              <NextInvoiceCard subscription={subscription} />
              <SeatsCard subscription={subscription} />
              <PaymentMethodCard />
              <BalanceCard />
            </div>
          </div>
        )
      }
    </SubscriptionPage>
  )
}
