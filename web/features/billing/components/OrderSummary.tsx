import { Button, Skeleton } from '@mantine/core'
import { IconCreditCard, IconGift } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import type { Plan } from '#contract/schemas/billing.ts'
import { limits } from '#contract/limits.ts'
import { isDue } from '#web/shared/billing/due-dates.ts'
import { InvoiceTotals, formatUsd } from '#web/shared/billing/InvoiceTotals.tsx'
import { useConfig } from '#web/shared/config.ts'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { ApiCallError, call } from '#web/lib/client.ts'
import { formatDate, formatPercent } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import {
  callbackUrl,
  cardQuery,
  type Subscription,
  upcomingInvoiceQuery,
  useActionKey,
  useInvalidateBilling,
} from '../api/queries.ts'
import css from './billing.module.css'
import { PromoCodeField } from './PromoCodeField.tsx'
import { BillingError } from './BillingError.tsx'

/** Subscribes: at once with the card that is there, or on the page where one is entered. */
function useSubscribe(plan: Plan, promo: string, next: string | undefined) {
  const changed = useInvalidateBilling()
  const { key, settled } = useActionKey(`${plan} ${promo}`)
  return useMutation({
    mutationFn: () =>
      call('billing.subscribe', {
        body: {
          callback: callbackUrl('/settings/billing/overview', next),
          plan,
          ...(promo ? { promo } : {}),
        },
        key,
      }),
    onSuccess: ({ session_url: sessionUrl }) => location.assign(sessionUrl),
    onError: (error) => {
      settled(error)
      // Somebody else has subscribed meanwhile, or the card has changed: what is on screen is old.
      if (error instanceof ApiCallError && error.has('conflict')) changed()
    },
  })
}

/** The card that pays, or where it is asked for; and what it earns. */
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

/** What is to be paid and when, a promotion code, and the step itself. */
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
  const {
    settings: { timezone },
  } = useConfig()
  const [promo, setPromo] = useState('')
  const plain = useQuery(upcomingInvoiceQuery({ plan }))
  const lowered = useQuery({ ...upcomingInvoiceQuery({ plan, promo }), enabled: promo !== '' })
  const wrong = lowered.error instanceof ApiCallError && lowered.error.has('promo_invalid')
  const shown = promo !== '' && lowered.data && !wrong ? lowered.data : plain.data
  const card = useQuery(cardQuery)
  const subscribe = useSubscribe(plan, wrong ? '' : promo, next)
  const today = shown ? isDue(shown.created, now) : false
  const date = shown ? formatDate(shown.created, timezone) : ''
  const settling = plain.isPlaceholderData || (promo !== '' && lowered.isFetching)
  return (
    <Card className={css['order']}>
      <h2>{t('order.title')}</h2>
      {plain.isPending ? (
        <div aria-busy="true">
          <Skeleton height={44} mb="sm" />
          <Skeleton height={44} mb="sm" />
          <Skeleton height={28} />
        </div>
      ) : null}
      {plain.isLoadingError ? (
        <ErrorState error={plain.error} retry={() => void plain.refetch()} />
      ) : null}
      {shown ? (
        <div className={css['settling']} data-settling={settling} aria-busy={settling}>
          <InvoiceTotals
            invoice={shown}
            timezone={timezone}
            totalLabel={today ? t('order.today') : t('order.on', { date })}
          />
        </div>
      ) : null}
      <PromoCodeField
        applied={wrong ? '' : promo}
        busy={lowered.isFetching}
        error={wrong ? callErrorText(t, lowered.error) : null}
        tried={promo}
        onApply={setPromo}
      />
      {subscription.lifetime_discount ? (
        <p className={css['line']} data-tone="good">
          <IconGift size={20} aria-hidden="true" />
          <span>
            {t('trial.lifetime', { percent: formatPercent(limits.lifetime_discount_share) })}
          </span>
        </p>
      ) : null}
      <OrderPaymentMethod />
      {shown && !today ? <p className={css['hint']}>{t('order.not_today', { date })}</p> : null}
      <BillingError error={subscribe.error} />
      <Button
        fullWidth
        size="md"
        mt="md"
        className="wraps"
        loading={subscribe.isPending || subscribe.isSuccess}
        disabled={!shown || settling}
        onClick={() => subscribe.mutate()}
      >
        {shown && today && card.data && shown.amount_due > 0
          ? t('order.pay', { amount: formatUsd(shown.amount_due) })
          : t('order.subscribe')}
      </Button>
    </Card>
  )
}
