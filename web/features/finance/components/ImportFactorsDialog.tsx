import { Alert, Button, FileButton } from '@mantine/core'
import { useRef, useState } from 'react'
import { limits } from '#contract/limits.ts'
import { callErrorText, errorText, notifySuccess } from '#web/shared/errors/error-messages.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { type Translate, useTranslation } from '#web/lib/translate.ts'
import { ActionRow } from '#web/ui/ActionRow.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { useImportFactors } from '../api/price-factors.api.ts'
import css from './finance.module.css'

/** Returns the errors of an upload: one for each wrong line. */
const listProblems = (t: Translate, error: unknown): string[] =>
  error instanceof ApiCallError && error.errors.length > 1
    ? error.errors.map((one) => errorText(t, one))
    : [callErrorText(t, error)]

/** Replaces the factors by those of a table of countries. */
export function ImportFactorsDialog({
  replaces,
  onClose,
}: {
  /** Whether the team has factors. */
  replaces: boolean
  onClose: () => void
}) {
  const { t } = useTranslation('finance')
  const [problems, setProblems] = useState<string[]>([])
  const reset = useRef<() => void>(null)
  const upload = useImportFactors({
    onSuccess: ({ length: count }) => {
      notifySuccess(t('factor.table.done', { count }))
      onClose()
    },
    onError: (error) => setProblems(listProblems(t, error)),
  })
  const send = (file: File | null) => {
    if (!file) return
    // The same file can be chosen again after a correction.
    reset.current?.()
    setProblems([])
    if (file.size > limits.price_factors_bytes_max) setProblems([t('errors:file_too_large')])
    else upload.mutate(file)
  }
  return (
    <Dialog title={t('factor.table.title')} close={t('common:cancel')} onClose={onClose}>
      <div className={css['form']}>
        {problems.length ? (
          <Alert color="red" role="alert">
            <ul className={css['problems']}>
              {problems.map((problem) => (
                <li key={problem}>{problem}</li>
              ))}
            </ul>
          </Alert>
        ) : null}
        <p className={css['tableText']}>
          {t('factor.table.text')} {replaces ? t('factor.table.replaces') : null}
        </p>
        <pre className={css['example']}>{t('factor.table.example')}</pre>
        <ActionRow>
          <Button variant="default" onClick={onClose}>
            {t('common:cancel')}
          </Button>
          <FileButton
            accept=".csv,.txt,.xlsx,text/csv,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
            resetRef={reset}
            onChange={send}
          >
            {(props) => (
              <Button {...props} loading={upload.isPending} data-autofocus>
                {t('factor.table.choose')}
              </Button>
            )}
          </FileButton>
        </ActionRow>
      </div>
    </Dialog>
  )
}
