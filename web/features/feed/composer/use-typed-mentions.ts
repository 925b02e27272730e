import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Person } from '#contract/schemas/users.ts'
import { foldText } from '#contract/fold-text.ts'
import { findMentions, resolveMention } from '#contract/thanks-text.ts'
import { isCompleteResult, peopleQuery } from '#web/shared/mentions/use-people-search.ts'

/**
 * Converts typed or pasted names into people without the list: `@maria for the release`, when the
 * team has a single Maria. `skip` is the position of the name being typed; `refused` holds the
 * starts of names whose list was dismissed.
 */
export function useTypedMentions(
  text: string,
  skip: number | undefined,
  dismissedNames: readonly string[],
  onMention: (person: Person, start: number, end: number) => void,
): void {
  const client = useQueryClient()
  const onFound = useEffectEvent(onMention)
  useEffect(() => {
    let isCanceled = false
    const convertMentions = async () => {
      for (const candidate of findMentions(text)) {
        if (
          candidate.start === skip ||
          dismissedNames.some((name) => foldText(candidate.names[0]?.name ?? '').startsWith(name))
        )
          continue
        const found = await resolveMention(candidate, async (name) => {
          const people = await client.fetchQuery(peopleQuery(name))
          return { people, isComplete: isCompleteResult(people) }
        })
        if (isCanceled) return
        // The change of the text runs this effect again.
        if (found) return onFound(found.person, candidate.start, found.end)
      }
    }
    // A name that cannot be resolved stays in the text.
    convertMentions().catch(() => {})
    return () => {
      isCanceled = true
    }
  }, [client, text, skip, dismissedNames])
}
