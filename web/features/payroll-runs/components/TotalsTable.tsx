import type { PayrollTotal } from '#contract/schemas/payroll.ts'
import { formatMoney } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './payroll.module.css'

/** The sums of lines, a row for each currency. */
export function TotalsTable({ totals }: { totals: readonly PayrollTotal[] }) {
  const { t } = useTranslation('finance')
  if (!totals.length) return null
  return (
    <div className={css['scroll']}>
      <table className={`${css['table']} ${css['sums']}`}>
        <caption className="sr-only">{t('payroll.sums')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('payroll.currency')}</th>
            <th scope="col">{t('payroll.value')}</th>
            <th scope="col">{t('payroll.taxable')}</th>
            <th scope="col">{t('payroll.gross_up')}</th>
          </tr>
        </thead>
        <tbody>
          {totals.map(({ currency, ...sums }) => (
            <tr key={currency}>
              <th scope="row">{currency}</th>
              <td>{formatMoney(sums.value_minor, currency)}</td>
              <td>{formatMoney(sums.taxable_minor, currency)}</td>
              <td>{formatMoney(sums.gross_up_minor, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
