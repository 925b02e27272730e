import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ImportField, ImportPreview, UserImport } from '#contract/schemas/imports.ts'
import { useConfig } from '#web/shared/config.ts'
import { toFormErrors } from '#web/shared/errors/error-messages.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { reviewQuery, useImportChange } from '../api/queries.ts'
import { ReviewTable } from './ReviewTable.tsx'
import css from './imports.module.css'

/** The third step: every row as it is understood, then the button that starts the import. */
export function ConfirmStep({
  userImport,
  preview,
  fields,
  onBack,
  onDiscard,
}: {
  userImport: UserImport
  preview: ImportPreview
  fields: readonly ImportField[]
  onBack: () => void
  onDiscard: () => void
}) {
  const { t } = useTranslation('imports')
  const {
    settings: { timezone },
  } = useConfig()
  const start = useImportChange('imports.start', userImport.id)
  // The table keeps the counts current after each correction.
  const review = useQuery(reviewQuery(userImport.id, 'problems', 0))
  const { invite, update } = review.data?.counts ?? preview.counts
  const problemText = () => {
    if (!start.isError) return null
    return start.error instanceof ApiCallError && start.error.has('conflict')
      ? t('confirm.busy')
      : toFormErrors(t, start.error, []).general
  }
  const problem = problemText()
  return (
    <Card>
      <h2 className={css['heading']} id="import-review">
        {t('confirm.title')}
      </h2>
      {problem ? (
        <Alert color="red" mb="md" role="alert">
          {problem}
        </Alert>
      ) : null}
      {invite + update ? null : <p className={css['lead']}>{t('confirm.nobody')}</p>}
      <ReviewTable importId={userImport.id} fields={fields} counts={preview.counts} />
      {preview.mails_until ? (
        <p className={css['lead']}>
          {t('later', { date: formatDate(preview.mails_until, timezone) })}
        </p>
      ) : null}
      <div className={css['actions']}>
        <Button variant="default" onClick={onBack}>
          {t('confirm.back')}
        </Button>
        {invite + update ? (
          <Button loading={start.isPending} onClick={() => start.mutate()}>
            {invite
              ? t('confirm.send', { count: invite, n: formatNumber(invite) })
              : t('confirm.update', { count: update, n: formatNumber(update) })}
          </Button>
        ) : (
          <Button onClick={onDiscard}>{t('columns.other_file')}</Button>
        )}
      </div>
    </Card>
  )
}
