import type { HistoryTotals } from '#contract/schemas/history-imports.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import css from './history-imports.module.css'

/** The posts and points of each year. */
export function YearsSection({ years }: { years: HistoryTotals['years'] }) {
  const { t } = useTranslation('imports')
  const most = Math.max(...years.map(({ posts }) => posts), 1)
  return (
    <SettingsSection title={t('history.years.title')}>
      <table className={css['table']}>
        <thead>
          <tr>
            <th scope="col">{t('history.years.year')}</th>
            <th scope="col">{t('history.figure.posts')}</th>
            <th scope="col">{t('history.figure.points')}</th>
          </tr>
        </thead>
        <tbody>
          {years.map(({ year, posts, points }) => (
            <tr key={year}>
              {/* A year has no separator of thousands. */}
              <th scope="row">{String(year)}</th>
              <td className={css['barCell']}>
                <span className={css['barLine']}>
                  <span className={css['bar']} style={{ width: `${(posts / most) * 100}%` }} />
                  {formatNumber(posts)}
                </span>
              </td>
              <td>{formatNumber(points)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </SettingsSection>
  )
}
