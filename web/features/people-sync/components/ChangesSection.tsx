import { UnstyledButton } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PeopleSyncOutcome } from '#contract/people-sync.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { PagedList } from '#web/shared/PagedList.tsx'
import { SettingsSection } from '#web/shared/settings/SettingsSection.tsx'
import { DownloadRefused } from '#web/shared/people-files/DownloadRefused.tsx'
import { tabClass, Tabs } from '#web/ui/Tabs.tsx'
import { type PeopleSyncRun, syncChangesQuery } from '../api/queries.ts'
import { ChangeRow } from './ChangeRow.tsx'
import css from './people-sync.module.css'

/** The outcomes by how much an administrator should look at them. */
const outcomesByWeight = [
  'deactivated',
  'missing',
  'conflict',
  'refused',
  'changed',
  'new',
] as const satisfies PeopleSyncOutcome[]

function ChangeList({ run, outcome }: { run: PeopleSyncRun; outcome: PeopleSyncOutcome }) {
  const { t } = useTranslation('imports')
  const changes = useInfiniteQuery(syncChangesQuery(run.id, outcome))
  return (
    <div>
      <PagedList
        query={changes}
        texts={{ emptyText: t('sync.run.none'), more: t('sync.run.more') }}
        frame="div"
        skeletonHeights={[64, 64, 64]}
      >
        {(items) => (
          <ul className={css['changes']} aria-label={t(`sync.outcome.${outcome}`)}>
            {items.map((change) => (
              <ChangeRow key={change.id} change={change} />
            ))}
          </ul>
        )}
      </PagedList>
    </div>
  )
}

/** The differences of a run, by what happens to the people. */
export function ChangesSection({ run }: { run: PeopleSyncRun }) {
  const { t } = useTranslation('imports')
  const [chosen, setChosen] = useState<PeopleSyncOutcome | null>(null)
  const outcomes = outcomesByWeight.filter((outcome) => run.counts[outcome] > 0)
  const outcome = outcomes.find((one) => one === chosen) ?? outcomes[0]
  if (outcome === undefined) return null
  return (
    <SettingsSection
      title={t('sync.run.differences')}
      action={
        run.counts.refused ? (
          <DownloadRefused name="people_sync.refused" id={run.id} file={t('sync.run.file')} />
        ) : null
      }
    >
      <div className={css['differences']}>
        <Tabs label={t('sync.run.by_outcome')}>
          {outcomes.map((one) => (
            <UnstyledButton
              key={one}
              className={tabClass ?? ''}
              aria-current={one === outcome ? 'true' : undefined}
              onClick={() => setChosen(one)}
            >
              {t(`sync.outcome.${one}`)}
            </UnstyledButton>
          ))}
        </Tabs>
        <ChangeList key={outcome} run={run} outcome={outcome} />
      </div>
    </SettingsSection>
  )
}
