import { IconRefresh } from '@tabler/icons-react'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ProgressTrack } from '#web/shared/people-files/ProgressTrack.tsx'
import { StatusHead } from '#web/shared/people-files/StatusHead.tsx'
import { Card } from '#web/ui/Card.tsx'
import type { HistoryImport } from '../api/queries.ts'
import css from './history-imports.module.css'

/** Returns how far the background work is. An undo counts the posts that are left. */
function progressOf({ state, rows, done, created, totals }: HistoryImport) {
  if (state === 'undoing') return { done: Math.max(created - done, 0), total: created }
  return { done, total: state === 'in_progress' ? (totals?.posts ?? rows) : rows }
}
const textsByState = {
  checking: { title: 'sync.run.checking', text: 'sync.run.checking_text', count: 'running.count' },
  in_progress: {
    title: 'history.work.importing',
    text: 'sync.run.applying_text',
    count: 'history.work.imported',
  },
  undoing: {
    title: 'history.work.undoing',
    text: 'sync.run.applying_text',
    count: 'history.work.removed',
  },
} as const

/** The progress of a check, of the posts, or of an undo. The page can be left. */
export function WorkStep({
  historyImport,
  state,
}: {
  historyImport: HistoryImport
  state: keyof typeof textsByState
}) {
  const { t } = useTranslation('imports')
  const { done, total } = progressOf(historyImport)
  const texts = textsByState[state]
  return (
    <Card className={css['stack']}>
      <StatusHead
        tone="busy"
        Icon={IconRefresh}
        titleId="history-work"
        title={t(texts.title)}
        text={t(texts.text)}
      />
      <div>
        <ProgressTrack
          labelId="history-work"
          percent={total ? Math.min(Math.floor((done / total) * 100), 100) : 0}
          count={t(texts.count, { done: formatNumber(done), total: formatNumber(total) })}
        />
      </div>
    </Card>
  )
}
