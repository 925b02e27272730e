import { limits } from '#contract/limits.ts'
import { parseThanks } from '#contract/thanks-text.ts'
import type { Person } from '#contract/schemas/users.ts'
import { searchPeople } from '#server/modules/users/list-queries.ts'
import { presentPerson } from '#server/modules/people/present.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Services } from '#server/platform/services.ts'

const searchMax = 24
/** Searches for names in one command: each person has at most two. */
const searchesMax = 2 * limits.recipients_max
/** The name that stands for a mention of the chat while its text is parsed. */
const placeholder = (index: number) => `chatmention${index}`
const placeholderPattern = /^chatmention(\d+)$/i

export type ParsedCommand = {
  /** Users here that the text names. */
  people: Person[]
  /** Mentions of the chat, by their ids there. */
  externalUserIds: string[]
  score: number | undefined
  text: string
}
type NamedPerson = Pick<Person, 'id' | 'name' | 'first_name' | 'last_name'>

/**
 * Parses the words of a command by the rules of the composer. `mentionPattern` finds the mentions of
 * the chat, with the id of the person in its first group. Other names are searched for among the
 * colleagues of the actor.
 */
export async function parseCommand(
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  given: string,
  mentionPattern: RegExp,
): Promise<ParsedCommand> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const mentioned: string[] = []
  const text = given.replaceAll(mentionPattern, (_, externalUserId: string) => {
    mentioned.push(externalUserId)
    return `@${placeholder(mentioned.length - 1)}`
  })
  const found = new Map<string, Person>()
  const searched = new Map<string, { people: NamedPerson[]; isComplete: boolean }>()
  const parsed = await parseThanks<NamedPerson>(text, async (name) => {
    const externalUserId = mentioned[Number(placeholderPattern.exec(name)?.[1] ?? -1)]
    if (externalUserId !== undefined) {
      const person = { id: externalUserId, name, first_name: name, last_name: '' }
      return { people: [person], isComplete: true }
    }
    const known = searched.get(name)
    if (known || searched.size >= searchesMax) return known ?? { people: [], isComplete: true }
    const rows = await db.tenant(workspaceId, (trx) =>
      searchPeople(trx, workspaceId, userId, {
        text: name,
        withTitles: false,
        seesAddresses: false,
        limit: searchMax,
      }),
    )
    const people = rows.map((row) => presentPerson(row, workspaceId))
    for (const person of people) found.set(person.id, person)
    const result = { people, isComplete: people.length < searchMax }
    searched.set(name, result)
    return result
  })
  return {
    people: parsed.people.flatMap(({ id }) => found.get(id) ?? []),
    externalUserIds: parsed.people.flatMap(({ id }) => (mentioned.includes(id) ? id : [])),
    score: parsed.score,
    text: parsed.text,
  }
}
