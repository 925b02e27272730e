import { Select, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { limits } from '#contract/limits.ts'
import type { AttributeValuesInput } from '#contract/schemas/attributes.ts'
import type { Member } from '#contract/schemas/users.ts'
import { attributesQuery } from '#web/shared/attributes/attributes.api.ts'
import { useTranslation } from '#web/lib/translate.ts'

/** The values of a member by the ids of the attributes; without an entry it is empty. */
export type AttributeValues = Record<string, string>

export const toAttributeValues = ({ organization }: Member): AttributeValues =>
  Object.fromEntries(
    organization.attributes.map(({ attribute_id: id, value }) => [id, value] as const),
  )

/** Returns only the changed values; an empty one clears it. */
export function changedAttributes(values: AttributeValues, user: Member): AttributeValuesInput {
  const before = toAttributeValues(user)
  return Object.entries(values)
    .map(([id, value]) => ({ attribute_id: id, value: value.trim() }))
    .filter(({ attribute_id: id, value }) => value !== (before[id] ?? ''))
}

/** The names of the fields of a refused call, one for each value that can be sent. */
export const attributeFieldNames = Array.from(
  { length: limits.attributes_max },
  (_, index) => `organization.attributes.${index}.value`,
)

type Props = {
  user: Member
  values: AttributeValues
  /** The error of each attribute by its id. */
  errors: Record<string, ReactNode>
  onChange: (id: string, value: string) => void
}

/** A field for each custom attribute. Those of another system are read-only. */
export function AttributeFields({ user, values, errors, onChange }: Props) {
  const { t } = useTranslation('organization')
  const { data: attributes = [] } = useQuery(attributesQuery)
  const managed = new Set(
    user.organization.attributes.filter((one) => one.managed).map((one) => one.attribute_id),
  )
  return attributes.map(({ id, name, kind, options }) => {
    const value = values[id] ?? ''
    const field = {
      label: name,
      error: errors[id],
      readOnly: managed.has(id),
      ...(managed.has(id) ? { description: t('managed') } : {}),
    }
    return kind === 'list' ? (
      <Select
        key={id}
        {...field}
        data={options}
        value={value || null}
        searchable
        clearable={!managed.has(id)}
        clearButtonProps={{ 'aria-label': t('clear', { field: name }) }}
        nothingFoundMessage={t('select.nothing')}
        comboboxProps={{ withinPortal: false }}
        maxDropdownHeight={280}
        onChange={(option) => onChange(id, option ?? '')}
      />
    ) : (
      <TextInput
        key={id}
        {...field}
        value={value}
        maxLength={limits.attribute_value_chars_max}
        autoComplete="off"
        onChange={(event) => onChange(id, event.currentTarget.value)}
      />
    )
  })
}
