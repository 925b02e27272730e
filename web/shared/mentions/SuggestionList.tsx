import type { RefObject } from 'react'
import type { FoundPerson, Person } from '#contract/schemas/users.ts'
import { UserAvatar } from '#web/ui/UserAvatar.tsx'
import type { Suggestions } from './use-suggestion-keys.ts'
import css from './suggestions.module.css'

/** A person in a list of suggestions: face, name, and what tells people of one name apart. */
export function PersonSuggestion({ person }: { person: Person | FoundPerson }) {
  const detail = 'detail' in person ? person.detail : person.job_title
  return (
    <>
      <UserAvatar user={person} size={30} />
      <span className={css['name']}>
        <b>
          <bdi>{person.name}</bdi>
        </b>
        {detail ? (
          <>
            {' '}
            <small>{detail}</small>
          </>
        ) : null}
      </span>
    </>
  )
}

/** A list of suggestions below a text field, which keeps the focus and controls it. */
export function SuggestionList({
  list,
  id,
  label,
  active,
  suggestions: { items, isLoading, note },
}: {
  list: RefObject<HTMLDivElement | null>
  id: string
  label: string
  active: number
  suggestions: Suggestions
}) {
  return (
    <div
      ref={list}
      id={id}
      role="listbox"
      className={css['list']}
      aria-busy={isLoading}
      aria-label={label}
    >
      {items.map((option, index) => (
        <div
          key={option.key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === active}
          aria-disabled={option.isDisabled}
          tabIndex={-1}
          className={css['option']}
          onMouseDown={(event) => {
            event.preventDefault()
            option.accept()
          }}
        >
          {option.icon}
        </div>
      ))}
      {note ? (
        <div
          role="option"
          aria-selected="false"
          aria-disabled="true"
          tabIndex={-1}
          className={css['option']}
        >
          {note}
        </div>
      ) : null}
    </div>
  )
}
