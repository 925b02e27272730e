import i18n, { bcp47Tag } from './translate.ts'

const groupSeparators = new Map<string, string>()
/**
 * Returns the separator between groups of three digits in the reader's language. Spaces are valid
 * in every language.
 */
function groupSeparator(): string {
  const { language } = i18n
  const known = groupSeparators.get(language)
  if (known !== undefined) return known
  const separator =
    new Intl.NumberFormat(bcp47Tag(language), { useGrouping: 'always' })
      .formatToParts(1_000)
      .find(({ type }) => type === 'group')?.value ?? ''
  groupSeparators.set(language, separator)
  return separator
}

/**
 * Returns the typed whole number of zero or more, null for an empty field, and NaN for anything
 * else. Nothing is dropped: '-5', '2.5' and '1e3' are not whole numbers. Groups of three digits may
 * have the language's separator.
 */
export function parseWholeNumber(text: string): number | null {
  const typed = text.trim()
  if (typed === '') return null
  const plain = typed.replaceAll(/\s/g, ' ').replaceAll(groupSeparator(), ' ')
  if (!/^\+?(?:\d+|\d{1,3}(?: \d{3})+)$/.test(plain)) return Number.NaN
  return Math.min(Number(plain.replaceAll(/\D/g, '')), Number.MAX_SAFE_INTEGER)
}
