/** The token at the caret that opens a list. `start` is the position of its mark. */
export type Token = { kind: 'person' | 'value' | 'emoji'; query: string; start: number }

const tokenBeforeCaret = new RegExp(
  String.raw`(?:^|[\s(])(?:(?<person>@(?! )[\p{L}\p{M}\p{N}'’.\- ]{0,40})|(?<value>#[\p{L}\p{M}\p{N}_-]{0,40})|(?<emoji>:[\p{L}\p{M}\p{N}_]{2,20}))$`,
  'u',
)
/** Longer than any token with its mark and the character before it. */
const tokenCharsMax = 48

/**
 * Returns the @name, #tag or :name being typed; undefined for an email address or a time of day.
 */
export function tokenAt(text: string, caret: number): Token | undefined {
  const found = tokenBeforeCaret.exec(text.slice(Math.max(caret - tokenCharsMax, 0), caret))?.groups
  for (const kind of ['person', 'value', 'emoji'] as const) {
    const token = found?.[kind]
    if (token !== undefined) return { kind, query: token.slice(1), start: caret - token.length }
  }
  return undefined
}
