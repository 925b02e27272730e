import { Button } from '@mantine/core'
import { IconDownload, IconExternalLink } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import type { Invoice, Receipt } from '#contract/schemas/billing.ts'
import { InvoiceTotals, formatUsd } from '#web/shared/billing/InvoiceTotals.tsx'
import { useConfig } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { downloadFromApi } from '#web/lib/download-file.ts'
import { formatDate } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './billing.module.css'

const statusTones = {
  paid: 'good',
  open: 'bad',
  draft: 'plain',
  upcoming: 'wait',
  void: 'plain',
} as const

/**
 * A link to a document: ours is fetched with the session, the provider's opens in a new tab. `of`
 * names the invoice for screen readers.
 */
function DocumentLink({
  url,
  name,
  id,
  file,
  documentTitle,
}: {
  url: string
  name: 'billing.invoice_pdf' | 'billing.receipt_pdf'
  id: string
  file: string
  documentTitle: string
}) {
  const { t } = useTranslation('billing')
  const download = useMutation({
    mutationFn: () => downloadFromApi(name, { params: { id } }, file),
    onError: (error) => notifyError(t, error),
  })
  const label = (
    <>
      {t('history.pdf')}
      <span className="sr-only"> {documentTitle}</span>
    </>
  )
  const buttonProps = { size: 'compact-md', variant: 'default' } as const
  return url.startsWith('/') ? (
    <Button
      {...buttonProps}
      leftSection={<IconDownload size={16} aria-hidden="true" />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      {label}
    </Button>
  ) : (
    <Button
      {...buttonProps}
      component="a"
      href={url}
      target="_blank"
      rel="noreferrer"
      leftSection={<IconExternalLink size={16} aria-hidden="true" />}
    >
      {label}
    </Button>
  )
}

export function InvoiceRow({ invoice }: { invoice: Invoice }) {
  const { t } = useTranslation('billing')
  const {
    settings: { timezone },
  } = useConfig()
  const {
    label,
    number,
    created,
    period_start: periodStart,
    period_end: periodEnd,
    payment_failed: paymentFailed,
    next_payment_attempt: nextPaymentAttempt,
    pdf_url: pdfUrl,
  } = invoice
  const title = number ?? t(label === 'upcoming' ? 'history.next' : 'history.unnumbered')
  return (
    <li className={css['row']}>
      <div className={css['rowHead']}>
        <div className={css['what']}>
          <p>
            <b>{title}</b>{' '}
            <span className={css['chip']} data-tone={statusTones[label]}>
              {t(`label.${label}`)}
            </span>
          </p>
          <p className={css['hint']}>
            <time dateTime={created}>{formatDate(created, timezone)}</time> ·{' '}
            {t('history.period', {
              from: formatDate(periodStart, timezone),
              to: formatDate(periodEnd, timezone),
            })}
          </p>
          {paymentFailed && label === 'open' ? (
            <p className={css['failed']}>
              {nextPaymentAttempt
                ? t('history.failed_again', { date: formatDate(nextPaymentAttempt, timezone) })
                : t('history.failed')}
            </p>
          ) : null}
        </div>
        <p className={css['amount']}>{formatUsd(invoice.amount_due)}</p>
      </div>
      <div className={css['rowFoot']}>
        <details className={css['unfold']}>
          <summary>
            {t('next.lines')}
            <span className="sr-only"> {title}</span>
          </summary>
          <InvoiceTotals
            invoice={invoice}
            timezone={timezone}
            totalLabel={t(label === 'paid' ? 'sum.paid' : 'sum.due')}
          />
        </details>
        {pdfUrl ? (
          <DocumentLink
            url={pdfUrl}
            name="billing.invoice_pdf"
            id={invoice.id}
            file={`${number ?? invoice.id}.pdf`}
            documentTitle={title}
          />
        ) : null}
      </div>
    </li>
  )
}

export function ReceiptRow({ receipt }: { receipt: Receipt }) {
  const { t } = useTranslation('billing')
  const {
    settings: { timezone },
  } = useConfig()
  const {
    id,
    created,
    amount,
    refunded,
    brand,
    last4,
    invoice_number: invoiceNumber,
    url,
  } = receipt
  const date = formatDate(created, timezone)
  return (
    <li className={css['row']}>
      <div className={css['rowHead']}>
        <div className={css['what']}>
          <p>
            <b>
              <time dateTime={created}>{date}</time>
            </b>{' '}
            {refunded ? (
              <span className={css['chip']} data-tone="wait">
                {t('history.refunded')}
              </span>
            ) : null}
          </p>
          <p className={css['hint']}>
            {t('history.card', { brand, last4 })}
            {invoiceNumber ? <> · {t('history.for', { number: invoiceNumber })}</> : null}
          </p>
        </div>
        <p className={css['amount']}>{formatUsd(amount)}</p>
        {url ? (
          <DocumentLink
            url={url}
            name="billing.receipt_pdf"
            id={id}
            file={`${invoiceNumber ?? 'receipt'}-${created.slice(0, 10)}.pdf`}
            documentTitle={date}
          />
        ) : null}
      </div>
    </li>
  )
}
