import type { Value } from '#contract/schemas/values.ts'
import { foldText } from './fold-text.ts'

/** `word`: the first lower-case word of the text that matches the value. */
export type ValueGuess = { value: Value; by: 'tag' | 'keywords'; word?: string }

/**
 * Returns the words that match the keyword: equal words, and prefixes for keywords of four letters
 * or more, so that 'help' finds 'helped'.
 */
function keywordHits(words: string[], keyword: string): string[] {
  const wanted = foldText(keyword)
  return words.filter((word) => word === wanted || (wanted.length >= 4 && word.startsWith(wanted)))
}

/** Returns the value that fits a text: a `#tag`, else most keyword hits. Undefined without both. */
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
  return best.value && word ? { value: best.value, by: 'keywords', word } : undefined
}
