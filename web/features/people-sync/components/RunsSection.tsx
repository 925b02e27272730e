import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { peopleSyncOutcomes } from '#contract/people-sync.ts'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { type Translate, useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { PagedList } from '#web/shared/PagedList.tsx'
import files from '#web/shared/people-files/people-files.module.css'
import { StateBadge } from '#web/shared/people-files/StatusHead.tsx'
import { useRefetchAtEnd } from '#web/shared/people-files/use-refetch-at-end.ts'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { isWorking, type PeopleSyncRun, syncRunsQuery } from '../api/queries.ts'
import { toneOfState } from './state-tone.ts'

/** Returns the counts of a run in words: "3 new · 1 changed". */
function countsText(t: Translate, { counts }: PeopleSyncRun): string {
  const parts = peopleSyncOutcomes
    .filter((outcome) => counts[outcome] > 0)
    // A count stays on the line of its word.
    .map((outcome) =>
      t(`sync.runs.count.${outcome}`, { n: formatNumber(counts[outcome]) }).replaceAll(
        ' ',
        '\u00A0',
      ),
    )
  return parts.length ? parts.join(' · ') : t('sync.runs.nothing')
}

function RunRow({ run }: { run: PeopleSyncRun }) {
  const { t } = useTranslation('imports')
  const {
    settings: { timezone },
  } = useConfig()
  const { id, state, source, file_name: fileName, created_at: createdAt } = run
  return (
    <li>
      <Link to="/settings/team/sync/$id" params={{ id }} className={files['file']}>
        <span className={files['fileName']}>
          {fileName || t('sync.runs.no_file')}
          <small>
            <time dateTime={createdAt}>{formatDateTime(createdAt, timezone)}</time>
            {` · ${t(`sync.from.${source}`)}`}
          </small>
          {isWorking(run) || state === 'failed' ? null : <small>{countsText(t, run)}</small>}
        </span>
        <StateBadge tone={toneOfState[state]} text={t(`sync.state.${state}`)} />
      </Link>
    </li>
  )
}

/** The files of the last 90 days, newest first. */
export function RunsSection() {
  const { t } = useTranslation('imports')
  const runs = useInfiniteQuery(syncRunsQuery)
  // The settings hold the last run, which may need a decision then.
  useRefetchAtEnd(
    'people_sync.apply',
    runs.data?.pages.some(({ items }) => items.some(isWorking)) === true,
  )
  return (
    <SettingsSection title={t('sync.runs.title')} text={t('sync.runs.text')}>
      <div>
        <PagedList
          query={runs}
          texts={{ emptyText: t('sync.runs.empty'), more: t('sync.runs.more') }}
          frame="div"
          skeletonHeights={[56, 56, 56]}
        >
          {(items) => (
            <ul className={files['list']} aria-label={t('sync.runs.title')}>
              {items.map((run) => (
                <RunRow key={run.id} run={run} />
              ))}
            </ul>
          )}
        </PagedList>
      </div>
    </SettingsSection>
  )
}
