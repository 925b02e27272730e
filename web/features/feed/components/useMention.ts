import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useState } from 'react'
import type { Person } from '#contract/users.ts'
import { call } from '#web/lib/client.ts'

/** What is typed after the last @ before the caret; undefined when there is none. */
export function mentionAt(text: string, caret: number): string | undefined {
  return /(?:^|\s)@([\p{L}\p{N}'’.\- ]{0,40})$/u.exec(text.slice(0, caret))?.[1]
}
/** The text without the @word that was just turned into a person, and where the caret stands then. */
export function withoutMention(text: string, caret: number): { text: string; caret: number } {
  const before = text.slice(0, caret).replace(/(^|\s)@[^@]*$/u, '$1')
  return { text: before + text.slice(caret).replace(/^ /, ''), caret: before.length }
}

/** The list of people under the composer: asked while an @word stands at the caret, steered from the text field. */
export function useMention(search: string | undefined, chosen: readonly Person[], choose: (person: Person) => void, close: () => void) {
  const [index, setIndex] = useState(0)
  const people = useQuery({
    queryKey: ['people', search ?? ''], queryFn: ({ signal }) => call('people.list', { query: { search: search ?? '' }, signal }),
    enabled: search !== undefined, placeholderData: keepPreviousData, staleTime: 60_000,
  })
  const options = search === undefined ? [] : (people.data ?? []).filter((person) => !chosen.some((one) => one.id === person.id))
  const active = options.length ? Math.min(index, options.length - 1) : -1
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (search === undefined || event.nativeEvent.isComposing) return false
    if (event.key === 'Escape') close()
    else if (event.key === 'ArrowDown' && options.length) setIndex((active + 1) % options.length)
    else if (event.key === 'ArrowUp' && options.length) setIndex((active - 1 + options.length) % options.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && options[active]) {
      choose(options[active])
      setIndex(0)
    } else if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !people.isFetching) return false
    event.preventDefault()
    return true
  }
  return { open: search !== undefined, options, active, loading: people.isFetching, onKeyDown }
}
