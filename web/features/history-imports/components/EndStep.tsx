import { Button } from '@mantine/core'
import { IconAlertTriangle, IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { limits } from '#contract/limits.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { Figures } from '#web/shared/people-files/Figures.tsx'
import { StatusHead } from '#web/shared/people-files/StatusHead.tsx'
import { Card } from '#web/ui/Card.tsx'
import { type HistoryImport, useHistoryAction } from '../api/queries.ts'
import { DeleteUpload } from './DeleteUpload.tsx'
import css from './history-imports.module.css'

/** What a finished import has created. */
export function FinishedStep({ historyImport }: { historyImport: HistoryImport }) {
  const { t } = useTranslation('imports')
  const { created, known, refused, opened_points: opened } = historyImport
  const figures = [
    { key: 'created', value: created, tone: 'good' },
    ...(opened ? [{ key: 'opened', value: opened, tone: 'good' } as const] : []),
    ...(known ? [{ key: 'known', value: known, tone: 'plain' } as const] : []),
    { key: 'refused', value: refused, tone: 'bad' },
  ] as const
  return (
    <Card className={css['stack']}>
      <StatusHead
        tone="good"
        Icon={IconCheck}
        title={t('history.finished.title')}
        text={t('history.finished.text')}
      />
      <div className={css['figures']}>
        <Figures
          figures={figures.map((figure) => ({
            ...figure,
            label: t(`history.figure.${figure.key}`),
          }))}
        />
      </div>
      <div className={css['actions']}>
        <Button variant="default" component={Link} to="/settings/history-imports">
          {t('ended.again')}
        </Button>
        <Button component={Link} to="/feed">
          {t('history.finished.feed')}
        </Button>
      </div>
    </Card>
  )
}

/** That an undo is over, and what it could not take back. */
export function UndoneStep({
  historyImport: { kept_points: kept },
}: {
  historyImport: HistoryImport
}) {
  const { t } = useTranslation('imports')
  return (
    <Card className={css['stack']}>
      <StatusHead
        tone="plain"
        Icon={IconArrowBackUp}
        title={t('history.undone.title')}
        text={t('history.undone.text')}
      />
      {kept ? (
        <p className={css['text']}>
          {t('history.undone.kept', { count: kept, n: formatNumber(kept) })}
        </p>
      ) : null}
      <div>
        <Button component={Link} to="/settings/history-imports">
          {t('ended.again')}
        </Button>
      </div>
    </Card>
  )
}

/** The check of a failed import again, or its columns. */
function FailedCheckActions({ id, onColumns }: { id: string; onColumns: () => void }) {
  const { t } = useTranslation('imports')
  const check = useHistoryAction('history_imports.check', id, {
    onError: (error) => notifyError(t, error),
  })
  return (
    <div className={css['actions']}>
      <div className={css['back']}>
        <Button variant="default" onClick={onColumns}>
          {t('history.start.columns')}
        </Button>
        <DeleteUpload id={id} />
      </div>
      <Button loading={check.isPending} onClick={() => check.mutate()}>
        {t('history.failed.again')}
      </Button>
    </div>
  )
}

/** What a failure has left, and what can be done. */
export function FailedStep({
  historyImport: { id, created, started_at: startedAt },
  onColumns,
}: {
  historyImport: HistoryImport
  onColumns: () => void
}) {
  const { t } = useTranslation('imports')
  return (
    <Card className={css['stack']}>
      <StatusHead
        tone="bad"
        Icon={IconAlertTriangle}
        title={t('history.failed.title')}
        text={
          startedAt === null
            ? t('history.failed.check_text', { people: formatNumber(limits.history_people_max) })
            : t('history.failed.text', { count: created, n: formatNumber(created) })
        }
      />
      {startedAt === null ? <FailedCheckActions id={id} onColumns={onColumns} /> : null}
    </Card>
  )
}
