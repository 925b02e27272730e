import { Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { GroupKind } from '#contract/schemas/organization-record.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useGroupSearch } from './groups.api.ts'

/** A chosen group; forms know no more of it. */
export type ChosenGroup = { id: string; name: string }

type GroupSelectProps = {
  /** Without a kind, groups of all kinds are offered. */
  kind?: GroupKind
  value: ChosenGroup | null
  onChange: (group: ChosenGroup | null) => void
  label?: string
  'aria-label'?: string
  placeholder?: string
  size?: 'sm'
  clearLabel: string
  /** Groups that are not offered. */
  except?: readonly string[]
  description?: string
  error?: ReactNode
  readOnly?: boolean
}

/** A field to choose one group of a kind. Departments show the names above them. */
export function GroupSelect({
  kind,
  value,
  onChange,
  clearLabel,
  except = [],
  ...field
}: GroupSelectProps) {
  const { t } = useTranslation('organization')
  const [search, setSearch] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  // The field holds the chosen name, which is no search.
  const query = search === value?.name ? '' : search.trim()
  const { data, isFetching, isError } = useGroupSearch(kind, query, isOpen)
  const offered = (data?.items ?? []).filter(({ id }) => !except.includes(id))
  const byId = new Map(offered.map((group) => [group.id, group]))
  const options = offered.map(({ id, name }) => ({ value: id, label: name }))
  let nothingText = t('select.no_group')
  if (isFetching) nothingText = t('select.searching')
  if (isError) nothingText = t('select.failed')
  const isMissing = value !== null && !byId.has(value.id)
  return (
    <Select
      {...field}
      searchable
      clearable={!field.readOnly}
      clearButtonProps={{ 'aria-label': clearLabel }}
      data={isMissing ? [...options, { value: value.id, label: value.name }] : options}
      filter={({ options: all }) =>
        all.filter(
          (option) =>
            'value' in option &&
            // Choosing the chosen one again clears the field by keyboard.
            (byId.has(String(option.value)) || (query === '' && option.value === value?.id)),
        )
      }
      value={value?.id ?? null}
      searchValue={search}
      onSearchChange={setSearch}
      onDropdownOpen={() => setIsOpen(true)}
      onDropdownClose={() => setIsOpen(false)}
      onChange={(id) => {
        // A field of several groups stays empty, so its search would stay too.
        setSearch('')
        const group = id === null ? undefined : byId.get(id)
        if (id === null) onChange(null)
        else if (group) onChange({ id, name: group.name })
      }}
      renderOption={({ option }) => {
        const group = byId.get(String(option.value))
        const path = [...(group?.path ?? []), option.label].join(' › ')
        return kind || !group ? path : `${path} · ${t(`groups.one.${group.kind}`)}`
      }}
      nothingFoundMessage={nothingText}
      comboboxProps={{ withinPortal: false }}
      maxDropdownHeight={280}
    />
  )
}
