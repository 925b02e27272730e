import type { PayrollLine } from '#contract/schemas/payroll.ts'
import { useCountryName } from '#web/shared/use-country-name.ts'
import { formatDay, formatMoney } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useIsPhone } from '#web/ui/use-is-phone.ts'
import css from './payroll.module.css'

/** What is special about a line, or what it lacks. */
const marksOf = (line: PayrollLine) =>
  [
    line.correction ? ('correction' as const) : null,
    line.late ? ('late' as const) : null,
    line.employee_number === '' ? ('no_number' as const) : null,
    line.currency === null ? ('no_worth' as const) : null,
    line.borne_by === null && !line.correction ? ('no_rule' as const) : null,
  ].filter((mark) => mark !== null)

/** An amount of a line. Without a worth it has none. */
const formatAmount = (minor: number, { currency }: PayrollLine) =>
  currency === null ? '–' : formatMoney(minor, currency)

/** The texts of a line. */
function useLineTexts(line: PayrollLine) {
  const { t } = useTranslation('finance')
  const countryName = useCountryName()
  return {
    name: line.name || t('common:former'),
    number: [line.employee_number, line.cost_center].filter(Boolean).join(' · '),
    day: formatDay(line.day),
    category: t(`rewards:category.${line.category}`),
    country: line.country === null ? t('liability.no_country') : countryName(line.country),
    value: formatAmount(line.value_minor, line),
    taxable: formatAmount(line.taxable_minor, line),
    grossUp: line.gross_up_minor ? formatAmount(line.gross_up_minor, line) : null,
  }
}

function Marks({ line }: { line: PayrollLine }) {
  const { t } = useTranslation('finance')
  const marks = marksOf(line)
  return marks.length ? (
    <span className={css['marks']}>
      {marks.map((mark) => (
        <span key={mark} data-mark={mark}>
          {t(`payroll.mark.${mark}`)}
        </span>
      ))}
    </span>
  ) : null
}

function LineRow({ line, isCompact }: { line: PayrollLine; isCompact: boolean }) {
  const { t } = useTranslation('finance')
  const { name, number, day, category, country, value, taxable, grossUp } = useLineTexts(line)
  return (
    <tr>
      <th scope="row">
        {name}
        {number ? <small>{number}</small> : null}
        {isCompact ? (
          <small>
            {day} · {category}
          </small>
        ) : null}
        <Marks line={line} />
      </th>
      {isCompact ? null : (
        <>
          <td className={css['date']}>{day}</td>
          <td className={css['words']}>{category}</td>
          <td className={css['words']}>{country}</td>
        </>
      )}
      <td>{value}</td>
      <td>
        {taxable}
        {isCompact && grossUp ? (
          <small>{t('payroll.plus_gross_up', { amount: grossUp })}</small>
        ) : null}
      </td>
      {isCompact ? null : <td>{grossUp ?? '–'}</td>}
    </tr>
  )
}

function LineCard({ line }: { line: PayrollLine }) {
  const { t } = useTranslation('finance')
  const { name, number, day, category, country, value, taxable, grossUp } = useLineTexts(line)
  const amounts = [
    { label: t('payroll.value'), amount: value },
    { label: t('payroll.taxable'), amount: taxable },
    ...(grossUp ? [{ label: t('payroll.gross_up'), amount: grossUp }] : []),
  ]
  return (
    <li>
      <b>{name}</b>
      {number ? <small>{number}</small> : null}
      <small>{[day, category, country].join(' · ')}</small>
      <Marks line={line} />
      <dl>
        {amounts.map(({ label, amount }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{amount}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}

const keyOf = (line: PayrollLine) => `${line.purchase_id} ${line.user_id} ${line.correction}`

/**
 * Lines of a draft or a run, on a phone as cards. With `isCompact` the day and the category are below
 * the name, and the gross-up below the taxable amount.
 */
export function LinesTable({
  lines,
  title,
  isCompact = false,
}: {
  lines: readonly PayrollLine[]
  title: string
  isCompact?: boolean
}) {
  const { t } = useTranslation('finance')
  if (useIsPhone())
    return (
      <ul className={css['lineCards']} aria-label={title}>
        {lines.map((line) => (
          <LineCard key={keyOf(line)} line={line} />
        ))}
      </ul>
    )
  return (
    <div className={css['scroll']}>
      <table className={`${css['table']} ${css['lines']}`}>
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{t('payroll.employee')}</th>
            {isCompact ? null : (
              <>
                <th scope="col" className={css['words']}>
                  {t('liability.day')}
                </th>
                <th scope="col" className={css['words']}>
                  {t('payroll.reward')}
                </th>
                <th scope="col" className={css['words']}>
                  {t('worth.country')}
                </th>
              </>
            )}
            <th scope="col">{t('payroll.value')}</th>
            <th scope="col">{t('payroll.taxable')}</th>
            {isCompact ? null : <th scope="col">{t('payroll.gross_up')}</th>}
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <LineRow key={keyOf(line)} line={line} isCompact={isCompact} />
          ))}
        </tbody>
      </table>
    </div>
  )
}
