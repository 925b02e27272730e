import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import type { Person } from '#contract/schemas/users.ts'
import { GiveThanksButton } from '#web/shared/people/GiveThanks.tsx'
import { usePersonName } from '#web/shared/person-name.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import css from './recognition-graph.module.css'

const shownMax = 6

/** People below the graph with a link to their profile; `note` is an optional text for each. */
export function PeopleList({
  title,
  text,
  people,
  note,
  isThankable = false,
}: {
  title: string
  text?: string
  people: Person[]
  note?: (person: Person) => ReactNode
  isThankable?: boolean
}) {
  const { t } = useTranslation('dashboard')
  const name = usePersonName()
  const headingId = useId()
  const [isExpanded, setIsExpanded] = useState(false)
  if (!people.length) return null
  return (
    <section className={css['quiet']} aria-labelledby={headingId}>
      <h3 id={headingId}>{title}</h3>
      {text ? <p className={css['hint']}>{text}</p> : null}
      <ul>
        {people.slice(0, isExpanded ? undefined : shownMax).map((person) => (
          <li key={person.id}>
            <Link to="/profile/$id" params={{ id: person.id }}>
              <UserAvatar user={person} size={32} />
              <span>
                <b>{name(person)}</b>
                {note ? <small>{note(person)}</small> : null}
              </span>
            </Link>
            {isThankable ? <GiveThanksButton person={person} /> : null}
          </li>
        ))}
      </ul>
      {people.length > shownMax ? (
        <Button
          size="compact-sm"
          variant="subtle"
          onClick={() => setIsExpanded(!isExpanded)}
          aria-expanded={isExpanded}
        >
          {isExpanded ? t('org.fewer') : t('org.show_all', { count: people.length })}
        </Button>
      ) : null}
    </section>
  )
}
