import { useState, useEffect } from 'react'
import type { Value } from '#contract/schemas/values.ts'
import type { FoundPerson } from '#contract/schemas/users.ts'
import { limits } from '#contract/limits.ts'
import { loadMessages } from '#web/lib/i18n.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { PersonSuggestion } from '#web/shared/mentions/SuggestionList.tsx'
import { usePeopleSearch } from '#web/shared/mentions/use-people-search.ts'
import type { Suggestion, Suggestions } from '#web/shared/mentions/use-suggestion-keys.ts'
import { foldText } from '#contract/fold-text.ts'
import type { ComposerState } from './use-composer.ts'
import type * as EmojiCode from '#web/shared/emoji/emoji.ts'
import { useGroupSuggestions } from './use-group-suggestions.tsx'
import css from '#web/shared/mentions/suggestions.module.css'

const emojiShownMax = 8
/** Returns the values whose tag or name has a word that starts with the query. */
const matchingValues = (query: string, values: readonly Value[]) =>
  values.filter(({ tag, name }) =>
    [tag, name, ...name.split(/\s+/), ...tag.split(/[-_]/)].some((word) =>
      foldText(word).startsWith(foldText(query)),
    ),
  )

/** Loads the emoji and their names with the first emoji token. */
function useEmojiCode(isNeeded: boolean) {
  const [code, setCode] = useState<typeof EmojiCode>()
  useEffect(() => {
    if (isNeeded && !code)
      Promise.all([import('#web/shared/emoji/emoji.ts'), loadMessages(['emoji'])]).then(
        ([loaded]) => setCode(loaded),
        () => {},
      )
  }, [isNeeded, code])
  return code
}

const valueSuggestion = (value: Value, accept: () => void): Suggestion => ({
  key: value.id,
  accept,
  icon: (
    <>
      <span className={css['sign']} aria-hidden="true">
        {value.emoji}
      </span>
      <span className={css['name']}>
        <b>{value.name}</b> <small>#{value.tag}</small>
      </span>
    </>
  ),
})

const personSuggestion = (person: FoundPerson, accept: () => void): Suggestion => ({
  key: person.id,
  accept,
  icon: <PersonSuggestion person={person} />,
})

/** Returns the suggestions for the token at the caret, or a note without any. */
export function useSuggestions(composer: ComposerState): Suggestions {
  const { token, draft, values, addPerson, chooseValue, insert } = composer
  const { t } = useTranslation('feed')
  const { user } = useConfig()
  const kind = token?.kind
  const query = token?.query ?? ''
  const isFull = draft.people.length >= limits.recipients_max
  const people = usePeopleSearch(kind === 'person' && !isFull ? query : undefined, draft.people)
  const groups = useGroupSuggestions(composer)
  const emoji = useEmojiCode(kind === 'emoji')
  if (!token) return { items: [], isLoading: false, note: null }
  const end = token.start + query.length + 1
  if (kind === 'value') {
    const list = matchingValues(query, values).map((value) =>
      valueSuggestion(value, () => chooseValue(value.id, token)),
    )
    return { items: list, isLoading: false, note: null }
  }
  if (kind === 'emoji') {
    const list = (emoji?.searchEmoji(query) ?? []).slice(0, emojiShownMax).map((found) => ({
      key: found.id,
      icon: (
        <>
          <span className={css['sign']} aria-hidden="true">
            {found.sign}
          </span>
          <span className={css['name']}>{emoji?.emojiName(found)}</span>
        </>
      ),
      accept: () => {
        emoji?.rememberEmoji(user.id, found)
        insert(`${found.sign} `, token.start, end)
      },
    }))
    return { items: list, isLoading: !emoji, note: null }
  }
  if (isFull)
    return {
      items: [],
      isLoading: false,
      note: t('composer.people_max', { count: limits.recipients_max }),
    }
  const list = [
    ...people.people.map((person) =>
      personSuggestion(person, () => addPerson(person, token.start, end)),
    ),
    ...groups,
  ]
  // A query with a space and no match is the message itself: no note.
  const isMessageText = !people.loading && query.includes(' ')
  const emptyNote = people.failed ? t('composer.names_later') : t('composer.nobody')
  const waitingNote = people.loading ? t('common:loading') : emptyNote
  const note = list.length || isMessageText ? null : waitingNote
  return { items: list, isLoading: people.loading, note }
}
