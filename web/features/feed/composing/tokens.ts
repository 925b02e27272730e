/**
 * What somebody writes into the composer's one line, understood: pure functions from a text and a
 * caret. Places are offsets into the text, as a text field counts them.
 */

/** What stands at the caret and asks for a list. `start` is the place of its mark. */
export type Token = { kind: 'person' | 'value' | 'emoji'; query: string; start: number }
export type Edited = { text: string; caret: number }

const letter = String.raw`[\p{L}\p{M}\p{N}]`
const atCaret = new RegExp(
  String.raw`(?:^|[\s(])(?:(?<person>@(?! )[\p{L}\p{M}\p{N}'’.\- ]{0,40})|(?<value>#[\p{L}\p{M}\p{N}_-]{0,40})|(?<emoji>:[\p{L}\p{M}\p{N}_]{2,20}))$`,
  'u',
)
/** Longer than any token with its mark and what stands before it. */
const reach = 48

/** An @name, a #tag or a :name that is being typed; an address or a time of day is none. */
export function tokenAt(text: string, caret: number): Token | undefined {
  const found = atCaret.exec(text.slice(Math.max(caret - reach, 0), caret))?.groups
  for (const kind of ['person', 'value', 'emoji'] as const) {
    const token = found?.[kind]
    if (token !== undefined) return { kind, query: token.slice(1), start: caret - token.length }
  }
  return undefined
}

/**
 * The text without a part of it, and without the second of two spaces; the caret stays where it
 * was.
 */
export function takeOut(text: string, start: number, end: number, caret: number): Edited {
  const before = text.slice(0, start)
  const till = (before === '' || /\s$/.test(before)) && text[end] === ' ' ? end + 1 : end
  return {
    text: before + text.slice(till),
    caret: caret <= start ? caret : start + Math.max(caret - till, 0),
  }
}

const amountEnded = /(?:^|\s)(\+\d{1,5})\s$/
const amountFirst = /^\s*(\+\d{1,5})(?=\s)/
const marksOnly = new RegExp(String.raw`^\s*(?:[@#](?=${letter})\S*\s+)*$`, 'u')
const mentionLast = new RegExp(String.raw`(?:^|[\s(])@(?=${letter})[\p{L}\p{M}\p{N}'’.-]*\s+$`, 'u')

/**
 * Whether an amount may follow this text: nothing but people and tags, a mention, or the place a
 * person has just left.
 */
const opensAmount = (before: string, afterPerson: string | undefined) =>
  marksOnly.test(before) ||
  mentionLast.test(before) ||
  (afterPerson !== undefined &&
    before.startsWith(afterPerson) &&
    before.slice(afterPerson.length).trim() === '')

/**
 * Returns the amount of a `+10` and the text without it (decision 039): one that stands first, or
 * that a space at the caret has just ended at the start or after a mention. Any other `+10` is part
 * of a sentence. `afterPerson` is the text before the place where the last person was taken out.
 */
export function takeAmount(
  text: string,
  caret: number,
  afterPerson?: string,
): (Edited & { score: number }) | undefined {
  const last = amountEnded.exec(text.slice(0, caret))
  const ended =
    last && opensAmount(text.slice(0, caret - 1 - (last[1]?.length ?? 0)), afterPerson)
      ? last
      : null
  const token = (ended ?? amountFirst.exec(text))?.[1]
  const score = Number(token)
  if (!token || score < 1) return undefined
  const start = ended ? caret - 1 - token.length : text.indexOf(token)
  const end = start + token.length
  // The space that ended it goes with it.
  return { ...takeOut(text, start, ended ? end + 1 : end, caret), score }
}

/**
 * Whoever may be meant by an @ in the text: its next one, two and three words. `end` is where each
 * ends.
 */
export type Mentioned = { start: number; names: { name: string; end: number }[] }
const mention = new RegExp(String.raw`(?:^|[\s(])@(?=${letter})`, 'gu')
const word = new RegExp(String.raw`^ ?${letter}(?:[\p{L}\p{M}\p{N}'’.-]*${letter})?`, 'u')

/** Every @name that stands in the text, the first ten at most. */
export function mentionsIn(text: string): Mentioned[] {
  return [...text.matchAll(mention)].slice(0, 10).map((match) => {
    const from = match.index + match[0].length
    const names: Mentioned['names'] = []
    for (let end = from; names.length < 3;) {
      const next = word.exec(text.slice(end, end + 60))?.[0]
      if (!next || (names.length === 0) === next.startsWith(' ')) break
      end += next.length
      names.push({ name: text.slice(from, end), end })
    }
    return { start: from - 1, names }
  })
}

/** Letters as they compare: no case, one spelling. */
export const fold = (text: string) => text.trim().toLowerCase().normalize('NFC')
