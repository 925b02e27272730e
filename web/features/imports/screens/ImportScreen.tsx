import { Skeleton } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import type { ImportPreview, UserImport } from '#contract/imports.ts'
import { Failure } from '#web/app/Failure.tsx'
import { NotFound } from '#web/app/NotFound.tsx'
import { useTitle } from '#web/app/title.ts'
import { CallError } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { BackArrow, backClass, Page } from '#web/ui/Page.tsx'
import { ColumnsStep } from '../components/ColumnsStep.tsx'
import { ConfirmStep } from '../components/ConfirmStep.tsx'
import { Ended, Running } from '../components/ProgressStep.tsx'
import css from '../components/imports.module.css'
import { useStepBody } from '#web/ui/stepBody.ts'
import { Steps } from '../components/Steps.tsx'
import { UploadStep } from '../components/UploadStep.tsx'
import { importQuery, refreshTeam, useImportChange } from '../queries.ts'

/**
 * An import that has its file: which step it stands at follows from its state, so that it is found
 * again there.
 */
function Uploaded({ one }: { one: UserImport }) {
  const navigate = useNavigate()
  const [preview, setPreview] = useState<ImportPreview | null>(null)
  // The list holds addresses: who takes another file lets this one go.
  const discard = useImportChange(
    'imports.cancel',
    one.id,
    () => void navigate({ to: '/settings/team/import', search: {} }),
  )
  const start = () => discard.mutate()
  const body = useStepBody(preview ? 'confirm' : 'columns')
  return (
    <>
      <Steps current={preview ? 'confirm' : 'columns'} />
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

function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation('imports')
  useTitle(t('title'))
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
    if (state && state !== 'uploaded') refreshTeam(client)
  }, [client, state])
  if (found.isPending)
    return (
      <Frame>
        <Steps current="columns" />
        <Card aria-busy="true">
          <Skeleton height={24} width="45%" mb={20} />
          {[0, 1, 2].map((index) => (
            <Skeleton key={index} height={56} mb={12} />
          ))}
        </Card>
      </Frame>
    )
  // While one is on screen, an answer that does not come is asked for again; nothing of it
  // disappears.
  if (!found.data)
    return found.error instanceof CallError && found.error.status === 404 ? (
      <NotFound />
    ) : (
      <Frame>
        <Failure error={found.error} retry={() => void found.refetch()} />
      </Frame>
    )
  const one = found.data
  if (one.state === 'uploaded')
    return (
      <Frame>
        <Uploaded key={one.id} one={one} />
      </Frame>
    )
  return (
    <Frame>
      <Steps current="done" />
      {one.state === 'in_progress' ? <Running one={one} /> : <Ended one={one} state={one.state} />}
    </Frame>
  )
}

/** /settings/team/import: upload a file, match its columns, confirm, watch it go out. */
export function ImportScreen() {
  const { id } = useSearch({ from: '/shell/settings/team/import' })
  const navigate = useNavigate()
  if (id) return <ImportById key={id} id={id} />
  return (
    <Frame>
      <Steps current="upload" />
      <UploadStep
        onUploaded={(one) => void navigate({ to: '/settings/team/import', search: { id: one.id } })}
      />
    </Frame>
  )
}
