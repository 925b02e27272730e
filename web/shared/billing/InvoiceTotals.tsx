import type { Invoice } from '#contract/schemas/billing.ts'
import { limits } from '#contract/limits.ts'
import { formatDate, formatMoney, formatPercent } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './invoice-totals.module.css'

/** Formats a billing amount: USD cents, always with two decimals. */
export const formatUsd = (cents: number) => formatMoney(cents, 'USD')

type Props = {
  invoice: Pick<
    Invoice,
    'lines' | 'subtotal' | 'discounts' | 'total' | 'balance_applied' | 'amount_due'
  >
  timezone: string
  /** The label of the last line: 'Due today', 'Total'. */
  totalLabel: string
}

/** Lists the lines of an invoice down to the amount due. */
export function InvoiceTotals({ invoice, timezone, totalLabel }: Props) {
  const { t } = useTranslation('billing')
  const {
    lines,
    subtotal,
    discounts,
    total,
    balance_applied: balanceApplied,
    amount_due: amountDue,
  } = invoice
  const hasAdjustments = discounts.length > 0 || balanceApplied !== 0 || total !== amountDue
  const balanceLabel = () => {
    if (balanceApplied > 0) return t('sum.balance')
    return total < 0 ? t('sum.kept') : t('sum.owed')
  }
  return (
    <dl className={css['sum']}>
      {lines.map((line, index) => (
        <div key={index}>
          <dt>
            {line.description}
            <small>
              {formatDate(line.period_start, timezone)} – {formatDate(line.period_end, timezone)}
            </small>
          </dt>
          <dd>{formatUsd(line.amount)}</dd>
        </div>
      ))}
      {lines.length > 1 && hasAdjustments ? (
        <div className={css['sub']}>
          <dt>{t('sum.subtotal')}</dt>
          <dd>{formatUsd(subtotal)}</dd>
        </div>
      ) : null}
      {discounts.map((discount) => (
        <div key={`${discount.code} ${discount.lifetime}`} className={css['off']}>
          <dt>
            {discount.lifetime
              ? t('sum.lifetime', { percent: formatPercent(limits.lifetime_discount_share) })
              : t('sum.promo', { code: discount.code })}
          </dt>
          <dd>{formatUsd(-discount.amount)}</dd>
        </div>
      ))}
      {total !== amountDue && (lines.length > 1 || discounts.length > 0) ? (
        <div className={css['sub']}>
          <dt>{t('sum.total')}</dt>
          <dd>{formatUsd(total)}</dd>
        </div>
      ) : null}
      {balanceApplied !== 0 ? (
        <div className={css['off']}>
          <dt>{balanceLabel()}</dt>
          <dd>{formatUsd(-balanceApplied)}</dd>
        </div>
      ) : null}
      <div className={css['due']}>
        <dt>{totalLabel}</dt>
        <dd>{formatUsd(amountDue)}</dd>
      </div>
    </dl>
  )
}
