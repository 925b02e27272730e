import { Switch } from '@mantine/core'
import type { HistoryTotals } from '#contract/schemas/history-imports.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import css from './history-imports.module.css'

/** Whether members get the points that they have received in the imported posts. */
export function OpeningSection({
  opening: { people, points },
  opens,
  onOpens,
}: {
  opening: HistoryTotals['opening']
  opens: boolean
  onOpens: (opens: boolean) => void
}) {
  const { t } = useTranslation('imports')
  return (
    <SettingsSection title={t('history.opening.title')} text={t('history.opening.text')}>
      {points ? (
        <Switch
          label={t('history.opening.switch', { count: points, n: formatNumber(points) })}
          description={t('history.opening.switch_text', {
            count: people,
            people: formatNumber(people),
          })}
          checked={opens}
          onChange={({ currentTarget: { checked } }) => onOpens(checked)}
        />
      ) : (
        <p className={css['text']}>{t('history.opening.none')}</p>
      )}
    </SettingsSection>
  )
}
