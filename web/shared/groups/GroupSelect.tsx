import { Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { GroupKind } from '#contract/schemas/organization-record.ts'
import { ApiCallError } from '#web/lib/client.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { callErrorText } from '#web/shared/errors/error-messages.ts'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { useGroup, useGroupSearch } from './groups.api.ts'

// The field and the parts around figures of a group are one file, because the name of each file
// that loads later is part of the first page.

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

/** Chooses the group of figures, in teams with groups. The address holds its id only. */
export function GroupFilter({
  groupId,
  onChange,
}: {
  groupId: string | undefined
  onChange: (groupId: string | undefined) => void
}) {
  const { t } = useTranslation('organization')
  const { data: offered } = useGroupSearch(undefined, '', true)
  const { data: group } = useGroup(groupId)
  if (groupId === undefined && !offered?.items.length) return null
  const label = t('figures.group')
  return (
    <GroupSelect
      size="sm"
      aria-label={label}
      placeholder={t('figures.everyone')}
      clearLabel={t('clear', { field: label })}
      value={groupId === undefined ? null : { id: groupId, name: group?.name ?? '…' }}
      onChange={(chosen) => onChange(chosen?.id)}
    />
  )
}

/** Returns whether figures are refused because they would reveal those of a few people. */
export const isGroupTooSmall = (error: unknown): error is ApiCallError =>
  error instanceof ApiCallError && error.has('group_too_small')

/** Shown instead of figures that would reveal those of a few people. */
export function GroupTooSmall({ error }: { error: ApiCallError }) {
  const { t } = useTranslation('organization')
  return (
    <EmptyState
      art="people"
      level={2}
      title={callErrorText(t, error)}
      text={t('figures.too_small')}
    />
  )
}
