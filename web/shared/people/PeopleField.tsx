import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { type ChosenPerson, PersonSelect } from './PersonSelect.tsx'
import css from './people-field.module.css'

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
  const { t } = useTranslation('organization')
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
      {people.length ? (
        <ul className={css['people']}>
          {people.map(({ id, name }) => (
            <li key={id}>
              <span>{name}</span>
              <ActionIcon
                variant="subtle"
                size="sm"
                aria-label={t('select.remove', { name })}
                onClick={() => onChange(people.filter((person) => person.id !== id))}
              >
                <IconX size={14} aria-hidden="true" />
              </ActionIcon>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
