import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { ImportPreview, UserImport } from '#contract/schemas/imports.ts'
import { ErrorState } from '#web/shared/errors/ErrorState.tsx'
import { NotFound } from '#web/shared/errors/NotFound.tsx'
import { usePageTitle } from '#web/shared/page-title.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import { ColumnsStep } from '../components/ColumnsStep.tsx'
import { ConfirmStep } from '../components/ConfirmStep.tsx'
import { ImportResult, ImportProgress } from '../components/ProgressStep.tsx'
import css from '../components/imports.module.css'
import { useStepFocus } from '#web/ui/use-step-focus.ts'
import { ImportSteps } from '../components/ImportSteps.tsx'
import { UploadStep } from '../components/UploadStep.tsx'
import { importQuery, invalidateTeamQueries, useImportChange } from '../api/queries.ts'

/**
 * An import that has its file: which step it stands at follows from its state, so that it is found
 * again there.
 */
function UploadedImport({ one }: { one: UserImport }) {
  const navigate = useNavigate()
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  // The list holds addresses: who takes another file lets this one go.
  const discard = useImportChange(
    'imports.cancel',
    one.id,
    () => void navigate({ to: '/settings/team/import', search: {} }),
  )
  const start = () => discard.mutate()
  const body = useStepFocus(preview ? 'confirm' : 'columns')
  return (
    <>
      <ImportSteps current={preview ? 'confirm' : 'columns'} />
      <div ref={body} tabIndex={-1} className={css['body']}>
        {preview ? (
          <ConfirmStep
            one={one}
            preview={preview}
            onBack={() => setPreview(null)}
            onDiscard={start}
          />
        ) : (
          <ColumnsStep one={one} onPreview={setPreview} onDiscard={start} />
        )}
      </div>
    </>
  )
}

function ImportPage({ children }: { children: ReactNode }) {
  const { t } = useTranslation('imports')
  usePageTitle(t('title'))
  return (
    <Page
      title={t('title')}
      narrow
      back={
        <Link to="/settings/team" className={backClass}>
          <BackArrow />
          {t('back')}
        </Link>
      }
    >
      {children}
    </Page>
  )
}

function ImportById({ id }: { id: string }) {
  const client = useQueryClient()
  const found = useQuery(importQuery(id))
  const state = found.data?.state
  useEffect(() => {
    if (state && state !== 'uploaded') invalidateTeamQueries(client)
  }, [client, state])
  if (found.isPending)
    return (
      <ImportPage>
        <ImportSteps current="columns" />
        <Card aria-busy="true">
          <Skeleton height={24} width="45%" mb={20} />
          {[0, 1, 2].map((index) => (
            <Skeleton key={index} height={56} mb={12} />
          ))}
        </Card>
      </ImportPage>
    )
  // While one is on screen, an answer that does not come is asked for again; nothing of it
  // disappears.
  if (!found.data)
    return found.error instanceof ApiCallError && found.error.status === 404 ? (
      <NotFound />
    ) : (
      <ImportPage>
        <ErrorState error={found.error} retry={() => void found.refetch()} />
      </ImportPage>
    )
  const one = found.data
  if (one.state === 'uploaded')
    return (
      <ImportPage>
        <UploadedImport key={one.id} one={one} />
      </ImportPage>
    )
  return (
    <ImportPage>
      <ImportSteps current="done" />
      {one.state === 'in_progress' ? (
        <ImportProgress one={one} />
      ) : (
        <ImportResult one={one} state={one.state} />
      )}
    </ImportPage>
  )
}

/** /settings/team/import: upload a file, match its columns, confirm, watch it go out. */
export function ImportScreen() {
  const { id } = useSearch({ from: '/shell/settings/team/import' })
  const navigate = useNavigate()
  if (id) return <ImportById key={id} id={id} />
  return (
    <ImportPage>
      <ImportSteps current="upload" />
      <UploadStep
        onUploaded={(one) => void navigate({ to: '/settings/team/import', search: { id: one.id } })}
      />
    </ImportPage>
  )
}
