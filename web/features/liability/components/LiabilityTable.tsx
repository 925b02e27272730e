import type { ReactNode } from 'react'
import type { LiabilityFigures } from '#contract/schemas/liability.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import css from './liability.module.css'
import { MoneyList } from '#web/shared/points/MoneyList.tsx'

export type LiabilityRow = { key: string; name: ReactNode; figures: LiabilityFigures }

/** Points and money by country or by group. */
export function LiabilityTable({
  title,
  first,
  rows,
}: {
  title: string
  first: string
  rows: LiabilityRow[]
}) {
  const { t } = useTranslation('finance')
  return (
    <div className={css['scroll']}>
      <table className={css['table']}>
        <caption className="sr-only">{title}</caption>
        <thead>
          <tr>
            <th scope="col">{first}</th>
            <th scope="col" className={css['wide']}>
              {t('liability.wallets')}
            </th>
            <th scope="col" className={css['wide']}>
              {t('liability.held')}
            </th>
            <th scope="col">{t('liability.points')}</th>
            <th scope="col">{t('liability.money')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, figures }) => (
            <tr key={key}>
              <th scope="row">{name}</th>
              <td className={css['wide']}>{formatNumber(figures.wallets)}</td>
              <td className={css['wide']}>{formatNumber(figures.held)}</td>
              <td>{formatNumber(figures.total)}</td>
              <td>
                <MoneyList money={figures.money} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
