import { foldText } from './fold-text.ts'

/** A value of a team: its tag without the mark, and the words that hint at it. */
type GuessableValue = { tag: string; keywords: string[] }
/** `word`: the first lower-case word of the text that matches the value. */
type ValueGuess<V> = { value: V; by: 'tag' | 'keywords'; word?: string }

/**
 * Returns the words that match the keyword: equal words, and prefixes for keywords of four letters
 * or more, so that 'help' finds 'helped'.
 */
function keywordHits(words: string[], keyword: string): string[] {
  const wanted = foldText(keyword)
  return words.filter((word) => word === wanted || (wanted.length >= 4 && word.startsWith(wanted)))
}

/** Returns the value that fits a text: a `#tag`, else most keyword hits. Undefined without both. */
export function guessValue<V extends GuessableValue>(
  text: string,
  values: readonly V[],
): ValueGuess<V> | undefined {
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
      value: undefined as V | undefined,
      found: [] as string[],
    },
  )
  const word = words.find((candidate) => best.found.includes(candidate))
  return best.value && word ? { value: best.value, by: 'keywords', word } : undefined
}
