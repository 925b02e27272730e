import { Button, Skeleton } from '@mantine/core'
import { IconCreditCard, IconGift } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Plan } from '#contract/prices.ts'
import { limits } from '#contract/limits.ts'
import { isDue } from '#web/shared/billing/due-dates.ts'
import { InvoiceTotals, formatUsd } from '#web/shared/billing/InvoiceTotals.tsx'
import { useConfig } from '#web/shared/config.ts'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { ApiCallError } from '#web/lib/client.ts'
import { formatDate, formatPercent } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import {
  billingCallbackUrl,
  cardQuery,
  type Subscription,
  upcomingInvoiceQuery,
} from '../api/queries.ts'
import css from './billing.module.css'
import { PromoCodeField } from './PromoCodeField.tsx'
import { BillingError } from './BillingError.tsx'
import { useCall } from '#web/shared/use-call.ts'
import { useActionKey } from '#web/shared/billing/use-action-key.ts'

/** Subscribes with the saved card, or redirects to the page for entering a card. */
function useSubscribe(plan: Plan, promo: string, next: string | undefined) {
  const { key, releaseKey } = useActionKey(`${plan} ${promo}`)
  return useCall('billing.subscribe', {
    input: () => ({
      body: {
        callback: billingCallbackUrl('/settings/billing/overview', next),
        plan,
        ...(promo ? { promo } : {}),
      },
      key,
    }),
    // The answer redirects to the provider's page.
    except: 'everything',
    // The subscription or the card has changed elsewhere: the data on screen is stale.
    refetchesOnError: (error) => error instanceof ApiCallError && error.has('conflict'),
    onSuccess: ({ session_url: sessionUrl }) => location.assign(sessionUrl),
    onError: releaseKey,
  })
}

/** The card that will be charged, or a note that a card is requested next, and the offer for it. */
function OrderPaymentMethod() {
  const { t } = useTranslation('billing')
  const { welcome_offer: welcomeOffer } = useConfig()
  const card = useQuery(cardQuery)
  if (card.isPending) return <Skeleton height={22} width="70%" />
  return (
    <>
      <p className={css['line']}>
        <IconCreditCard size={20} aria-hidden="true" />
        <span>
          {card.data ? (
            <>
              {t('card.pays', { last4: card.data.last4 })}{' '}
              <Link to="/settings/billing/payment_method">{t('card.change_short')}</Link>
            </>
          ) : (
            t('card.asked')
          )}
        </span>
      </p>
      {welcomeOffer && !card.data ? (
        <p className={css['line']} data-tone="good">
          <IconGift size={20} aria-hidden="true" />
          <span>
            {t('trial.offer', { percent: formatPercent(limits.lifetime_discount_share) })}
          </span>
        </p>
      ) : null}
    </>
  )
}

function LifetimeDiscountNote() {
  const { t } = useTranslation('billing')
  return (
    <p className={css['line']} data-tone="good">
      <IconGift size={20} aria-hidden="true" />
      <span>{t('trial.lifetime', { percent: formatPercent(limits.lifetime_discount_share) })}</span>
    </p>
  )
}

/** The invoice of the order, with a valid promotion code applied. */
function useOrderInvoice(plan: Plan, promo: string) {
  const baseInvoice = useQuery(upcomingInvoiceQuery({ plan }))
  const promoInvoice = useQuery({ ...upcomingInvoiceQuery({ plan, promo }), enabled: promo !== '' })
  const isPromoInvalid =
    promoInvoice.error instanceof ApiCallError && promoInvoice.error.has('promo_invalid')
  const invoice =
    promo !== '' && promoInvoice.data && !isPromoInvalid ? promoInvoice.data : baseInvoice.data
  const isUpdating = baseInvoice.isPlaceholderData || (promo !== '' && promoInvoice.isFetching)
  return { baseInvoice, promoInvoice, isPromoInvalid, invoice, isUpdating }
}

const OrderSkeleton = () => (
  <div aria-busy="true">
    <Skeleton height={44} mb="sm" />
    <Skeleton height={44} mb="sm" />
    <Skeleton height={28} />
  </div>
)

/** The order: due amount and date, promotion code and the subscribe button. */
export function OrderSummary({
  plan,
  subscription,
  now,
  next,
}: {
  plan: Plan
  subscription: Subscription
  now: number
  next: string | undefined
}) {
  const { t } = useTranslation('billing')
  const { timezone } = useConfig().settings
  const [promo, setPromo] = useState('')
  const { baseInvoice, promoInvoice, isPromoInvalid, invoice, isUpdating } = useOrderInvoice(
    plan,
    promo,
  )
  const card = useQuery(cardQuery)
  const subscribe = useSubscribe(plan, isPromoInvalid ? '' : promo, next)
  const isDueToday = invoice ? isDue(invoice.created, now) : false
  const date = invoice ? formatDate(invoice.created, timezone) : ''
  return (
    <Card className={css['order']}>
      <h2>{t('order.title')}</h2>
      {baseInvoice.isPending ? <OrderSkeleton /> : null}
      {baseInvoice.isLoadingError ? (
        <ErrorState error={baseInvoice.error} retry={() => void baseInvoice.refetch()} />
      ) : null}
      {invoice ? (
        <div className={css['settling']} data-settling={isUpdating} aria-busy={isUpdating}>
          <InvoiceTotals
            invoice={invoice}
            timezone={timezone}
            totalLabel={isDueToday ? t('order.today') : t('order.on', { date })}
          />
        </div>
      ) : null}
      <PromoCodeField
        applied={isPromoInvalid ? '' : promo}
        busy={promoInvoice.isFetching}
        error={isPromoInvalid ? callErrorText(t, promoInvoice.error) : null}
        tried={promo}
        onApply={setPromo}
      />
      {subscription.lifetime_discount ? <LifetimeDiscountNote /> : null}
      <OrderPaymentMethod />
      {invoice && !isDueToday ? (
        <p className={css['hint']}>{t('order.not_today', { date })}</p>
      ) : null}
      <BillingError error={subscribe.error} />
      <Button
        fullWidth
        size="md"
        mt="md"
        className="wraps"
        loading={subscribe.isPending || subscribe.isSuccess}
        disabled={!invoice || isUpdating}
        onClick={() => subscribe.mutate()}
      >
        {invoice && isDueToday && card.data && invoice.amount_due > 0
          ? t('order.pay', { amount: formatUsd(invoice.amount_due) })
          : t('order.subscribe')}
      </Button>
    </Card>
  )
}
