import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import type { Person } from '#contract/schemas/users.ts'
import { foldText, type MentionCandidate, findMentions } from './text-tokens.ts'
import { isCompleteResult, peopleQuery } from './use-people-search.ts'

const hasName = (person: Person, name: string) =>
  [person.first_name, person.last_name, person.name].some((one) => foldText(one) === foldText(name))

/**
 * The one person that the words after an @ can mean, and where their name ends: the longest full
 * name, else a first or last name that only one has.
 */
async function resolveMention(
  { names }: MentionCandidate,
  ask: (name: string) => Promise<Person[]>,
): Promise<{ person: Person; end: number } | undefined> {
  const [first, second] = names
  if (!first) return undefined
  let answer = await ask(first.name)
  const whole = isCompleteResult(answer)
  if (!whole && second) answer = await ask(second.name)
  for (const { name, end } of names.toReversed()) {
    const full = answer.filter((person) => foldText(person.name) === foldText(name))
    if (full[0] && full.length === 1) return { person: full[0], end }
  }
  const alone = whole ? answer.filter((person) => hasName(person, first.name)) : []
  return alone[0] && alone.length === 1 ? { person: alone[0], end: first.end } : undefined
}

/**
 * Makes people of the names in a text that were typed or pasted without a look at the list: `@maria
 * for the release`, where only one Maria is in the team. `skip` is the place of one that is still
 * being typed; `refused` holds the beginnings of names whose list was sent away.
 */
export function useTypedMentions(
  text: string,
  skip: number | undefined,
  refused: readonly string[],
  take: (person: Person, start: number, end: number) => void,
): void {
  const client = useQueryClient()
  const onFound = useEffectEvent(take)
  useEffect(() => {
    let gone = false
    const look = async () => {
      for (const mentioned of findMentions(text)) {
        if (
          mentioned.start === skip ||
          refused.some((name) => foldText(mentioned.names[0]?.name ?? '').startsWith(name))
        )
          continue
        const found = await resolveMention(mentioned, (name) =>
          client.fetchQuery(peopleQuery(name)),
        )
        if (gone) return
        // The text changes with it, and is looked at anew.
        if (found) return onFound(found.person, mentioned.start, found.end)
      }
    }
    // Who cannot be found now is left in the text.
    look().catch(() => {})
    return () => {
      gone = true
    }
  }, [client, text, skip, refused])
}
