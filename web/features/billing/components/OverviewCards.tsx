import { Skeleton } from '@mantine/core'
import { IconCreditCard } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { priceBook, planPrices, type Plan } from '#contract/prices.ts'
import { InvoiceTotals, formatUsd } from '#web/shared/billing/InvoiceTotals.tsx'
import { useConfig, useCan } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import {
  cardQuery,
  billingDetailsQuery,
  isRunning,
  type Subscription,
  upcomingInvoiceQuery,
} from '../api/queries.ts'
import { CardExpiryWarning } from './CardExpiryWarning.tsx'
import css from './billing.module.css'

export function SeatsCard({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('billing')
  const can = useCan()
  const { workspace } = useConfig()
  const plan: Plan = subscription.interval ?? 'month'
  return (
    <Card className={css['fact']}>
      <h2>{t('seats.title')}</h2>
      <p className={css['figure']}>{t('seats.count', { count: subscription.quantity })}</p>
      <p className={css['hint']}>
        {t('seats.how', {
          number: formatNumber(priceBook.includedSeats),
          price: formatUsd(planPrices(plan).seat),
          per: t(`per.${plan}`),
        })}
      </p>
      {can('manage_team') && workspace.billing_active ? (
        <Link to="/settings/team" className={css['more']}>
          {t('seats.team')}
        </Link>
      ) : null}
    </Card>
  )
}

/** The next charge, its date and its lines. */
export function NextInvoiceCard({ subscription }: { subscription: Subscription }) {
  const { t } = useTranslation('billing')
  const {
    settings: { timezone },
  } = useConfig()
  const upcoming = useQuery({ ...upcomingInvoiceQuery(), enabled: isRunning(subscription) })
  const invoice = upcoming.data
  return (
    <Card className={css['fact']}>
      <h2>{t('next.title')}</h2>
      {upcoming.isPending && isRunning(subscription) ? (
        <div aria-busy="true">
          <Skeleton height={30} width="50%" mb="sm" />
          <Skeleton height={18} width="70%" />
        </div>
      ) : null}
      {upcoming.isLoadingError ? (
        <ErrorState error={upcoming.error} retry={() => void upcoming.refetch()} />
      ) : null}
      {!isRunning(subscription) || invoice === null ? (
        <>
          <p className={css['figure']}>{t('next.none')}</p>
          <p className={css['hint']}>{t('next.none_text')}</p>
        </>
      ) : null}
      {isRunning(subscription) && invoice ? (
        <>
          <p className={css['figure']}>{formatUsd(invoice.amount_due)}</p>
          <p className={css['hint']}>
            {t('next.on', { date: formatDate(invoice.created, timezone) })}
          </p>
          <details className={css['unfold']}>
            <summary>{t('next.lines')}</summary>
            <InvoiceTotals invoice={invoice} timezone={timezone} totalLabel={t('sum.due')} />
          </details>
        </>
      ) : null}
    </Card>
  )
}

export function PaymentMethodCard() {
  const { t } = useTranslation('billing')
  const card = useQuery(cardQuery)
  return (
    <Card className={css['fact']}>
      <h2>{t('card.title')}</h2>
      {card.isPending ? <Skeleton height={30} width="60%" /> : null}
      {card.isLoadingError ? (
        <ErrorState error={card.error} retry={() => void card.refetch()} />
      ) : null}
      {card.data ? (
        <>
          <p className={css['figure']}>
            <IconCreditCard size={22} aria-hidden="true" />
            <span>
              <span aria-hidden="true">•••• </span>
              <span className="sr-only">{t('card.ends')} </span>
              {card.data.last4}
            </span>
          </p>
          <p className={css['hint']}>{t('card.expiry', { expiry: card.data.expiry })}</p>
          <CardExpiryWarning expiry={card.data.expiry} />
        </>
      ) : null}
      {card.data === null ? (
        <>
          <p className={css['figure']}>{t('card.none')}</p>
          <p className={css['hint']}>{t('card.none_short')}</p>
        </>
      ) : null}
      {card.isSuccess ? (
        <Link to="/settings/billing/payment_method" className={css['more']}>
          {t(card.data ? 'card.change' : 'card.add')}
        </Link>
      ) : null}
    </Card>
  )
}

/** The credit or debt for the next invoices; nothing for a balance of zero. */
export function BalanceCard() {
  const { t } = useTranslation('billing')
  const details = useQuery(billingDetailsQuery)
  const balance = details.data?.customer_balance ?? 0
  if (balance === 0) return null
  return (
    <Card className={css['fact']}>
      <h2>{t('balance.title')}</h2>
      <p className={css['figure']}>{formatUsd(balance)}</p>
      <p className={css['hint']}>{t(balance > 0 ? 'balance.credit' : 'balance.debt')}</p>
    </Card>
  )
}
