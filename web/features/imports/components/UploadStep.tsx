import { Alert, Button, FileButton, Loader } from '@mantine/core'
import { IconDownload, IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import type { UserImport } from '#contract/schemas/imports.ts'
import { limits } from '#contract/limits.ts'
import { errorText } from '#web/shared/errors/error-messages.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { formatNumber } from '#web/lib/format.ts'
import type { Translate } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { useUploadImport } from '../api/queries.ts'
import { downloadExampleFile } from './example-file.ts'
import css from './imports.module.css'
import { RecentImports } from './RecentImports.tsx'
import { useFileDrop } from './use-file-drop.ts'

const megabyte = 1_048_576

/** Returns the text of an upload error, with a hint how to fix the file. */
function uploadErrorText(t: Translate, error: unknown): string {
  if (!(error instanceof ApiCallError) || error.has('unavailable')) return t('errors:upload_failed')
  if (error.has('out_of_range'))
    return t('imports:upload.too_long', {
      rows: formatNumber(limits.import_rows_max),
      columns: limits.import_columns_max,
    })
  const text = errorText(t, error.errors[0])
  return error.has('file_unreadable') ? `${text}. ${t('imports:upload.unreadable_hint')}` : text
}

/** The first step: upload a file or open an earlier import. */
export function UploadStep({ onUploaded }: { onUploaded: (userImport: UserImport) => void }) {
  const { t } = useTranslation('imports')
  const dropZone = useRef<HTMLDivElement>(null)
  const reset = useRef<() => void>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const upload = useUploadImport(onUploaded)
  const uploadFile = (file: File | null | undefined) => {
    if (!file || upload.isPending) return
    // Reset, so that the same file can be chosen again after a correction.
    reset.current?.()
    setProblem(null)
    if (file.size > limits.import_bytes_max) setProblem(t('errors:file_too_large'))
    else upload.mutate(file)
  }
  const shownProblem = problem ?? (upload.isError ? uploadErrorText(t, upload.error) : null)
  const isDragOver = useFileDrop(dropZone, uploadFile)
  return (
    <>
      <Card>
        <h2 className={css['heading']}>{t('upload.title')}</h2>
        {shownProblem ? (
          <Alert color="red" mb="md" role="alert">
            {shownProblem}
          </Alert>
        ) : null}
        <div ref={dropZone} className={css['drop']} data-over={isDragOver || undefined}>
          <span className={css['dropIcon']} aria-hidden="true">
            {upload.isPending ? (
              <Loader size={30} />
            ) : (
              <IconFileSpreadsheet size={34} stroke={1.6} />
            )}
          </span>
          <p className={css['dropTitle']} role="status">
            {upload.isPending
              ? t('upload.reading', { name: upload.variables.name })
              : t('upload.drop')}
          </p>
          <FileButton
            accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            onChange={uploadFile}
            resetRef={reset}
          >
            {(props) => (
              <Button {...props} disabled={upload.isPending}>
                {t('upload.choose')}
              </Button>
            )}
          </FileButton>
          <p className={css['quiet']}>
            {t('upload.limits', {
              rows: formatNumber(limits.import_rows_max),
              size: formatNumber(limits.import_bytes_max / megabyte),
            })}
          </p>
        </div>
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
      </Card>
      <RecentImports />
    </>
  )
}
