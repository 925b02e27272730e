import type { Value } from '#contract/schemas/values.ts'

/** `word`: the first lower-case word of the text that matches the value. */
export type ValueGuess = { value: Value; by: 'tag' | 'keywords' | 'default'; word?: string }
const foldText = (text: string) => text.toLowerCase().normalize('NFC')

/**
 * Returns the words that match the keyword: equal words, and prefixes for keywords of four letters
 * or more, so that 'help' finds 'helped'.
 */
function keywordHits(words: string[], keyword: string): string[] {
  const wanted = foldText(keyword)
  return words.filter((word) => word === wanted || (wanted.length >= 4 && word.startsWith(wanted)))
}

/**
 * Returns the value that fits a text (product.md): a `#tag`, else most keyword hits, else the
 * default. Undefined without values.
 */
export function guessValue(text: string, values: readonly Value[]): ValueGuess | undefined {
  const folded = foldText(text)
  const tags = [...folded.matchAll(/#([\p{L}\p{N}_-]+)/gu)].map((match) => match[1])
  const tagged = values.find((value) => tags.includes(foldText(value.tag)))
  if (tagged) return { value: tagged, by: 'tag' }
  const words = folded.split(/[^\p{L}\p{N}]+/u).filter(Boolean)
  const counted = values.map((value) => ({
    value,
    found: value.keywords.flatMap((keyword) => keywordHits(words, keyword)),
  }))
  const best = counted.reduce(
    (top, candidate) => (candidate.found.length > top.found.length ? candidate : top),
    {
      value: undefined as Value | undefined,
      found: [] as string[],
    },
  )
  const word = words.find((candidate) => best.found.includes(candidate))
  if (best.value && word) return { value: best.value, by: 'keywords', word }
  const fallback = values.find((value) => value.default) ?? values[0]
  return fallback ? { value: fallback, by: 'default' } : undefined
}
