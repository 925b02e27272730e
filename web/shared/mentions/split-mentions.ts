import type { Comment } from '#contract/schemas/posts.ts'
import type { Person } from '#contract/schemas/users.ts'

/** A part of a text; `person` is the mentioned person. */
export type MentionPart = { text: string; person?: Person }

const escapePattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/**
 * Splits a text at the names that follow an "@". People with the same name are taken in the order
 * of `mentions`, and the last of them for all further occurrences.
 */
export function splitMentions(text: string, mentions: Comment['mentions']): MentionPart[] {
  if (!mentions.length) return [{ text }]
  // Longer names first, because a name may begin like another.
  const names = [...new Set(mentions.map(({ name }) => name))].toSorted(
    (a, b) => b.length - a.length,
  )
  const pattern = new RegExp(
    String.raw`@(${names.map(escapePattern).join('|')})(?![\p{L}\p{N}])`,
    'gu',
  )
  const peopleByName = Map.groupBy(mentions, ({ name }) => name)
  const parts: MentionPart[] = []
  let end = 0
  for (const { 0: found, 1: name = '', index } of text.matchAll(pattern)) {
    const people = peopleByName.get(name) ?? []
    const mention = people.length > 1 ? people.shift() : people[0]
    if (!mention) continue
    if (index > end) parts.push({ text: text.slice(end, index) })
    parts.push({ text: found, person: mention.person })
    end = index + found.length
  }
  if (end < text.length) parts.push({ text: text.slice(end) })
  return parts
}
