import { Alert, Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import type { ImportField, ImportPreview, UserImport } from '#contract/schemas/imports.ts'
import { toFormErrors } from '#web/shared/errors/error-messages.ts'
import { formatNumber } from '#web/lib/format.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { Card } from '#web/ui/Card.tsx'
import { usePreviewImport } from '../api/queries.ts'
import css from './imports.module.css'

const importFields = [
  'email',
  'first_name',
  'last_name',
  'job_title',
  'birth_date',
  'hire_date',
  'ignore',
] as const satisfies ImportField[]

/**
 * This tab stores the chosen columns, so that a reload before the dry run keeps them; afterwards
 * the server has them.
 */
const columnsStorageKey = (id: string) => `laurel.columns.${id}`
function initialColumns({ id, columns }: UserImport): ImportField[] {
  const storedNames = sessionStorage.getItem(columnsStorageKey(id))?.split(',') ?? []
  return columns.map(
    (column, index) => importFields.find((field) => field === storedNames[index]) ?? column.field,
  )
}

/** Assigns a field to a column; the column that had it is ignored. */
const assignField = (fields: ImportField[], index: number, field: ImportField) =>
  fields.map((other) => (other === field ? 'ignore' : other)).with(index, field)

function ColumnRow({
  column,
  index,
  field: chosen,
  onChange,
}: {
  column: UserImport['columns'][number]
  index: number
  field: ImportField
  onChange: (field: ImportField) => void
}) {
  const { t } = useTranslation('imports')
  const name = column.header || t('columns.unnamed', { n: index + 1 })
  return (
    <li className={css['column']} data-off={chosen === 'ignore' || undefined}>
      <div className={css['columnWhat']}>
        <strong id={`column-${index}`}>{name}</strong>
        {column.samples.length ? (
          <span className={css['samples']}>
            <span className="sr-only">{t('columns.samples')} </span>
            {column.samples.map((sample, at) => (
              <span key={at}>{sample}</span>
            ))}
          </span>
        ) : (
          <span className={css['quiet']}>{t('columns.empty')}</span>
        )}
      </div>
      <NativeSelect
        aria-labelledby={`column-${index}`}
        value={chosen}
        onChange={(event) => onChange(event.currentTarget.value as ImportField)}
        data={importFields.map((field) => ({ value: field, label: t(`field.${field}`) }))}
      />
    </li>
  )
}

/**
 * The second step: assigns a field to each column. Choosing a field again removes it from its other
 * column.
 */
export function ColumnsStep({
  userImport,
  onPreview,
  onDiscard,
}: {
  userImport: UserImport
  onPreview: (preview: ImportPreview) => void
  onDiscard: () => void
}) {
  const { t } = useTranslation('imports')
  const [chosen, setChosen] = useState(() => initialColumns(userImport))
  const preview = usePreviewImport(userImport.id, onPreview)
  const hasAddress = chosen.includes('email')
  const choose = (index: number, field: ImportField) => {
    const next = assignField(chosen, index, field)
    sessionStorage.setItem(columnsStorageKey(userImport.id), next.join(','))
    setChosen(next)
  }
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
      <ul className={css['columns']}>
        {userImport.columns.map((column, index) => (
          <ColumnRow
            key={index}
            column={column}
            index={index}
            field={chosen[index] ?? 'ignore'}
            onChange={(field) => choose(index, field)}
          />
        ))}
      </ul>
      {chosen.includes('first_name') && !chosen.includes('last_name') ? (
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
