import type { ReactNode } from 'react'
import { ChosenList } from '#web/shared/forms/ChosenList.tsx'
import { type ChosenPerson, PersonSelect } from './PersonSelect.tsx'

/** A field to choose several colleagues by name, at most `max`. */
export function PeopleField({
  people,
  onChange,
  label,
  max,
  description,
  error,
}: {
  people: readonly ChosenPerson[]
  onChange: (people: ChosenPerson[]) => void
  label: string
  max: number
  description?: string
  error?: ReactNode
}) {
  return (
    <div>
      <PersonSelect
        label={label}
        {...(description === undefined ? {} : { description })}
        error={error}
        value={null}
        readOnly={people.length >= max}
        except={people.map(({ id }) => id)}
        onChange={(person) => {
          if (person) onChange([...people, person])
        }}
      />
      <ChosenList
        items={people}
        onRemove={(id) => onChange(people.filter((person) => person.id !== id))}
      />
    </div>
  )
}
