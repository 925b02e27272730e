import { limits } from '#contract/limits.ts'
import type { Language } from '#contract/schemas/common.ts'
import { translate } from '#server/platform/i18n/messages.ts'

/** Words of a nominator that the announcement quotes. */
export type WinnerQuote = { text: string; name: string }

const separator = '\n\n'

/** Returns a text of at most `max` characters, cut between characters. */
function truncateText(text: string, max: number): string {
  if (text.length <= max) return text
  const end = Math.max(max - 1, 0)
  return `${text
    .slice(0, end)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`
}

/**
 * Returns the text of the post about a winner in the language of the team, with the quotes. Long
 * quotes are cut, so that all of them fit into a post.
 */
export function describeWinner(
  language: Language,
  winner: { name: string; round: string; quotes: readonly WinnerQuote[] },
): string {
  const text = (key: string, params: Record<string, string>) =>
    translate(language, 'exports', `nomination_post.${key}`, params)
  const { name, round, quotes } = winner
  const first = text('text', { name, round })
  const frames = quotes.map((quote) => text('quote', { text: '', name: quote.name }))
  const taken = [first, ...frames].join(separator).length
  const max = Math.floor((limits.message_chars_max - taken) / Math.max(quotes.length, 1))
  return [
    first,
    ...quotes.map((quote) =>
      text('quote', { text: truncateText(quote.text, max), name: quote.name }),
    ),
  ].join(separator)
}
