import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import type { HistoryTotals } from '#contract/schemas/history-imports.ts'
import { downloadFromApi } from '#web/lib/download-file.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
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
  const download = useMutation({
    mutationFn: () =>
      downloadFromApi('history_imports.refused', { params: { id } }, `${t('refused_file')}.csv`),
    onError: (error) => notifyError(t, error),
  })
  return (
    <SettingsSection
      title={t('history.refused.title')}
      text={t('history.refused.text', { count: refused, n: formatNumber(refused) })}
      action={
        <Button
          variant="default"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
          loading={download.isPending}
          onClick={() => download.mutate()}
        >
          {t('sync.run.download')}
        </Button>
      }
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
