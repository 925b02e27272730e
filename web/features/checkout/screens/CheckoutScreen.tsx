import { Alert, Button, Skeleton, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { testCards } from '#contract/test-cards.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { isDue } from '#web/shared/billing/due-dates.ts'
import { InvoiceTotals, formatUsd } from '#web/shared/billing/InvoiceTotals.tsx'
import { AuthLayout } from '#web/shared/layout/AuthLayout.tsx'
import authCss from '#web/shared/layout/auth-layout.module.css'
import { Form } from '#web/shared/forms/Form.tsx'
import { GeneralProblem } from '#web/shared/forms/GeneralProblem.tsx'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { usePageTitle } from '#web/shared/page-title.ts'
import { call } from '#web/lib/client.ts'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import css from './checkout.module.css'
import { queryKey } from '#web/shared/query-keys.ts'
import { useCall } from '#web/shared/use-call.ts'
import { useServerForm } from '#web/shared/forms/use-server-form.ts'

const formatCardNumber = (digits: string) =>
  digits
    .replaceAll(/\D/g, '')
    .slice(0, 16)
    .replaceAll(/(\d{4})(?=\d)/g, '$1 ')
const formatExpiry = (text: string) =>
  text
    .replaceAll(/\D/g, '')
    .slice(0, 4)
    .replace(/^(\d{2})(\d)/, '$1 / $2')
type CardFields = { number: string; expiry: string; cvc: string }

function TestCards({ onChoose }: { onChoose: (fields: CardFields) => void }) {
  const { t } = useTranslation('billing')
  return (
    <section className={authCss['foot']} aria-labelledby="cards">
      <h2 id="cards" className={css['cards']}>
        {t('checkout.cards')}
      </h2>
      <ul className={css['list']}>
        {testCards.map(({ number, kind }) => (
          <li key={number}>
            <button
              type="button"
              className={`plain ${css['card']}`}
              onClick={() =>
                onChoose({ number: formatCardNumber(number), expiry: '12 / 40', cvc: '123' })
              }
            >
              <span>{formatCardNumber(number)}</span>
              <small>{t(`checkout.kind.${kind}`)}</small>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

type CheckoutOrder = NonNullable<OutputOf<'checkout.get'>['order']>
const timezone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The order: plan, invoice lines, discounts and due date. */
function OrderDetails({ order, isDueToday }: { order: CheckoutOrder; isDueToday: boolean }) {
  const { t } = useTranslation('billing')
  const date = formatDate(order.invoice.created, timezone)
  return (
    <Card className={css['order']}>
      <h2>{t(`plan_name.${order.plan}`)}</h2>
      <p>{t('seats.count', { count: order.quantity })}</p>
      <InvoiceTotals
        invoice={order.invoice}
        timezone={timezone}
        totalLabel={isDueToday ? t('order.today') : t('order.on', { date })}
      />
      {isDueToday ? null : <p>{t('order.not_today', { date })}</p>}
    </Card>
  )
}

/** The state of the page: the order, the card's fields and the payment. */
function useCheckoutForm(token: string) {
  const { t } = useTranslation('billing')
  const form = useServerForm<CardFields>({
    initialValues: { number: '', expiry: '', cvc: '' },
    fieldNames: ['number', 'expiry', 'cvc'],
  })
  const [needsConfirmation, setNeedsConfirmation] = useState(false)
  const [now] = useState(() => Date.now())
  const checkout = useQuery({
    queryKey: queryKey('checkout', token),
    queryFn: () => call('checkout.get', { body: { token } }),
    retry: false,
  })
  usePageTitle(t(checkout.data?.order ? 'checkout.order_title' : 'checkout.title'))
  const pay = useCall('checkout.pay', {
    input: (confirmed: boolean) => ({ body: { token, ...form.getValues(), confirmed } }),
    onSuccess: ({ redirect_url: redirectUrl }) =>
      redirectUrl === null ? setNeedsConfirmation(true) : location.assign(redirectUrl),
    onError: (error) => {
      setNeedsConfirmation(false)
      form.showRefusal(error)
    },
  })
  return {
    ...form,
    checkout,
    now,
    pay,
    isPaying: pay.isPending || (pay.isSuccess && pay.data.redirect_url !== null),
    needsConfirmation,
    refuse: () => setNeedsConfirmation(false),
    submit: form.submitTo(() => pay.mutate(false)),
  }
}
type CheckoutForm = ReturnType<typeof useCheckoutForm>

/** The confirmation of the payment, as a bank would request it. */
function PaymentConfirmation({ form }: { form: CheckoutForm }) {
  const { t } = useTranslation('billing')
  return (
    <AuthLayout title={t('checkout.confirm_title')} lead={t('checkout.confirm_text')}>
      <Button fullWidth size="md" loading={form.isPaying} onClick={() => form.pay.mutate(true)}>
        {t('checkout.confirm')}
      </Button>
      <Button fullWidth size="md" variant="subtle" mt="sm" onClick={form.refuse}>
        {t('checkout.refuse')}
      </Button>
    </AuthLayout>
  )
}

function CardInputs({ form }: { form: CheckoutForm }) {
  const { t } = useTranslation('billing')
  return (
    <>
      <TextInput
        label={t('checkout.number')}
        name="number"
        inputMode="numeric"
        autoComplete="off"
        size="md"
        mb="md"
        placeholder="4242 4242 4242 4242"
        {...form.getInputProps('number')}
        onChange={(event) =>
          form.setFieldValue('number', formatCardNumber(event.currentTarget.value))
        }
      />
      <div className={css['two']}>
        <TextInput
          label={t('checkout.expiry')}
          name="expiry"
          inputMode="numeric"
          autoComplete="off"
          size="md"
          placeholder="12 / 30"
          {...form.getInputProps('expiry')}
          onChange={(event) =>
            form.setFieldValue('expiry', formatExpiry(event.currentTarget.value))
          }
        />
        <TextInput
          label={t('checkout.cvc')}
          name="cvc"
          inputMode="numeric"
          autoComplete="off"
          size="md"
          placeholder="123"
          {...form.getInputProps('cvc')}
          onChange={(event) =>
            form.setFieldValue('cvc', event.currentTarget.value.replaceAll(/\D/g, '').slice(0, 4))
          }
        />
      </div>
    </>
  )
}

function CheckoutCardForm({
  form,
  cancelUrl,
  action,
}: {
  form: CheckoutForm
  cancelUrl: string
  action: string
}) {
  const { t } = useTranslation('billing')
  const { problems } = form
  return (
    <Form problems={problems} onSubmit={form.submit}>
      <GeneralProblem text={problems.general} mb="md" />
      <CardInputs form={form} />
      <Button type="submit" fullWidth size="md" mt="lg" className="wraps" loading={form.isPaying}>
        {action}
      </Button>
      <Button component="a" href={cancelUrl} fullWidth size="md" variant="subtle" mt="sm">
        {t('common:cancel')}
      </Button>
    </Form>
  )
}

/**
 * /checkout/{token}: card entry for local billing. Accepts test cards only; no real money moves.
 */
export function CheckoutScreen() {
  const { t } = useTranslation('billing')
  const { token } = useParams({ strict: false }) as { token: string }
  const form = useCheckoutForm(token)
  const { checkout } = form
  if (checkout.isLoadingError) {
    return (
      <AuthLayout title={t('checkout.closed')} lead={callErrorText(t, checkout.error)}>
        <Button component={Link} to="/feed" fullWidth size="md">
          {t('checkout.back')}
        </Button>
      </AuthLayout>
    )
  }
  if (!checkout.data)
    return (
      <AuthLayout title={t('checkout.title')}>
        <Skeleton height={36} mb="md" />
        <Skeleton height={36} mb="md" />
        <Skeleton height={42} />
      </AuthLayout>
    )
  if (form.needsConfirmation) return <PaymentConfirmation form={form} />
  const { order, offer } = checkout.data
  const isDueToday = order !== null && isDue(order.invoice.created, form.now)
  const actionText = () => {
    if (order === null) return t('checkout.add')
    const { amount_due: amountDue } = order.invoice
    return isDueToday && amountDue > 0
      ? t('order.pay', { amount: formatUsd(amountDue) })
      : t('order.subscribe')
  }
  return (
    <AuthLayout
      title={t(order ? 'checkout.order_heading' : `checkout.heading_${checkout.data.purpose}`, {
        team: checkout.data.team,
      })}
      lead={offer ? t('checkout.offer') : t(order ? 'checkout.order_lead' : 'checkout.lead')}
    >
      {order ? <OrderDetails order={order} isDueToday={isDueToday} /> : null}
      <Alert variant="light" mb="lg">
        {t('checkout.no_money')}
      </Alert>
      <CheckoutCardForm form={form} cancelUrl={checkout.data.cancel_url} action={actionText()} />
      <TestCards onChoose={form.setValues} />
    </AuthLayout>
  )
}
