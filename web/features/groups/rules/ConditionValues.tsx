import '@mantine/core/styles/Pill.css'
import '@mantine/core/styles/PillsInput.css'
import { MultiSelect, TagsInput } from '@mantine/core'
import { limits } from '#contract/limits.ts'
import type { Attribute } from '#contract/schemas/attributes.ts'
import { listCountries } from '#web/shared/countries.ts'
import { GroupsField } from '#web/shared/groups/GroupsField.tsx'
import { PeopleField } from '#web/shared/people/PeopleField.tsx'
import { useTranslation } from '#web/lib/translate.ts'
import type { DraftCondition, DraftValue } from './draft-rule.ts'

const toTextValue = (text: string): DraftValue => ({ id: text, name: text })

type Props = {
  condition: DraftCondition
  attribute: Attribute | undefined
  onChange: (values: DraftValue[]) => void
}

/** The values of a condition: people, groups, countries, options of a list, or texts. */
export function ConditionValues({ condition: { field, values }, attribute, onChange }: Props) {
  const { t } = useTranslation('organization')
  const max = limits.rule_values_max
  const label = t('rule.values')
  if (field === 'manager_id')
    return <PeopleField label={label} people={values} max={max} onChange={onChange} />
  if (field === 'department_id' || field === 'location_id')
    return (
      <GroupsField
        kind={field === 'department_id' ? 'department' : 'location'}
        label={label}
        groups={values}
        max={max}
        onChange={onChange}
      />
    )
  const texts = values.map(({ id }) => id)
  const common = {
    label,
    value: texts,
    comboboxProps: { withinPortal: false },
    maxDropdownHeight: 240,
    onChange: (chosen: string[]) => onChange(chosen.map(toTextValue)),
  }
  if (field === 'country' || attribute?.kind === 'list')
    return (
      <MultiSelect
        {...common}
        maxValues={max}
        data={field === 'country' ? listCountries() : (attribute?.options ?? [])}
        searchable
        hidePickedOptions
        nothingFoundMessage={t('select.nothing')}
        limit={600}
      />
    )
  return (
    <TagsInput
      {...common}
      maxTags={max}
      description={t('rule.values_text')}
      splitChars={[]}
      maxLength={limits.rule_value_chars_max}
    />
  )
}
