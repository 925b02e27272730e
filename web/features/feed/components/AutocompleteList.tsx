import { type KeyboardEvent, useImperativeHandle, useState } from 'react'
import { useTranslation } from '#web/lib/translate.ts'
import { foldText } from '#contract/fold-text.ts'
import { SuggestionList } from '#web/shared/mentions/SuggestionList.tsx'
import { useFitInViewport } from '#web/shared/mentions/use-fit-in-viewport.ts'
import { useListAttributes } from '#web/shared/mentions/use-list-attributes.ts'
import { useSuggestionKeys } from '#web/shared/mentions/use-suggestion-keys.ts'
import type { ComposerState } from '../composer/use-composer.ts'
import { usePruneFormerMembers } from '../composer/use-prune-former-members.ts'
import { useTypedMentions } from '../composer/use-typed-mentions.ts'
import { useSuggestions } from '../composer/use-suggestions.tsx'

/** The state of the list and its keyboard control, with the attributes of the text field. */
function useAutocomplete(composer: ComposerState, listId: string) {
  const { token, draft, field, keys, addPerson, drafts } = composer
  const [dismissedNames, setDismissedNames] = useState<readonly string[]>([])
  const suggestions = useSuggestions(composer)
  const { items, isLoading, note } = suggestions
  const open = items.length > 0 || note !== null
  const list = useFitInViewport(open)
  const tokenKey = token ? `${token.kind} ${token.query}` : ''
  const { active, handleKey } = useSuggestionKeys(
    suggestions,
    tokenKey,
    () => composer.composing.current,
  )

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
  useListAttributes(field, list, { listId, open, active })
  useImperativeHandle(keys, () => (event: KeyboardEvent) => {
    if (!token || !open) return false
    if (event.key === 'Escape') {
      if (token.kind === 'person' && token.query)
        setDismissedNames([...dismissedNames, foldText(token.query)])
      composer.dismiss()
      return true
    }
    // Sending accepts a name with a single match.
    const isSending = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
    if (isSending && token.kind === 'person' && token.query && items.length === 1 && !isLoading)
      items[active]?.accept()
    return handleKey(event)
  })
  return { suggestions, open, list, active }
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
  const { suggestions, open, list, active } = useAutocomplete(composer, listId)
  const { items, isLoading, note } = suggestions
  const { token } = composer
  return (
    <>
      <span className="sr-only" role="status">
        {open && !isLoading ? (note ?? t('composer.found', { count: items.length })) : ''}
      </span>
      {open ? (
        <SuggestionList
          list={list}
          id={listId}
          label={t(`composer.${listNames[token?.kind ?? 'person']}`)}
          active={active}
          suggestions={suggestions}
        />
      ) : null}
    </>
  )
}
