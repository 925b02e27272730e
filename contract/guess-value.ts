import { foldTag, foldText } from './fold-text.ts'

/** A value of a team: its tag without the mark, and the words that hint at it. */
type GuessableValue = { tag: string; keywords: string[] }
/** `word`: the first lower-case word of the text that matches the value. */
type ValueGuess<V> = { value: V; by: 'tag' | 'keywords'; word?: string }

/** A mark alone, as after an emoji, begins no word. */
const wordPattern = /[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu
const wordsOf = (text: string): string[] => foldText(text).match(wordPattern) ?? []

/**
 * Returns the words at which the keyword starts. A keyword may have several words. Its last word is
 * a prefix if it has four letters or more, so that 'help' finds 'helped'.
 */
function keywordHits(words: string[], keyword: string): string[] {
  const wanted = wordsOf(keyword)
  const prefix = wanted.pop()
  if (prefix === undefined) return []
  return words.filter((_, index) => {
    const last = words[index + wanted.length]
    return (
      wanted.every((word, offset) => words[index + offset] === word) &&
      (last === prefix || (prefix.length >= 4 && last?.startsWith(prefix) === true))
    )
  })
}

/** Returns the value that fits a text: a `#tag`, else most keyword hits. Undefined without both. */
export function guessValue<V extends GuessableValue>(
  text: string,
  values: readonly V[],
): ValueGuess<V> | undefined {
  const tags = [...foldTag(text).matchAll(/#([\p{L}\p{M}\p{N}_-]+)/gu)].map((match) => match[1])
  const tagged = values.find((value) => tags.includes(foldTag(value.tag)))
  if (tagged) return { value: tagged, by: 'tag' }
  const words = wordsOf(text)
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
