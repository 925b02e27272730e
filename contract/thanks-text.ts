import { foldText } from './fold-text.ts'

/**
 * Pure functions that parse a text of thanks: at a caret for the composer of the web, as a whole for
 * commands in chats. Positions are offsets as in a text field.
 */

/** A letter, a mark on one, or a digit. */
const letterPattern = String.raw`[\p{L}\p{M}\p{N}]`

export type TextEdit = { text: string; caret: number }

/**
 * Returns the text without a range and without the second of two spaces; the caret keeps its place.
 */
export function removeRange(text: string, start: number, end: number, caret: number): TextEdit {
  const before = text.slice(0, start)
  const endWithSpace = (before === '' || /\s$/.test(before)) && text[end] === ' ' ? end + 1 : end
  return {
    text: before + text.slice(endWithSpace),
    caret: caret <= start ? caret : start + Math.max(caret - endWithSpace, 0),
  }
}

const amountAtCaret = /(?:^|\s)(\+\d{1,5})\s$/
const amountAtStart = /^\s*(\+\d{1,5})(?=\s)/
const onlyMarks = new RegExp(String.raw`^\s*(?:[@#](?=${letterPattern})\S*\s+)*$`, 'u')
const endsWithMention = new RegExp(
  String.raw`(?:^|[\s(])@(?=${letterPattern})[\p{L}\p{M}\p{N}'’.-]*\s+$`,
  'u',
)

/**
 * Returns whether an amount may follow this text: people and tags only, a mention, or the position
 * of a person that was just extracted.
 */
const mayPrecedeAmount = (before: string, afterPerson: string | undefined) =>
  onlyMarks.test(before) ||
  endsWithMention.test(before) ||
  (afterPerson !== undefined &&
    before.startsWith(afterPerson) &&
    before.slice(afterPerson.length).trim() === '')

/**
 * Returns the amount of a `+10` and the text without it (decision 039): at the start of the text,
 * or ended by a space at the caret at the start or after a mention. Any other `+10` is part of a
 * sentence. `afterPerson` is the text before the last extracted person.
 */
export function extractAmount(
  text: string,
  caret: number,
  afterPerson?: string,
): (TextEdit & { score: number }) | undefined {
  const last = amountAtCaret.exec(text.slice(0, caret))
  const ended =
    last && mayPrecedeAmount(text.slice(0, caret - 1 - (last[1]?.length ?? 0)), afterPerson)
      ? last
      : null
  const token = (ended ?? amountAtStart.exec(text))?.[1]
  const score = Number(token)
  if (!token || score < 1) return undefined
  const start = ended ? caret - 1 - token.length : text.indexOf(token)
  const end = start + token.length
  // The space that ended the amount is removed with it.
  return { ...removeRange(text, start, ended ? end + 1 : end, caret), score }
}

/** The candidates for an @ in the text: its next one, two and three words, with the end of each. */
export type MentionCandidate = { start: number; names: { name: string; end: number }[] }
const mentionPattern = new RegExp(String.raw`(?:^|[\s(])@(?=${letterPattern})`, 'gu')
const wordPattern = new RegExp(
  String.raw`^ ?${letterPattern}(?:[\p{L}\p{M}\p{N}'’.-]*${letterPattern})?`,
  'u',
)

/** Returns the @names in the text, at most ten. */
export function findMentions(text: string): MentionCandidate[] {
  return [...text.matchAll(mentionPattern)].slice(0, 10).map((match) => {
    const from = match.index + match[0].length
    const names: MentionCandidate['names'] = []
    for (let end = from; names.length < 3;) {
      const next = wordPattern.exec(text.slice(end, end + 60))?.[0]
      if (!next || (names.length === 0) === next.startsWith(' ')) break
      end += next.length
      names.push({ name: text.slice(from, end), end })
    }
    return { start: from - 1, names }
  })
}

type NamedPerson = { first_name: string; last_name: string; name: string }
/** People found by the start of a name. `isComplete`: there are no others. */
type PeopleFound<P> = { people: P[]; isComplete: boolean }
type PeopleSearch<P> = (name: string) => Promise<PeopleFound<P>>

const hasName = (person: NamedPerson, name: string) =>
  [person.first_name, person.last_name, person.name].some(
    (part) => foldText(part) === foldText(name),
  )

/**
 * Returns the only person the words after an @ can mean, and the end of the name: the longest full
 * name, otherwise a unique first or last name.
 */
export async function resolveMention<P extends NamedPerson>(
  { names }: MentionCandidate,
  search: PeopleSearch<P>,
): Promise<{ person: P; end: number } | undefined> {
  const [first, second] = names
  if (!first) return undefined
  const found = await search(first.name)
  const people = !found.isComplete && second ? (await search(second.name)).people : found.people
  for (const { name, end } of names.toReversed()) {
    const full = people.filter((person) => foldText(person.name) === foldText(name))
    if (full[0] && full.length === 1) return { person: full[0], end }
  }
  const uniqueMatches = found.isComplete
    ? people.filter((person) => hasName(person, first.name))
    : []
  return uniqueMatches[0] && uniqueMatches.length === 1
    ? { person: uniqueMatches[0], end: first.end }
    : undefined
}

/** The people, the amount and the remaining words of a text. A name without a match stays in it. */
export type ParsedThanks<P> = { people: P[]; score: number | undefined; text: string }

const amountPattern = /(?<!\S)\+\d{1,5}(?=\s)/g

/** Returns the first amount that `extractAmount` accepts anywhere in the text. */
function extractAnyAmount(text: string, afterPerson?: string) {
  for (const match of text.matchAll(amountPattern)) {
    const amount = extractAmount(text, match.index + match[0].length + 1, afterPerson)
    if (amount) return amount
  }
  return undefined
}

/** Parses a whole text by the rules of the composer, for example `@ana +5 for the release #team`. */
export async function parseThanks<P extends NamedPerson & { id: string }>(
  given: string,
  search: PeopleSearch<P>,
): Promise<ParsedThanks<P>> {
  const people = new Map<string, P>()
  let score: number | undefined
  // A space ends the last token.
  let text = `${given} `
  const takeAmount = (afterPerson?: string) => {
    const amount = score === undefined ? extractAnyAmount(text, afterPerson) : undefined
    if (amount) ({ text, score } = amount)
  }
  takeAmount()
  const unknown = new Set<string>()
  for (;;) {
    const candidate = findMentions(text).find(({ names }) => !unknown.has(names[0]?.name ?? ''))
    if (!candidate) break
    const found = await resolveMention(candidate, search)
    if (found) {
      people.set(found.person.id, found.person)
      const before = text.slice(0, candidate.start)
      text = removeRange(text, candidate.start, found.end, 0).text
      takeAmount(before)
    } else unknown.add(candidate.names[0]?.name ?? '')
  }
  return { people: [...people.values()], score, text: text.trim() }
}
