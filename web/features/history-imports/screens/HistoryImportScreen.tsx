import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { ApiCallError } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { NotFound } from '#web/shared/errors/NotFound.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { useRefetchAtEnd } from '#web/shared/people-files/use-refetch-at-end.ts'
import { SettingsFieldset } from '#web/shared/settings/SettingsFieldset.tsx'
import { SettingsNavigation } from '#web/shared/settings/SettingsNavigation.tsx'
import { Card } from '#web/ui/Card.tsx'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import { useStepFocus } from '#web/ui/use-step-focus.ts'
import { type HistoryCheck, type HistoryImport, historyImportQuery } from '../api/queries.ts'
import { ColumnsStep } from '../components/ColumnsStep.tsx'
import { CompareStep } from '../components/CompareStep.tsx'
import { FailedStep, FinishedStep, UndoneStep } from '../components/EndStep.tsx'
import css from '../components/history-imports.module.css'
import { HistorySteps } from '../components/HistorySteps.tsx'
import { RefusedSection } from '../components/RefusedSection.tsx'
import { UndoSection } from '../components/UndoSection.tsx'
import { UnknownPeopleSection } from '../components/UnknownPeopleSection.tsx'
import { WorkStep } from '../components/WorkStep.tsx'

function HistoryPage({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation('imports')
  usePageTitle(title)
  return (
    <Page
      title={title}
      narrow
      back={
        <>
          <Link to="/settings/history-imports" className={backClass}>
            <BackArrow />
            <span>{t('history.title')}</span>
          </Link>
          <SettingsNavigation hasBackLink={false} />
        </>
      }
    >
      {children}
    </Page>
  )
}

/** What an import has created, the undo, and who can be merged. */
function Result({ historyImport }: { historyImport: HistoryImport }) {
  const { id, refused, totals } = historyImport
  return (
    <>
      <FinishedStep historyImport={historyImport} />
      {totals && refused ? (
        <RefusedSection id={id} refusals={totals.refusals} refused={refused} />
      ) : null}
      <UndoSection historyImport={historyImport} />
      {/* Last, because it can be long. */}
      {totals?.unknown ? <UnknownPeopleSection id={id} isStarted /> : null}
    </>
  )
}

function StateContent({
  check,
  isMapping,
  onMapping,
}: {
  check: HistoryCheck
  isMapping: boolean
  onMapping: (isMapping: boolean) => void
}) {
  const { import: historyImport } = check
  const { state, totals, started_at: startedAt } = historyImport
  if (state === 'uploaded' || isMapping)
    return <ColumnsStep historyImport={historyImport} onChecking={() => onMapping(false)} />
  if (state === 'checked' && totals)
    return <CompareStep check={check} totals={totals} onColumns={() => onMapping(true)} />
  if (state === 'checking' || state === 'in_progress' || state === 'undoing')
    return <WorkStep historyImport={historyImport} state={state} />
  if (state === 'finished') return <Result historyImport={historyImport} />
  if (state === 'undone') return <UndoneStep historyImport={historyImport} />
  return (
    <>
      <FailedStep historyImport={historyImport} onColumns={() => onMapping(true)} />
      {startedAt === null ? null : <UndoSection historyImport={historyImport} />}
    </>
  )
}

/** Returns the step of an import. An undo has none. */
function stepOf({ state, started_at: startedAt }: HistoryImport, isMapping: boolean) {
  if (state === 'uploaded' || isMapping) return 'columns'
  if (state === 'undoing' || state === 'undone') return null
  return startedAt === null ? 'compare' : 'done'
}

function LoadedImport({ check }: { check: HistoryCheck }) {
  const { import: historyImport } = check
  const { state, file_name: fileName, started_at: startedAt } = historyImport
  const [wantsColumns, setWantsColumns] = useState(false)
  const isMapping = wantsColumns && startedAt === null && state !== 'checking'
  const step = stepOf(historyImport, isMapping)
  const body = useStepFocus(step ?? 'undo')
  return (
    <HistoryPage title={fileName}>
      {step ? <HistorySteps current={step} complete={state === 'finished'} /> : null}
      <SettingsFieldset label={fileName}>
        <div ref={body} tabIndex={-1} className={css['body']}>
          <StateContent check={check} isMapping={isMapping} onMapping={setWantsColumns} />
        </div>
      </SettingsFieldset>
    </HistoryPage>
  )
}

function HistoryImportById({ id }: { id: string }) {
  const { t } = useTranslation('imports')
  const result = useQuery(historyImportQuery(id))
  const state = result.data?.import.state
  useRefetchAtEnd('history_imports.start', state === 'in_progress' || state === 'undoing')
  if (result.isPending)
    return (
      <HistoryPage title={t('history.title')}>
        <Card aria-busy="true">
          <Skeleton height={44} width="60%" mb={20} />
          <Skeleton height={72} mb={12} />
          <Skeleton height={72} />
        </Card>
      </HistoryPage>
    )
  // A failed poll retries; the import on screen stays.
  if (!result.data)
    return result.error instanceof ApiCallError && result.error.status === 404 ? (
      <NotFound />
    ) : (
      <HistoryPage title={t('history.title')}>
        <ErrorState error={result.error} retry={() => void result.refetch()} />
      </HistoryPage>
    )
  return <LoadedImport check={result.data} />
}

/** /settings/history-imports/:id: columns, check, comparison, start, merge and undo. */
export function HistoryImportScreen() {
  const { id } = useParams({ from: '/shell/settings/history-imports/$id' })
  return <HistoryImportById key={id} id={id} />
}
