import { Button, FileButton, Loader } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { useRef } from 'react'
import { limits } from '#contract/limits.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { formatNumber } from '#web/lib/format.ts'
import { type Translate, useTranslation } from '#web/lib/translate.ts'
import { errorText } from '#web/shared/errors/error-messages.ts'
import css from './people-files.module.css'
import { useFileDrop } from './use-file-drop.ts'

const megabyte = 1_048_576

type FileLimits = { bytesMax: number; rowsMax: number; columnsMax: number }
const peopleLimits: FileLimits = {
  bytesMax: limits.import_bytes_max,
  rowsMax: limits.import_rows_max,
  columnsMax: limits.import_columns_max,
}

/** Returns the text of an upload error, with a hint how to fix the file. */
export function uploadErrorText(
  t: Translate,
  error: unknown,
  { fileLimits, hint }: { fileLimits: FileLimits; hint: string } = {
    fileLimits: peopleLimits,
    hint: t('imports:upload.unreadable_hint'),
  },
): string {
  if (!(error instanceof ApiCallError) || error.has('unavailable')) return t('errors:upload_failed')
  if (error.has('out_of_range'))
    return t('imports:upload.too_long', {
      rows: formatNumber(fileLimits.rowsMax),
      columns: fileLimits.columnsMax,
    })
  const text = errorText(t, error.errors[0])
  return error.has('file_unreadable') ? `${text}. ${hint}` : text
}

/** An area for a file of people or posts, and a button that does the same without dragging. */
export function FileDrop({
  reading,
  fileLimits = peopleLimits,
  onFile,
}: {
  /** The name of the file that is being sent. */
  reading: string | undefined
  fileLimits?: FileLimits
  onFile: (file: File) => void
}) {
  const { t } = useTranslation('imports')
  const dropZone = useRef<HTMLDivElement>(null)
  const reset = useRef<() => void>(null)
  const isReading = reading !== undefined
  const acceptFile = (file: File | null | undefined) => {
    if (!file || isReading) return
    // Reset, so that the same file can be chosen again after a correction.
    reset.current?.()
    onFile(file)
  }
  const isDragOver = useFileDrop(dropZone, acceptFile)
  return (
    <div ref={dropZone} className={css['drop']} data-over={isDragOver || undefined}>
      <span className={css['dropIcon']} aria-hidden="true">
        {isReading ? <Loader size={30} /> : <IconFileSpreadsheet size={34} stroke={1.6} />}
      </span>
      <p className={css['dropTitle']} role="status">
        {isReading ? t('upload.reading', { name: reading }) : t('upload.drop')}
      </p>
      <FileButton
        accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
        onChange={acceptFile}
        resetRef={reset}
      >
        {(props) => (
          <Button {...props} disabled={isReading}>
            {t('upload.choose')}
          </Button>
        )}
      </FileButton>
      <p className={css['quiet']}>
        {t('upload.limits', {
          rows: formatNumber(fileLimits.rowsMax),
          size: formatNumber(fileLimits.bytesMax / megabyte),
        })}
      </p>
    </div>
  )
}
