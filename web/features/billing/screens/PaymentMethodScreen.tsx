import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { useConfig } from '#web/shared/config.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { formatPercent } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { BankCard } from '#web/ui/BankCard.tsx'
import { Card } from '#web/ui/Card.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { BillingPage } from '../components/BillingPage.tsx'
import { CardExpiryWarning } from '../components/CardExpiryWarning.tsx'
import css from '../components/billing.module.css'
import { billingCallbackUrl, cardQuery, subscriptionQuery } from '../api/queries.ts'
import { useCheckoutReturn } from '../use-checkout-return.ts'
import { useAddCard } from '#web/shared/billing/use-add-card.ts'

/** /settings/billing/payment_method: the card that pays the subscription. */
export function PaymentMethodScreen() {
  const { t } = useTranslation('billing')
  const { welcome_offer: welcomeOffer } = useConfig()
  useCheckoutReturn('/settings/billing/payment_method')
  const card = useQuery(cardQuery)
  const subscription = useQuery(subscriptionQuery)
  const { addCard, isRedirecting } = useAddCard(
    'billing.add_payment_method',
    billingCallbackUrl('/settings/billing/payment_method'),
  )
  return (
    <BillingPage tab="payment_method">
      {card.isPending ? (
        <Card className={css['kept']} aria-busy="true">
          <Skeleton height={190} radius={20} maw={340} />
          <div>
            <Skeleton height={22} width="60%" mb="md" />
            <Skeleton height={40} mb="md" />
            <Skeleton height={36} width="40%" />
          </div>
        </Card>
      ) : null}
      {card.isError && !card.data ? (
        <ErrorState error={card.error} retry={() => void card.refetch()} />
      ) : null}
      {card.data ? (
        <Card className={css['kept']}>
          <BankCard
            brand={card.data.brand}
            last4={card.data.last4}
            ends={t('card.ends')}
            expiry={t('card.expiry', { expiry: card.data.expiry })}
          />
          <div>
            <h2>{t('card.in_use')}</h2>
            <CardExpiryWarning expiry={card.data.expiry} />
            <p>{t(subscription.data?.status === 'past_due' ? 'card.text_overdue' : 'card.text')}</p>
            <Button loading={isRedirecting} onClick={addCard}>
              {t('card.change')}
            </Button>
          </div>
        </Card>
      ) : null}
      {card.data === null ? (
        <Card>
          <EmptyState
            art="laurel"
            level={2}
            title={t('card.none')}
            text={
              welcomeOffer
                ? t('trial.offer', { percent: formatPercent(limits.lifetime_discount_share) })
                : t('card.none_text')
            }
          >
            <Button loading={isRedirecting} onClick={addCard}>
              {t('card.add')}
            </Button>
          </EmptyState>
        </Card>
      ) : null}
    </BillingPage>
  )
}
