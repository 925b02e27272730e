import { Alert, Button } from '@mantine/core'
import { useState } from 'react'
import { limits } from '#contract/limits.ts'
import type { HistoryTotals } from '#contract/schemas/history-imports.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { toFormErrors } from '#web/shared/errors/error-messages.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { type HistoryCheck, type HistoryImport, useStartHistory } from '../api/queries.ts'
import { DeleteUpload } from './DeleteUpload.tsx'
import css from './history-imports.module.css'
import { type TagChoice, valueOfTag } from './TagsSection.tsx'

type Props = {
  historyImport: HistoryImport
  totals: HistoryTotals
  tags: HistoryCheck['tags']
  tagChoice: TagChoice
  opens: boolean
  onColumns: () => void
}

/** What the start creates, with exact numbers. */
function Effects({ totals, tags, tagChoice, opens }: Omit<Props, 'historyImport' | 'onColumns'>) {
  const { t } = useTranslation('imports')
  const newValues = tagChoice.creates ? tags.filter((tag) => !valueOfTag(tag, tagChoice)).length : 0
  const lines = [
    { key: 'known', count: totals.known },
    { key: 'refused', count: totals.refusals.reduce((sum, { rows }) => sum + rows, 0) },
    { key: 'values', count: newValues },
    { key: 'former', count: totals.unknown },
    { key: 'opening', count: opens ? totals.opening.points : 0 },
  ].filter(({ count }) => count > 0)
  return (
    <ul className={css['effects']}>
      {lines.map(({ key, count }) => (
        <li key={key}>{t(`history.start.${key}`, { count, n: formatNumber(count) })}</li>
      ))}
      {opens ? null : <li>{t('history.start.no_opening')}</li>}
      <li>{t('history.start.silent')}</li>
    </ul>
  )
}

/** Starts the import after a question. */
export function StartSection({ onColumns, ...props }: Props) {
  const { t } = useTranslation('imports')
  const { historyImport, totals, tags, tagChoice, opens } = props
  const [isAsked, setIsAsked] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const start = useStartHistory(historyImport.id, {
    onError: (error) => {
      setIsAsked(false)
      setProblem(
        error instanceof ApiCallError && error.has('conflict')
          ? t('history.busy')
          : toFormErrors(t, error, []).general,
      )
    },
  })
  const count = Math.max(totals.posts - totals.known, 0)
  const posts = { count, n: formatNumber(count) }
  const send = () =>
    start.mutate({
      create_values: tagChoice.creates,
      values: tags.flatMap((tag) => {
        const valueId = valueOfTag(tag, tagChoice)
        return valueId && valueId !== tag.value_id ? [{ tag: tag.tag, value_id: valueId }] : []
      }),
      opening_balances: opens,
    })
  return (
    <SettingsSection title={t('history.start.title')} text={t('history.start.text')}>
      {problem ? (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      ) : null}
      <div className={css['actions']}>
        <div className={css['back']}>
          <Button variant="default" onClick={onColumns}>
            {t('history.start.columns')}
          </Button>
          <DeleteUpload id={historyImport.id} />
        </div>
        {totals.posts ? (
          <Button
            onClick={() => {
              setProblem(null)
              setIsAsked(true)
            }}
          >
            {t('history.start.button', posts)}
          </Button>
        ) : null}
      </div>
      <ConfirmDialog
        opened={isAsked}
        title={t('history.start.ask', posts)}
        text={t('history.start.undo', { days: limits.history_undo_days })}
        confirm={t('history.start.button', posts)}
        cancel={t('common:cancel')}
        busy={start.isPending}
        onClose={() => setIsAsked(false)}
        onConfirm={send}
      >
        <Effects {...props} />
      </ConfirmDialog>
    </SettingsSection>
  )
}
