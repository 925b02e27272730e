import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { ChosenList } from '#web/ui/ChosenList.tsx'
import { type ChosenPerson, PersonSelect } from './PersonSelect.tsx'

/** A field to choose several people by name, at most `max`. `except`: people who are not offered. */
export function PeopleField({
  people,
  onChange,
  label,
  max,
  except = [],
  description,
  error,
}: {
  people: readonly ChosenPerson[]
  onChange: (people: ChosenPerson[]) => void
  label: string
  max: number
  except?: readonly string[]
  description?: string
  error?: ReactNode
}) {
  const { t } = useTranslation('organization')
  return (
    <div>
      <PersonSelect
        offersReader
        label={label}
        {...(description === undefined ? {} : { description })}
        error={error}
        value={null}
        readOnly={people.length >= max}
        except={[...except, ...people.map(({ id }) => id)]}
        onChange={(person) => {
          if (person) onChange([...people, person])
        }}
      />
      <ChosenList
        // An audience or a rule can name a deleted person, who has no name.
        items={people.map(({ id, name }) => ({ id, name: name || t('common:former') }))}
        removeLabel={(name) => t('select.remove', { name })}
        onRemove={(id) => onChange(people.filter((person) => person.id !== id))}
      />
    </div>
  )
}
