import { Alert, Button } from '@mantine/core'
import type { ImportPreview, UserImport } from '#contract/schemas/imports.ts'
import { limits } from '#contract/limits.ts'
import { useConfig } from '#web/shared/config.ts'
import { toFormErrors } from '#web/shared/errors/error-messages.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { formatDate, formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { useImportChange } from '../api/queries.ts'
import { ImportFigures } from './ImportFigures.tsx'
import css from './imports.module.css'

function PreviewTable({ preview }: { preview: ImportPreview }) {
  const { t } = useTranslation('imports')
  const total = preview.counts.invite + preview.counts.update + preview.counts.refused
  return (
    <>
      <table className={css['table']} aria-labelledby="import-rows">
        <thead>
          <tr>
            <th scope="col">{t('confirm.line')}</th>
            <th scope="col">{t('field.email')}</th>
            <th scope="col">{t('confirm.outcome')}</th>
          </tr>
        </thead>
        <tbody>
          {preview.rows.map((row) => (
            <tr key={row.line}>
              <td className={css['line']}>{formatNumber(row.line)}</td>
              <td>{row.email || <span aria-hidden="true">–</span>}</td>
              <td>
                <span className={css['badge']} data-state={row.outcome}>
                  {t(`outcome.${row.outcome}`)}
                </span>
                {row.code ? (
                  <span className={css['reason']}>
                    {t(`reason.${row.code}`, {
                      finish: row.code === 'out_of_range' ? limits.name_chars_max : 0,
                    })}
                  </span>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {total > preview.rows.length ? (
        <p className={css['quiet']}>
          {t('confirm.more', {
            shown: formatNumber(preview.rows.length),
            total: formatNumber(total),
          })}
        </p>
      ) : null}
    </>
  )
}

/** The third step: a dry run of every row, then the button that starts the import. */
export function ConfirmStep({
  userImport,
  preview,
  onBack,
  onDiscard,
}: {
  userImport: UserImport
  preview: ImportPreview
  onBack: () => void
  onDiscard: () => void
}) {
  const { t } = useTranslation('imports')
  const {
    settings: { timezone },
  } = useConfig()
  const start = useImportChange('imports.start', userImport.id)
  const { invite, update, refused } = preview.counts
  const problemText = () => {
    if (!start.isError) return null
    return start.error instanceof ApiCallError && start.error.has('conflict')
      ? t('confirm.busy')
      : toFormErrors(t, start.error, []).general
  }
  const problem = problemText()
  return (
    <Card>
      <h2 className={css['heading']}>{t('confirm.title')}</h2>
      <ImportFigures
        figures={[
          { key: 'invite', value: invite, tone: 'good' },
          { key: 'update', value: update, tone: 'plain' },
          { key: 'refused', value: refused, tone: refused ? 'bad' : 'plain' },
        ]}
      />
      {problem ? (
        <Alert color="red" mb="md" role="alert">
          {problem}
        </Alert>
      ) : null}
      {refused ? (
        <p className={css['lead']}>
          {invite + update ? t('confirm.refused_text') : t('confirm.nobody')}
        </p>
      ) : null}
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
      <h3 id="import-rows" className={css['rowsTitle']}>
        {t('confirm.table')}
      </h3>
      <PreviewTable preview={preview} />
    </Card>
  )
}
