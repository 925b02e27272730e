import { Button, Group, Skeleton } from '@mantine/core'
import { IconCircleCheck, IconClockHour4 } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifySuccess, notifyError } from '#web/shared/errors/error-messages.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { RewardsPage } from '#web/shared/rewards/RewardsPage.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { ApiCallError, call } from '#web/lib/client.ts'
import { formatDateTime, formatMoney } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { BankCard } from '#web/ui/BankCard.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import css from './payment.module.css'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'
import { useAddCard, useCardAddedMessage } from '#web/shared/billing/use-add-card.ts'

type PaymentCard = NonNullable<OutputOf<'rewards.payment_method'>>
const paymentQuery = queryOptions({
  queryKey: queryKey('rewards', 'payment_method'),
  queryFn: ({ signal }) => call('rewards.payment_method', { signal }),
  retry: false,
})

/** Redirects to the page for entering a card, which returns here. */
const useAddGiftCardPayment = () =>
  useAddCard('rewards.add_payment_method', `${location.origin}/settings/rewards/payment`)

/** Whether gift cards can be redeemed, or when. */
function ValidationStatus({
  validated,
  validates_at: validatesAt,
}: Pick<PaymentCard, 'validated' | 'validates_at'>) {
  const { t } = useTranslation('giftcards')
  const { settings } = useConfig()
  const [now] = useState(() => Date.now())
  if (validated)
    return (
      <p className={css['state']} data-state="good">
        <IconCircleCheck size={20} aria-hidden="true" />
        {t('payment.ready')}
      </p>
    )
  const hours = validatesAt
    ? Math.max(1, Math.ceil((new Date(validatesAt).getTime() - now) / 3_600_000))
    : limits.card_validation_hours
  return (
    <div className={css['state']} data-state="wait">
      <IconClockHour4 size={20} aria-hidden="true" />
      <div>
        <p>{t('payment.waiting', { count: hours })}</p>
        {validatesAt ? (
          <small>
            {t('payment.waiting_text', { time: formatDateTime(validatesAt, settings.timezone) })}
          </small>
        ) : null}
      </div>
    </div>
  )
}

function SavedCard({ card }: { card: PaymentCard }) {
  const { t } = useTranslation('giftcards')
  const [isConfirming, setIsConfirming] = useState(false)
  const { addCard, isRedirecting } = useAddGiftCardPayment()
  const remove = useCall('rewards.remove_payment_method', {
    onSuccess: () => {
      setIsConfirming(false)
      notifySuccess(t('payment.removed'))
    },
    onError: (error) => notifyError(t, error),
  })
  return (
    <Card className={css['kept']}>
      <BankCard
        brand={card.brand}
        last4={card.last4}
        ends={t('payment.ends')}
        expiry={t('payment.expiry', { expiry: card.expiry })}
      />
      <div className={css['about']}>
        <h2>{t('payment.in_use')}</h2>
        <ValidationStatus {...card} />
        <Group gap="sm" mt="md">
          <Button variant="default" loading={isRedirecting} onClick={addCard}>
            {t('payment.change')}
          </Button>
          <Button variant="subtle" color="red" onClick={() => setIsConfirming(true)}>
            {t('payment.remove')}
          </Button>
        </Group>
      </div>
      <ConfirmDialog
        opened={isConfirming}
        danger
        busy={remove.isPending}
        title={t('payment.remove_title')}
        text={t('payment.remove_text')}
        confirm={t('payment.remove')}
        cancel={t('common:cancel')}
        onClose={() => setIsConfirming(false)}
        onConfirm={() => remove.mutate()}
      />
    </Card>
  )
}

function NoCard() {
  const { t } = useTranslation('giftcards')
  const { addCard, isRedirecting } = useAddGiftCardPayment()
  return (
    <Card>
      <EmptyState art="gift" level={2} title={t('payment.none')} text={t('payment.none_text')}>
        <Button loading={isRedirecting} onClick={addCard}>
          {t('payment.add')}
        </Button>
      </EmptyState>
    </Card>
  )
}

function PaymentExplanation() {
  const { t } = useTranslation('giftcards')
  const formatUsd = (cents: number) => formatMoney(cents, 'USD')
  return (
    <section className={css['how']} aria-labelledby="how">
      <h2 id="how">{t('payment.how')}</h2>
      <ul>
        <li>
          {t('payment.how_cost', {
            value: formatUsd(2_500),
            fee: formatUsd(250),
            total: formatUsd(2_750),
          })}
        </li>
        <li>{t('payment.how_back')}</li>
        <li>{t('payment.how_wait')}</li>
      </ul>
    </section>
  )
}

/** /settings/rewards/payment: the card that pays for gift cards. */
export function PaymentScreen() {
  const { t } = useTranslation('giftcards')
  const { billing } = useConfig()
  const payment = useQuery({ ...paymentQuery, enabled: billing !== 'off' })
  usePageTitle(t('payment.title'))
  useCardAddedMessage(t('payment.added'))
  // This call does not exist without billing or gift cards.
  const isUnneeded =
    billing === 'off' || (payment.error instanceof ApiCallError && payment.error.status === 404)
  return (
    <RewardsPage>
      {isUnneeded ? (
        <Card>
          <EmptyState
            art="gift"
            level={2}
            title={t('payment.needless')}
            text={t('payment.needless_text')}
          />
        </Card>
      ) : null}
      {!isUnneeded && payment.isPending ? (
        <Card className={css['kept']} aria-busy="true">
          <Skeleton height={176} radius={18} />
          <div>
            <Skeleton height={22} width="60%" mb="md" />
            <Skeleton height={48} mb="md" />
            <Skeleton height={36} width="70%" />
          </div>
        </Card>
      ) : null}
      {!isUnneeded && payment.isLoadingError ? (
        <ErrorState error={payment.error} retry={() => void payment.refetch()} />
      ) : null}
      {!isUnneeded && payment.data !== undefined ? (
        <>
          {payment.data ? <SavedCard card={payment.data} /> : <NoCard />}
          <PaymentExplanation />
        </>
      ) : null}
    </RewardsPage>
  )
}
