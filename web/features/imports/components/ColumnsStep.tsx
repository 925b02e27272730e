import { Alert, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Attribute } from '#contract/schemas/attributes.ts'
import type { ColumnsInput, ImportPreview, UserImport } from '#contract/schemas/imports.ts'
import { attributesQuery } from '#web/shared/attributes/attributes.api.ts'
import { toFormErrors } from '#web/shared/errors/error-messages.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { columnChecksQuery, usePreviewImport } from '../api/queries.ts'
import { ColumnRow } from './ColumnRow.tsx'
import { useChosenColumns } from './use-chosen-columns.ts'
import files from '#web/shared/people-files/people-files.module.css'
import css from './imports.module.css'

/** Returns the choice without columns of attributes that are deleted. */
const withoutDeleted = (chosen: ColumnsInput, attributes: readonly Attribute[]): ColumnsInput => ({
  ...chosen,
  columns: chosen.columns.map((field) =>
    !field.startsWith('attribute:') || attributes.some(({ id }) => field === `attribute:${id}`)
      ? field
      : 'ignore',
  ),
})

/** What is done with a column of full names, and that a column of addresses is missing. */
function ColumnNotes({ columns }: Pick<ColumnsInput, 'columns'>) {
  const { t } = useTranslation('imports')
  return (
    <>
      {columns.includes('full_name') ? <p className={css['split']}>{t('columns.split')}</p> : null}
      <div role="status">
        {columns.includes('email') ? null : (
          <Alert color="yellow" mt="md" classNames={{ message: css['warning'] ?? '' }}>
            {t('columns.no_address')}
          </Alert>
        )}
      </div>
    </>
  )
}

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
  const { data: attributes } = useQuery(attributesQuery)
  const { chosen: stored, chooseField, chooseOrder } = useChosenColumns(userImport)
  const chosen = attributes ? withoutDeleted(stored, attributes) : stored
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
      <ul className={files['columns']} aria-busy={checks.isFetching}>
        {userImport.columns.map((column, index) => {
          const field = chosen.columns[index] ?? 'ignore'
          return (
            <ColumnRow
              key={index}
              column={column}
              index={index}
              field={field}
              attributes={attributes ?? []}
              check={checks.data?.[index]}
              onField={(next) => chooseField(index, next)}
              onOrder={(order) => chooseOrder(field, order)}
            />
          )
        })}
      </ul>
      <ColumnNotes columns={chosen.columns} />
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
