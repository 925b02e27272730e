import {
  IconAlertTriangle,
  IconCheck,
  IconClipboardCheck,
  IconPlayerStop,
  IconRefresh,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { limits } from '#contract/limits.ts'
import { peopleSyncOutcomes } from '#contract/people-sync.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import i18n, { type Translate, useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { type Figure, Figures } from '#web/shared/people-files/Figures.tsx'
import { ProgressTrack } from '#web/shared/people-files/ProgressTrack.tsx'
import { StatusHead } from '#web/shared/people-files/StatusHead.tsx'
import { Card } from '#web/ui/Card.tsx'
import { isWaiting, isWorking, type PeopleSyncRun, syncSettingsQuery } from '../api/queries.ts'
import css from './people-sync.module.css'
import { RunDecision } from './RunDecision.tsx'
import { toneOfState } from './state-tone.ts'

const icons = {
  checking: IconRefresh,
  applying: IconRefresh,
  waiting: IconClipboardCheck,
  stopped: IconAlertTriangle,
  failed: IconAlertTriangle,
  finished: IconCheck,
  discarded: IconPlayerStop,
} as const
const tones: Record<string, Figure['tone']> = { new: 'good', refused: 'bad', deactivated: 'bad' }
const megabyte = 1_048_576

/** Returns what to change after a failed run. */
function problemText(t: Translate, code: string | null): string {
  const key = `imports:sync.problem.${code}`
  return t(i18n.exists(key) ? key : 'imports:sync.problem.unknown', {
    rows: formatNumber(limits.import_rows_max),
    columns: limits.import_columns_max,
    size: formatNumber(limits.import_bytes_max / megabyte),
  })
}

/** Returns the changes that applying a run writes. */
const countChanges = ({ counts }: PeopleSyncRun): number =>
  peopleSyncOutcomes.reduce(
    (sum, outcome) => (outcome === 'refused' ? sum : sum + counts[outcome]),
    0,
  )

/** The heading of a run and what follows from it. */
function useStatusTexts(run: PeopleSyncRun): { title: string; text: string } {
  const { t } = useTranslation('imports')
  const { state, counts, synced } = run
  const { data: settings } = useQuery({ ...syncSettingsQuery, enabled: state === 'stopped' })
  if (state === 'stopped')
    return {
      title: t(settings ? 'sync.run.stopped' : 'sync.run.stopped_short', {
        leavers: formatNumber(counts.deactivated + counts.missing),
        synced: formatNumber(synced),
        percent: settings?.leavers_percent_max ?? 0,
      }),
      text: t('sync.run.stopped_text'),
    }
  if (state === 'failed') return { title: t('sync.run.failed'), text: problemText(t, run.code) }
  const key = state === 'waiting' && countChanges(run) === 0 ? 'waiting_none' : state
  return { title: t(`sync.run.${key}`), text: t(`sync.run.${key}_text`) }
}

function RunProgress({ run, labelId }: { run: PeopleSyncRun; labelId: string }) {
  const { t } = useTranslation('imports')
  const isChecking = run.state === 'checking'
  const done = isChecking ? run.checked : run.applied
  const total = isChecking ? run.rows : Math.max(countChanges(run), run.applied)
  return (
    <div>
      <ProgressTrack
        labelId={labelId}
        percent={total ? Math.round((done / total) * 100) : 0}
        count={
          isChecking && total === 0
            ? t('sync.run.fetching')
            : t(isChecking ? 'sync.run.checked' : 'sync.run.applied', {
                done: formatNumber(done),
                total: formatNumber(total),
              })
        }
      />
    </div>
  )
}

/** The state of a run in words, its counts, and what can be decided. */
export function RunStatus({ run }: { run: PeopleSyncRun }) {
  const { t } = useTranslation('imports')
  const {
    settings: { timezone },
  } = useConfig()
  const { state, source, created_at: createdAt, counts } = run
  const { title, text } = useStatusTexts(run)
  const hasCounts = state !== 'failed' && state !== 'checking'
  return (
    <Card className={css['form']}>
      <StatusHead
        tone={toneOfState[state]}
        Icon={icons[state]}
        titleId="sync-run"
        title={title}
        text={text}
      />
      {isWorking(run) ? <RunProgress run={run} labelId="sync-run" /> : null}
      {hasCounts ? (
        <div className={css['figures']}>
          <Figures
            figures={peopleSyncOutcomes.map((outcome) => ({
              key: outcome,
              label: t(`sync.outcome.${outcome}`),
              value: counts[outcome],
              tone: tones[outcome] ?? 'plain',
            }))}
          />
        </div>
      ) : null}
      {isWaiting(run) ? <RunDecision run={run} /> : null}
      <p className={css['about']}>
        {t(`sync.from.${source}`)}
        {' · '}
        <time dateTime={createdAt}>{formatDateTime(createdAt, timezone)}</time>
      </p>
    </Card>
  )
}
