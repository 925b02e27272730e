import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ColumnsInput, ImportPreview, UserImport } from '#contract/schemas/imports.ts'
import { toFormErrors } from '#web/shared/errors/error-messages.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { columnChecksQuery, usePreviewImport } from '../api/queries.ts'
import { ColumnRow } from './ColumnRow.tsx'
import { useChosenColumns } from './use-chosen-columns.ts'
import css from './imports.module.css'

/**
 * The second step: assigns a field to each column, and shows how many of its cells fit. Choosing a
 * field again removes it from its other column.
 */
export function ColumnsStep({
  userImport,
  onPreview,
  onDiscard,
}: {
  userImport: UserImport
  onPreview: (preview: ImportPreview, chosen: ColumnsInput) => void
  onDiscard: () => void
}) {
  const { t } = useTranslation('imports')
  const { chosen, chooseField, chooseOrder } = useChosenColumns(userImport)
  const preview = usePreviewImport(userImport.id, (found) => onPreview(found, chosen))
  const checks = useQuery(columnChecksQuery(userImport.id, chosen))
  const hasAddress = chosen.columns.includes('email')
  return (
    <Card>
      <h2 className={css['heading']}>{t('columns.title')}</h2>
      <p className={css['lead']}>
        {t('columns.text', {
          count: userImport.rows,
          n: formatNumber(userImport.rows),
          name: userImport.file_name,
        })}
      </p>
      {preview.isError ? (
        <Alert color="red" mb="md" role="alert">
          {toFormErrors(t, preview.error, []).general}
        </Alert>
      ) : null}
      <ul className={css['columns']} aria-busy={checks.isFetching}>
        {userImport.columns.map((column, index) => {
          const field = chosen.columns[index] ?? 'ignore'
          return (
            <ColumnRow
              key={index}
              column={column}
              index={index}
              field={field}
              check={checks.data?.[index]}
              onField={(next) => chooseField(index, next)}
              onOrder={(order) => chooseOrder(field, order)}
            />
          )
        })}
      </ul>
      {chosen.columns.includes('full_name') ? (
        <p className={css['split']}>{t('columns.split')}</p>
      ) : null}
      <div role="status">
        {hasAddress ? null : (
          <Alert color="yellow" mt="md" classNames={{ message: css['warning'] ?? '' }}>
            {t('columns.no_address')}
          </Alert>
        )}
      </div>
      <div className={css['actions']}>
        <Button variant="default" onClick={onDiscard}>
          {t('columns.other_file')}
        </Button>
        <Button
          disabled={!hasAddress}
          loading={preview.isPending}
          onClick={() => preview.mutate(chosen)}
        >
          {t('columns.next')}
        </Button>
      </div>
    </Card>
  )
}
