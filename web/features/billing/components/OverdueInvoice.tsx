import { Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useEffect } from 'react'
import { formatUsd } from '#web/shared/billing/InvoiceTotals.tsx'
import { useConfig } from '#web/shared/config.ts'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { type Subscription, useRefetchBilling } from '../api/queries.ts'
import css from './billing.module.css'

/** A failed payment, or a missing payment that closed the team: amount, next retry and action. */
export function OverdueInvoice({
  subscription: { status, open_invoice: openInvoice },
}: {
  subscription: Pick<Subscription, 'status' | 'open_invoice'>
}) {
  const { t } = useTranslation('billing')
  const {
    settings: { timezone },
    workspace,
  } = useConfig()
  const refetchBilling = useRefetchBilling()
  const hasFailed = status === 'past_due'
  // The provider may have received the payment already: refetch the access state once.
  useEffect(() => {
    if (!hasFailed) refetchBilling()
  }, [hasFailed, refetchBilling])
  const nextAttemptText = openInvoice?.next_attempt_at
    ? t('overdue.again', { date: formatDate(openInvoice.next_attempt_at, timezone) })
    : t('overdue.last')
  const failureText = openInvoice
    ? t('overdue.title', { amount: formatUsd(openInvoice.amount) })
    : t('status.past_due')
  return (
    <section className={css['overdue']} aria-labelledby="overdue">
      <IconAlertTriangle size={26} aria-hidden="true" />
      <div>
        <h2 id="overdue">{hasFailed ? failureText : t('overdue.late')}</h2>
        <p>{hasFailed ? nextAttemptText : t('overdue.late_text')}</p>
        {workspace.billing_active ? null : <p>{t('overdue.closed')}</p>}
      </div>
      <Button component={Link} to="/settings/billing/payment_method">
        {t('card.change')}
      </Button>
    </section>
  )
}
