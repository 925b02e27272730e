import { NativeSelect } from '@mantine/core'
import type { Attribute } from '#contract/schemas/attributes.ts'
import type { ImportField } from '#contract/schemas/imports.ts'
import { useTranslation } from '#web/lib/translate.ts'

const ownFields = [
  'email',
  'full_name',
  'first_name',
  'last_name',
  'job_title',
  'birth_date',
  'hire_date',
  'manager',
  'department',
  'location',
  'country',
  'timezone',
  'employee_number',
  'cost_center',
  'away_from',
  'away_until',
  'status',
] as const satisfies ImportField[]

/** Chooses the field of a column. `labelId`: the element with the column's name. */
export function FieldSelect({
  labelId,
  field,
  attributes,
  onField,
}: {
  labelId: string
  field: ImportField
  attributes: readonly Attribute[]
  onField: (field: ImportField) => void
}) {
  const { t } = useTranslation('imports')
  return (
    <NativeSelect
      aria-labelledby={labelId}
      value={field}
      onChange={(event) => onField(event.currentTarget.value as ImportField)}
      data={[
        ...ownFields.map((value) => ({ value, label: t(`field.${value}`) })),
        ...attributes.map(({ id, name: label }) => ({ value: `attribute:${id}`, label })),
        { value: 'ignore', label: t('field.ignore') },
      ]}
    />
  )
}
