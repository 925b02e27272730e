import { limits } from '#contract/limits.ts'
import type { HistoryTotals } from '#contract/schemas/history-imports.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { DownloadRefused } from '#web/shared/people-files/DownloadRefused.tsx'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import css from './history-imports.module.css'

/** The rows that become no posts, by reason, with a CSV of them. */
export function RefusedSection({
  id,
  refusals,
  refused,
}: {
  id: string
  refusals: HistoryTotals['refusals']
  refused: number
}) {
  const { t } = useTranslation('imports')
  return (
    <SettingsSection
      title={t('history.refused.title')}
      text={t('history.refused.text', { count: refused, n: formatNumber(refused) })}
      action={<DownloadRefused name="history_imports.refused" id={id} file={t('refused_file')} />}
    >
      <ul className={css['counts']} aria-label={t('history.refused.title')}>
        {refusals.map(({ code, rows }) => (
          <li key={code}>
            <span>
              {t(`history.${code}`, {
                year: String(limits.history_first_year),
                count: limits.history_receivers_max,
                points: limits.history_points_max,
              })}
            </span>
            <b>{formatNumber(rows)}</b>
          </li>
        ))}
      </ul>
    </SettingsSection>
  )
}
