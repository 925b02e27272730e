import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { ImportField, ImportPreview, UserImport } from '#contract/schemas/imports.ts'
import { notifyError } from '#web/shared/errors/error-messages.ts'
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
import { invalidateAffected } from '#web/shared/use-call.ts'
import { importQuery, useCancelImport } from '../api/queries.ts'

/** An import with a file. Its state decides the step, so a reload returns to the same step. */
function UploadedImport({ userImport }: { userImport: UserImport }) {
  const navigate = useNavigate()
  const [review, setReview] = useState<{ preview: ImportPreview; fields: ImportField[] } | null>(
    null,
  )
  // The stored list holds addresses: choosing another file discards it.
  const { t } = useTranslation('imports')
  const discard = useCancelImport(userImport.id, {
    onSuccess: () => void navigate({ to: '/settings/team/import', search: {} }),
    onError: (error) => notifyError(t, error),
  })
  const discardImport = () => discard.mutate()
  const body = useStepFocus(review ? 'confirm' : 'columns')
  return (
    <>
      <ImportSteps current={review ? 'confirm' : 'columns'} />
      <div
        ref={body}
        tabIndex={-1}
        className={css['body']}
        data-page-wide={review ? '' : undefined}
      >
        {review ? (
          <ConfirmStep
            userImport={userImport}
            preview={review.preview}
            fields={review.fields}
            onBack={() => setReview(null)}
            onDiscard={discardImport}
          />
        ) : (
          <ColumnsStep
            userImport={userImport}
            onPreview={(preview, { columns: fields }) => setReview({ preview, fields })}
            onDiscard={discardImport}
          />
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
  const importResult = useQuery(importQuery(id))
  const state = importResult.data?.state
  // The import adds members in the background, after its call.
  useEffect(() => {
    if (state && state !== 'uploaded') void invalidateAffected(client, 'imports.start', ['imports'])
  }, [client, state])
  if (importResult.isPending)
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
  // A failed poll retries; the import on screen stays.
  if (!importResult.data)
    return importResult.error instanceof ApiCallError && importResult.error.status === 404 ? (
      <NotFound />
    ) : (
      <ImportPage>
        <ErrorState error={importResult.error} retry={() => void importResult.refetch()} />
      </ImportPage>
    )
  const userImport = importResult.data
  if (userImport.state === 'uploaded')
    return (
      <ImportPage>
        <UploadedImport key={userImport.id} userImport={userImport} />
      </ImportPage>
    )
  return (
    <ImportPage>
      <ImportSteps current="done" complete={userImport.state === 'finished'} />
      {userImport.state === 'in_progress' ? (
        <ImportProgress userImport={userImport} />
      ) : (
        <ImportResult userImport={userImport} state={userImport.state} />
      )}
    </ImportPage>
  )
}

/** /settings/team/import: upload a file, assign its columns, confirm, and follow the progress. */
export function ImportScreen() {
  const { id } = useSearch({ from: '/shell/settings/team/import' })
  const navigate = useNavigate()
  if (id) return <ImportById key={id} id={id} />
  return (
    <ImportPage>
      <ImportSteps current="upload" />
      <UploadStep
        onUploaded={(userImport) =>
          void navigate({ to: '/settings/team/import', search: { id: userImport.id } })
        }
      />
    </ImportPage>
  )
}
