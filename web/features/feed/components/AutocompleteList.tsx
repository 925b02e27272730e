import {
  type KeyboardEvent,
  useEffect,
  useEffectEvent,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { foldText } from '#web/lib/fold-text.ts'
import type { ComposerState } from '../composer/use-composer.ts'
import { usePruneFormerMembers } from '../composer/use-prune-former-members.ts'
import { useTypedMentions } from '../composer/use-typed-mentions.ts'
import { useSuggestions } from '../composer/use-suggestions.tsx'
import { useFitInViewport } from '../composer/use-fit-in-viewport.ts'
import css from './composer.module.css'

/** The state of the list and its keyboard control, with the attributes of the text field. */
function useAutocomplete(composer: ComposerState, listId: string) {
  const { token, draft, field, keys, addPerson, drafts } = composer
  const [selection, setSelection] = useState({ tokenKey: '', index: 0 })
  const [dismissedNames, setDismissedNames] = useState<readonly string[]>([])
  const { items, isLoading, note } = useSuggestions(composer)
  const open = items.length > 0 || note !== null
  const list = useFitInViewport(open)
  const tokenKey = token ? `${token.kind} ${token.query}` : ''
  const active = items.length
    ? Math.min(selection.tokenKey === tokenKey ? selection.index : 0, items.length - 1)
    : -1

  // Enter before the result arrived: accept the first suggestion of the result.
  const pendingAcceptKey = useRef<string>(undefined)
  const first = items[0]
  const onResult = useEffectEvent(() => {
    const shouldAccept = pendingAcceptKey.current === tokenKey && !composer.composing.current
    pendingAcceptKey.current = undefined
    if (shouldAccept) first?.accept()
  })
  useEffect(() => {
    if (!isLoading) onResult()
  }, [isLoading, tokenKey])

  usePruneFormerMembers(draft.people, (formerIds) =>
    drafts.edit({ people: drafts.get().draft.people.filter(({ id }) => !formerIds.includes(id)) }),
  )
  useTypedMentions(
    draft.text,
    token?.kind === 'person' && (open || isLoading) ? token.start : undefined,
    dismissedNames,
    (person, start, end) => {
      if (!composer.composing.current) addPerson(person, start, end, false)
    },
  )
  // The text field is rendered without waiting for the list, so its attributes are set here.
  useLayoutEffect(() => {
    const input = field.current
    if (open) input?.setAttribute('aria-controls', listId)
    else input?.removeAttribute('aria-controls')
    // Escape closes the list, not the dialog around the composer.
    input?.setAttribute('data-mantine-stop-propagation', String(open))
    if (active >= 0) input?.setAttribute('aria-activedescendant', `${listId}-${active}`)
    else input?.removeAttribute('aria-activedescendant')
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' })
  })
  useImperativeHandle(keys, () => (event: KeyboardEvent) => {
    if (!token || !open) return false
    const send = event.ctrlKey || event.metaKey
    const option = items[active]
    if (event.key === 'Escape') {
      if (token.kind === 'person' && token.query)
        setDismissedNames([...dismissedNames, foldText(token.query)])
      composer.dismiss()
    } else if (event.key === 'ArrowDown' && option)
      setSelection({ tokenKey, index: (active + 1) % items.length })
    else if (event.key === 'ArrowUp' && option)
      setSelection({ tokenKey, index: (active - 1 + items.length) % items.length })
    else if (
      (event.key === 'Tab' && !event.shiftKey && option) ||
      (event.key === 'Enter' && !send && option)
    )
      option.accept()
    else if (event.key === 'Enter' && send) {
      // A name with a single match is accepted.
      if (token.kind === 'person' && token.query && items.length === 1 && !isLoading)
        option?.accept()
      return false
    } else if (event.key === 'Enter' && isLoading) pendingAcceptKey.current = tokenKey
    else return false
    return true
  })
  return { items, isLoading, note, open, list, active }
}

/** The key of the list's label, by the kind of its items. */
const listNames = { value: 'values', emoji: 'emoji', person: 'people' } as const

/**
 * The list of people, values or emoji for the token at the caret, controlled from the text field.
 * Also converts typed names into people, and removes people who left the team since the draft was
 * saved.
 */
export function AutocompleteList({
  composer,
  listId,
}: {
  composer: ComposerState
  listId: string
}) {
  const { t } = useTranslation('feed')
  const { items, isLoading, note, open, list, active } = useAutocomplete(composer, listId)
  const { token } = composer
  return (
    <>
      <span className="sr-only" role="status">
        {open && !isLoading ? (note ?? t('composer.found', { count: items.length })) : ''}
      </span>
      {open ? (
        <div
          ref={list}
          id={listId}
          role="listbox"
          className={css['list']}
          aria-busy={isLoading}
          aria-label={t(`composer.${listNames[token?.kind ?? 'person']}`)}
        >
          {items.map((option, index) => (
            <div
              key={option.key}
              id={`${listId}-${index}`}
              role="option"
              aria-selected={index === active}
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
      ) : null}
    </>
  )
}
