import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Person } from '#contract/schemas/users.ts'
import { foldText } from '#web/lib/fold-text.ts'
import { type MentionCandidate, findMentions } from './text-tokens.ts'
import { isCompleteResult, peopleQuery } from '#web/shared/mentions/use-people-search.ts'

const hasName = (person: Person, name: string) =>
  [person.first_name, person.last_name, person.name].some(
    (part) => foldText(part) === foldText(name),
  )

/**
 * Returns the only person the words after an @ can mean, and the end of the name: the longest full
 * name, otherwise a unique first or last name.
 */
async function resolveMention(
  { names }: MentionCandidate,
  search: (name: string) => Promise<Person[]>,
): Promise<{ person: Person; end: number } | undefined> {
  const [first, second] = names
  if (!first) return undefined
  let people = await search(first.name)
  const isComplete = isCompleteResult(people)
  if (!isComplete && second) people = await search(second.name)
  for (const { name, end } of names.toReversed()) {
    const full = people.filter((person) => foldText(person.name) === foldText(name))
    if (full[0] && full.length === 1) return { person: full[0], end }
  }
  const uniqueMatches = isComplete ? people.filter((person) => hasName(person, first.name)) : []
  return uniqueMatches[0] && uniqueMatches.length === 1
    ? { person: uniqueMatches[0], end: first.end }
    : undefined
}

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
        const found = await resolveMention(candidate, (name) =>
          client.fetchQuery(peopleQuery(name)),
        )
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
