import { Button } from '@mantine/core'
import { useState } from 'react'
import { dayMs } from '#contract/durations.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { type HistoryImport, useHistoryAction } from '../api/queries.ts'
import css from './history-imports.module.css'

const daysUntil = (time: string) => Math.ceil((Date.parse(time) - Date.now()) / dayMs)

/** Undoes an import after a question, and says until when. */
export function UndoSection({
  historyImport: { id, created, opened_points: opened, undo_until: until },
}: {
  historyImport: HistoryImport
}) {
  const { t } = useTranslation('imports')
  const {
    settings: { timezone },
  } = useConfig()
  const [isAsked, setIsAsked] = useState(false)
  const undo = useHistoryAction('history_imports.undo', id, {
    onError: (error) => {
      setIsAsked(false)
      notifyError(t, error)
    },
  })
  const daysLeft = until === null ? 0 : daysUntil(until)
  if (until === null || daysLeft <= 0)
    return <SettingsSection title={t('history.undo.title')} text={t('history.undo.over')} />
  return (
    <SettingsSection
      title={t('history.undo.title')}
      text={t('history.undo.until', {
        date: formatDateTime(until, timezone),
        count: daysLeft,
      })}
      action={
        <Button variant="default" onClick={() => setIsAsked(true)}>
          {t('history.undo.button')}
        </Button>
      }
    >
      <ConfirmDialog
        opened={isAsked}
        danger
        title={t('history.undo.ask')}
        text={t('history.undo.text', { count: created, n: formatNumber(created) })}
        confirm={t('history.undo.button')}
        cancel={t('common:cancel')}
        busy={undo.isPending}
        onClose={() => setIsAsked(false)}
        onConfirm={() => undo.mutate()}
      >
        <ul className={css['effects']}>
          <li>{t('history.undo.created')}</li>
          {opened ? (
            <li>{t('history.undo.opening', { count: opened, n: formatNumber(opened) })}</li>
          ) : null}
        </ul>
      </ConfirmDialog>
    </SettingsSection>
  )
}
