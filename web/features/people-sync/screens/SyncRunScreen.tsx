import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode } from 'react'
import { ApiCallError } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { NotFound } from '#web/shared/errors/NotFound.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { SettingsFieldset } from '#web/shared/settings/SettingsFieldset.tsx'
import { useRefetchAtEnd } from '#web/shared/people-files/use-refetch-at-end.ts'
import { Card } from '#web/ui/Card.tsx'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import { isWorking, syncRunQuery } from '../api/queries.ts'
import { ChangesSection } from '../components/ChangesSection.tsx'
import { RunStatus } from '../components/RunStatus.tsx'

function RunPage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation('imports')
  usePageTitle(title)
  return (
    <Page
      title={title}
      narrow
      back={
        <Link to="/settings/team/sync" className={backClass}>
          <BackArrow />
          <span>{t('sync.title')}</span>
        </Link>
      }
    >
      {children}
    </Page>
  )
}

function SyncRun({ id }: { id: string }) {
  const { t } = useTranslation('imports')
  const run = useQuery(syncRunQuery(id))
  useRefetchAtEnd('people_sync.apply', run.data !== undefined && isWorking(run.data))
  if (run.isPending)
    return (
      <RunPage title={t('sync.title')}>
        <Card aria-busy="true">
          <Skeleton height={44} width="60%" mb={20} />
          <Skeleton height={72} />
        </Card>
      </RunPage>
    )
  // A failed poll retries; the run on screen stays.
  if (!run.data)
    return run.error instanceof ApiCallError && run.error.status === 404 ? (
      <NotFound />
    ) : (
      <RunPage title={t('sync.title')}>
        <ErrorState error={run.error} retry={() => void run.refetch()} />
      </RunPage>
    )
  const { file_name: fileName, state } = run.data
  const title = fileName || t('sync.title')
  return (
    <RunPage title={title}>
      <SettingsFieldset label={title}>
        <RunStatus run={run.data} />
        {state === 'checking' || state === 'failed' ? null : <ChangesSection run={run.data} />}
      </SettingsFieldset>
    </RunPage>
  )
}

/** /settings/team/sync/:id: what a file of people changes, and the decision about it. */
export function SyncRunScreen() {
  const { id } = useParams({ from: '/shell/settings/team/sync/$id' })
  return <SyncRun key={id} id={id} />
}
