import type { OutputOf } from '#contract/routes/index.ts'
import { formatNumber, formatPercent } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './liability.module.css'

type AgeRow = OutputOf<'liability.get'>['ages'][number]
const totalOf = ({ wallets, held }: AgeRow) => wallets + held

/** How old the points are, and how many of them people will probably redeem. */
export function Ages({ ages }: { ages: AgeRow[] }) {
  const { t } = useTranslation('finance')
  const sum = ages.reduce((total, row) => total + Math.max(totalOf(row), 0), 0)
  return (
    <>
      {sum > 0 ? (
        <div className={css['bar']} aria-hidden="true">
          {ages.map((row) => (
            <span
              key={row.age}
              data-age={row.age}
              style={{ flexGrow: Math.max(totalOf(row), 0) / sum }}
            />
          ))}
        </div>
      ) : null}
      <div className={css['scroll']}>
        <table className={`${css['table']} ${css['ages']}`}>
          <caption className="sr-only">{t('liability.ages')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('liability.age')}</th>
              <th scope="col">{t('liability.points')}</th>
              <th scope="col">{t('liability.used')}</th>
              <th scope="col">{t('liability.expected')}</th>
            </tr>
          </thead>
          <tbody>
            {ages.map((row) => (
              <tr key={row.age}>
                <th scope="row">
                  <span className={css['dot']} data-age={row.age} aria-hidden="true" />
                  {t(`liability.days.${row.age}`)}
                </th>
                <td>{formatNumber(totalOf(row))}</td>
                <td>{row.received > 0 ? formatPercent(row.used_share / 10_000) : '–'}</td>
                <td>{formatNumber(row.expected)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={css['note']}>{t('liability.ages_text')}</p>
    </>
  )
}
