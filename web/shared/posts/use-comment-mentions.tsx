import { type KeyboardEvent, type RefObject, useId, useLayoutEffect, useRef } from 'react'
import type { Post } from '#contract/schemas/posts.ts'
import type { Person } from '#contract/schemas/users.ts'
import { foldText } from '#contract/fold-text.ts'
import { listMentioned } from '#contract/split-mentions.ts'
import { useTranslation } from '#web/lib/translate.ts'
import { useConfig } from '#web/shared/config.ts'
import { PersonSuggestion } from '#web/shared/mentions/SuggestionList.tsx'
import { useFitInViewport } from '#web/shared/mentions/use-fit-in-viewport.ts'
import { useListAttributes } from '#web/shared/mentions/use-list-attributes.ts'
import { usePeopleSearch } from '#web/shared/mentions/use-people-search.ts'
import { type Suggestions, useSuggestionKeys } from '#web/shared/mentions/use-suggestion-keys.ts'
import { useTokenAtCaret } from '#web/shared/mentions/use-token-at-caret.ts'

/**
 * The text of a comment, and the people chosen for it; some may have been removed from the text
 * again.
 */
export type CommentContent = { text: string; mentions: Person[] }

/** Returns the ids of the people who are still named in the text. */
export const mentionedIds = ({ text, mentions }: CommentContent): string[] =>
  listMentioned(text, mentions).map(({ id }) => id)

/** Returns the colleagues that a comment may mention: all, or those who can see a private post. */
function useMentionable(post: Post, query: string | undefined) {
  const { user } = useConfig()
  const everyone = usePeopleSearch(post.private ? undefined : query, [user])
  if (!post.private) return everyone
  const start = foldText(query ?? '')
  const people = [
    ...new Map(
      [...(post.from ? [post.from] : []), ...post.to].map((one) => [one.id, one]),
    ).values(),
  ].filter(
    (person) =>
      person.id !== user.id &&
      person.state === 'accepted' &&
      [person.first_name, person.last_name, person.name].some((name) =>
        foldText(name).startsWith(start),
      ),
  )
  return { people, loading: false, failed: false }
}

/**
 * The list of people for an "@" in the field of a comment, controlled from the field. A chosen
 * person replaces the typed name.
 */
export function useCommentMentions(
  post: Post,
  field: RefObject<HTMLTextAreaElement | null>,
  content: CommentContent,
  onChange: (content: CommentContent) => void,
) {
  const { t } = useTranslation('feed')
  const { token, look, refreshToken, close, dismiss } = useTokenAtCaret(field)
  const listId = useId()
  const caret = useRef<number>(undefined)
  const query = token?.kind === 'person' ? token.query : undefined
  const { people, loading, failed } = useMentionable(post, query)
  const accept = (person: Person) => {
    if (!token) return
    const before = `${content.text.slice(0, token.start)}@${person.name} `
    const after = content.text.slice(token.start + token.query.length + 1).replace(/^ /, '')
    caret.current = before.length
    // The name stays in the text, so its list must not open again.
    dismiss()
    onChange({
      text: before + after,
      // Without people removed from the text, who may have the name of this one.
      mentions: [
        ...listMentioned(content.text, content.mentions).filter(({ id }) => id !== person.id),
        person,
      ],
    })
  }
  useLayoutEffect(() => {
    if (caret.current === undefined) return
    field.current?.setSelectionRange(caret.current, caret.current)
    caret.current = undefined
  })
  const items =
    query === undefined
      ? []
      : people.map((person) => ({
          key: person.id,
          icon: <PersonSuggestion person={person} />,
          accept: () => accept(person),
        }))
  // Words after a name belong to the sentence.
  const hasNote = query !== undefined && !items.length && !query.includes(' ') && !loading
  const emptyNote = failed ? t('composer.names_later') : t('composer.nobody')
  const suggestions: Suggestions = {
    items,
    isLoading: query !== undefined && loading,
    note: hasNote ? emptyNote : null,
  }
  const open = items.length > 0 || suggestions.note !== null
  const list = useFitInViewport(open)
  const { active, handleKey } = useSuggestionKeys(suggestions, query ?? '', () => false)
  useListAttributes(field, list, { listId, open, active })
  return {
    suggestions,
    open,
    list,
    listId,
    active,
    look,
    refreshToken,
    close,
    /** Returns whether the key belongs to the list. */
    onKey: (event: KeyboardEvent): boolean => {
      if (query === undefined) return false
      if (event.key === 'Escape' && open) {
        dismiss()
        return true
      }
      return handleKey(event)
    },
  }
}
