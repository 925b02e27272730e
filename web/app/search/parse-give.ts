/** What a typed "give 10 to anna", "10 anna" or "thank anna" asks for; `score` null: no amount. */
export type GiveRequest = { name: string; score: number | null }

const amountPattern = /^\+?(\d{1,5})$/

/**
 * Returns the name and the amount of a text that starts with a verb or has an amount as its first or
 * last word (after the verb and before words like "to"), and null for any other text. `verbs` and
 * `fillers` are words of the reader's language in lower case.
 */
export function parseGive(
  text: string,
  verbs: readonly string[],
  fillers: readonly string[],
): GiveRequest | null {
  const words = text.trim().split(/\s+/)
  const hasVerb = verbs.includes(words[0]?.toLowerCase() ?? '')
  if (hasVerb) words.shift()
  const amountOf = (word: string | undefined) => Number(amountPattern.exec(word ?? '')?.[1] ?? 0)
  const score = amountOf(words[0]) || amountOf(words.at(-1))
  if (score) words.splice(amountOf(words[0]) ? 0 : -1, 1)
  if (!hasVerb && !score) return null
  const isFiller = (word: string | undefined) =>
    word !== undefined && fillers.includes(word.toLowerCase())
  while (isFiller(words[0])) words.shift()
  while (isFiller(words.at(-1))) words.pop()
  return words.length ? { name: words.join(' '), score: score || null } : null
}
