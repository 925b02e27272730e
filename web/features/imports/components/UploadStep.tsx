import { Alert, Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import type { UserImport } from '#contract/schemas/imports.ts'
import { limits } from '#contract/limits.ts'
import { useCan } from '#web/shared/config.ts'
import { FileDrop, uploadErrorText } from '#web/shared/people-files/FileDrop.tsx'
import { Card } from '#web/ui/Card.tsx'
import { useUploadImport } from '../api/queries.ts'
import { downloadExampleFile } from './example-file.ts'
import css from './imports.module.css'
import { RecentImports } from './RecentImports.tsx'

/** The first step: upload a file or open an earlier import. */
export function UploadStep({ onUploaded }: { onUploaded: (userImport: UserImport) => void }) {
  const { t } = useTranslation('imports')
  const can = useCan()
  const [problem, setProblem] = useState<string | null>(null)
  const upload = useUploadImport(onUploaded)
  const uploadFile = (file: File) => {
    setProblem(null)
    if (file.size > limits.import_bytes_max) setProblem(t('errors:file_too_large'))
    else upload.mutate(file)
  }
  const shownProblem = problem ?? (upload.isError ? uploadErrorText(t, upload.error) : null)
  return (
    <>
      <Card>
        <h2 className={css['heading']}>{t('upload.title')}</h2>
        {shownProblem ? (
          <Alert color="red" mb="md" role="alert">
            {shownProblem}
          </Alert>
        ) : null}
        <FileDrop
          reading={upload.isPending ? upload.variables.name : undefined}
          onFile={uploadFile}
        />
        <div className={css['example']}>
          <p className={css['quiet']}>{t('upload.what')}</p>
          <Button
            variant="subtle"
            leftSection={<IconDownload size={16} aria-hidden="true" />}
            onClick={() => downloadExampleFile(t)}
          >
            {t('upload.example')}
          </Button>
        </div>
        {can('manage_workspace') ? (
          <p className={css['moving']}>
            {t('upload.posts')} <Link to="/settings/history-imports">{t('history.title')}</Link>
          </p>
        ) : null}
      </Card>
      <RecentImports />
    </>
  )
}
