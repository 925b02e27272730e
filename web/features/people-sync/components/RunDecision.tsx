import { Button } from '@mantine/core'
import { useState } from 'react'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx'
import { type PeopleSyncRun, useDecideRun } from '../api/queries.ts'
import css from './people-sync.module.css'

/** How many people leave, now or after the next file. */
function Leavers({ counts: { deactivated, missing } }: Pick<PeopleSyncRun, 'counts'>) {
  const { t } = useTranslation('imports')
  const lines = [
    { key: 'apply_leave', count: deactivated },
    { key: 'apply_missing', count: missing },
  ].filter(({ count }) => count > 0)
  if (!lines.length) return null
  return (
    <ul className={css['leavers']}>
      {lines.map(({ key, count }) => (
        <li key={key}>{t(`sync.run.${key}`, { count, n: formatNumber(count) })}</li>
      ))}
    </ul>
  )
}

/** Applies or discards a run that waits, after a question. */
export function RunDecision({ run }: { run: PeopleSyncRun }) {
  const { t } = useTranslation('imports')
  const [asked, setAsked] = useState<'apply' | 'discard' | null>(null)
  const decide = useDecideRun(run.id, {
    onSuccess: () => setAsked(null),
    onError: (error) => {
      setAsked(null)
      notifyError(t, error)
    },
  })
  const close = () => setAsked(null)
  const leaves = run.counts.deactivated + run.counts.missing > 0
  return (
    <div className={css['actions']}>
      <Button onClick={() => setAsked('apply')}>{t('sync.run.apply')}</Button>
      <Button variant="default" onClick={() => setAsked('discard')}>
        {t('sync.run.discard')}
      </Button>
      <ConfirmDialog
        opened={asked === 'apply'}
        danger={leaves}
        title={t('sync.run.apply_title')}
        text={t('sync.run.apply_text')}
        confirm={t('sync.run.apply')}
        cancel={t('common:cancel')}
        busy={decide.isPending}
        onClose={close}
        onConfirm={() => decide.mutate('apply')}
      >
        <Leavers counts={run.counts} />
      </ConfirmDialog>
      <ConfirmDialog
        opened={asked === 'discard'}
        title={t('sync.run.discard_title')}
        text={t('sync.run.discard_text')}
        confirm={t('sync.run.discard')}
        cancel={t('common:cancel')}
        busy={decide.isPending}
        onClose={close}
        onConfirm={() => decide.mutate('discard')}
      />
    </div>
  )
}
