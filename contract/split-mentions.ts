/** A part of a text; `person` is the mentioned person. */
type MentionPart<P> = { text: string; person?: P }
/** A person and the name that follows an "@" in a text. */
type Mention<P> = { name: string; person: P }

const escapePattern = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`)

/**
 * Splits a text at the names that follow an "@". People with the same name are taken in the order
 * of `mentions`, and the last of them for all further occurrences.
 */
export function splitMentions<P>(text: string, mentions: readonly Mention<P>[]): MentionPart<P>[] {
  if (!mentions.length) return [{ text }]
  // Longer names first, because a name may begin like another.
  const names = [...new Set(mentions.map(({ name }) => name))].toSorted(
    (a, b) => b.length - a.length,
  )
  const pattern = new RegExp(
    String.raw`@(${names.map(escapePattern).join('|')})(?![\p{L}\p{M}\p{N}])`,
    'gu',
  )
  const peopleByName = Map.groupBy(mentions, ({ name }) => name)
  const parts: MentionPart<P>[] = []
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

/**
 * Returns those of the people whose current name follows an "@" in a text. A name that only begins
 * another name or a word does not count.
 */
export function listMentioned<P extends { name: string }>(text: string, people: readonly P[]): P[] {
  const named = people.flatMap((person) => (person.name ? [{ name: person.name, person }] : []))
  const mentioned = new Set(splitMentions(text, named).map(({ person }) => person))
  return people.filter((person) => mentioned.has(person))
}
