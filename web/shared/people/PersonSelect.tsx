import { Select } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { foldText } from '#contract/fold-text.ts'
import type { FoundPerson } from '#contract/schemas/users.ts'
import { useConfig } from '#web/shared/config.ts'
import { usePeopleSearch } from '#web/shared/mentions/use-people-search.ts'
import { usePersonName } from '#web/shared/person-name.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'

/** A chosen person; lists and forms know no more of them. */
export type ChosenPerson = { id: string; name: string }

type PersonSelectProps = {
  value: ChosenPerson | null
  onChange: (person: ChosenPerson | null) => void
  label: string
  /** Label of the button that clears the field; without it the field cannot be cleared. */
  clearLabel?: string
  /** People who are not offered. */
  except?: readonly string[]
  /** Whether the reader is offered too, whom the search for colleagues leaves out. */
  offersReader?: boolean
  description?: string
  error?: ReactNode
  readOnly?: boolean
}

const detailStyle = { color: 'var(--mantine-color-dimmed)' }

/** Returns the reader like a found colleague, if a part of their name starts with the query. */
function useMatchingReader(query: string): FoundPerson[] {
  const { user } = useConfig()
  const search = foldText(query)
  const isMatch = [user.first_name, user.last_name, user.name].some((name) =>
    foldText(name).startsWith(search),
  )
  return isMatch ? [{ ...user, detail: user.job_title }] : []
}

/** A field to choose one colleague by name. The closest colleagues come first. */
export function PersonSelect({
  value,
  onChange,
  clearLabel,
  except = [],
  offersReader = false,
  ...field
}: PersonSelectProps) {
  const { t } = useTranslation('organization')
  const nameOf = usePersonName()
  const [search, setSearch] = useState('')
  const [isOpen, setIsOpen] = useState(false)
  // The field holds the chosen name, which is no search.
  const query = search === value?.name ? '' : search
  const { people, loading, failed } = usePeopleSearch(isOpen ? query : undefined, [])
  const reader = useMatchingReader(query)
  const offered = (offersReader ? [...people, ...reader] : people).filter(
    ({ id }) => !except.includes(id),
  )
  const byId = new Map<string, FoundPerson>(offered.map((person) => [person.id, person]))
  const options = offered.map((person) => ({ value: person.id, label: nameOf(person) }))
  let nothingText = t('select.nobody')
  if (loading) nothingText = t('select.searching')
  if (failed) nothingText = t('select.failed')
  const isMissing = value !== null && !byId.has(value.id)
  return (
    <Select
      {...field}
      searchable
      clearable={clearLabel !== undefined && !field.readOnly}
      {...(clearLabel === undefined ? {} : { clearButtonProps: { 'aria-label': clearLabel } })}
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
        // A field of several people stays empty, so its search would stay too.
        setSearch('')
        const person = id === null ? undefined : byId.get(id)
        if (id === null) onChange(null)
        else if (person) onChange({ id, name: nameOf(person) })
      }}
      renderOption={({ option }) => {
        const person = byId.get(String(option.value))
        return (
          <span style={{ display: 'flex', gap: 10, alignItems: 'center', minWidth: 0 }}>
            {person ? <UserAvatar user={person} size={28} /> : null}
            <span>
              {option.label}
              {person?.detail ? <small style={detailStyle}> {person.detail}</small> : null}
            </span>
          </span>
        )
      }}
      nothingFoundMessage={nothingText}
      comboboxProps={{ withinPortal: false }}
      maxDropdownHeight={280}
    />
  )
}
