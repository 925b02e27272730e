import { letterPattern } from '#web/shared/mentions/token-at-caret.ts'

/**
 * Pure functions that parse the composer's text at a caret. Positions are offsets as in a text
 * field.
 */

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
