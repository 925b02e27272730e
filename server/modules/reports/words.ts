import type { Language } from '#contract/common.ts'
import { limits } from '#contract/limits.ts'
import { stopwords } from './stopwords.ts'

export type Text = { from_id: string; description: string }
export type Topic = { topic: string; posts: number; authors: number }

/** Words of a language's letters and digits; an apostrophe or a hyphen may stand inside of one. */
const word = /[\p{L}\p{M}\p{N}]+(?:['-][\p{L}\p{M}\p{N}]+)*/gu
/** What parts one thing said from the next: pairs of words do not reach across it. */
const pause = /[.,;:!?¿¡…()[\]{}"«»„“”|/\\\n\r\t]+|\s[-–—]+\s/u
const address = /(?:https?:\/\/|www\.)\S+|\S+@\S+/giu

/** A text as phrases of words, lower case by Unicode. */
export function phrases(text: string): string[][] {
  const plain = text.normalize('NFC').replaceAll(address, ' . ').replaceAll(/[’ʼ`´]/g, "'").toLowerCase()
  return plain.split(pause).map((part) => part.match(word) ?? []).filter((words) => words.length > 0)
}

const cyrillic: readonly Language[] = ['ru', 'ua']
const latin: readonly Language[] = ['en', 'es', 'pt']
/** Letters that one of the languages with the same script has and the others lack: three stop words' weight. */
const letters: [Language, RegExp][] = [['ua', /[іїєґ]/gu], ['ru', /[ыэъё]/gu], ['es', /[ñ¿¡]/gu], ['pt', /[ãõçêô]/gu]]

/** The language a text is written in, by its script, its letters and its stop words; `otherwise` where they say nothing. */
export function languageOfText(text: string, otherwise: Language): Language {
  const plain = text.toLowerCase().normalize('NFC')
  const [slavic, other] = [plain.match(/\p{Script=Cyrillic}/gu)?.length ?? 0, plain.match(/\p{Script=Latin}/gu)?.length ?? 0]
  const likely = slavic > other ? cyrillic : latin
  const words = phrases(plain).flat()
  const weight = (language: Language) => words.filter((one) => stopwords[language].has(one)).length
    + letters.reduce((sum, [of, own]) => sum + (of === language ? 3 * (plain.match(own)?.length ?? 0) : 0), 0)
  const weights = likely.map((language) => ({ language, weight: weight(language) }))
  const top = Math.max(...weights.map((one) => one.weight))
  const best = weights.filter((one) => one.weight === top).map((one) => one.language)
  return best.includes(otherwise) ? otherwise : (best[0] ?? otherwise)
}

/** Endings that a name takes in Russian and Ukrainian: "Анне", "Олегові" are names as well. */
const endings = new Set(['', 'а', 'я', 'у', 'ю', 'е', 'и', 'ы', 'і', 'ї', 'о', 'й', 'ь', 'ой', 'ей', 'ою', 'ею', 'єю', 'ом', 'ем', 'ём', 'єм', 'ым', 'им', 'ого', 'его', 'ові', 'еві', 'єві'])
const stem = (name: string) => (/\p{Script=Cyrillic}/u.test(name) && name.length > 3 ? name.replace(/[аяоеийьіїыюу]$/u, '') : name)

/** Tells whether a word is somebody's name: of a name of several words, each of them. */
export function nameTeller(names: Iterable<string>): (word: string) => boolean {
  const known = new Set<string>()
  const stems = new Set<string>()
  for (const name of names) {
    for (const one of phrases(name).flat()) {
      known.add(one)
      if (/\p{Script=Cyrillic}/u.test(one)) stems.add(stem(one))
    }
  }
  return (one) => known.has(one) || known.has(one.replace(/'s$/, ''))
    || [0, 1, 2, 3].some((cut) => cut <= one.length - 2 && stems.has(one.slice(0, one.length - cut)) && endings.has(one.slice(one.length - cut)))
}

const meant = (one: string, language: Language, isName: (word: string) => boolean) =>
  one.length > 2 && /\p{L}/u.test(one) && !stopwords[language].has(one) && !isName(one)

/** The topics of one text, each once: its words that mean something, and pairs of them that stand side by side. */
export function topicsOf(text: string, language: Language, isName: (word: string) => boolean): Set<string> {
  const found = new Set<string>()
  for (const words of phrases(text)) {
    let before: string | undefined
    for (const one of words) {
      const counts = meant(one, language, isName)
      if (counts) {
        found.add(one)
        if (before !== undefined && before !== one) found.add(`${before} ${one}`)
      }
      before = counts ? one : undefined
    }
  }
  return found
}

/** So many texts are counted in one go before others get their turn. */
const turn = 200

/** What texts speak of most: topics of three authors and more (limits.topics_authors_min), and the languages of the texts. */
export async function commonTopics(
  texts: readonly Text[], names: Iterable<string>, otherwise: Language, only: Language | undefined, most: number,
): Promise<{ items: Topic[]; languages: { language: Language; posts: number }[] }> {
  const isName = nameTeller(names)
  const languages = new Map<Language, number>()
  const topics = new Map<string, { posts: number; authors: Set<string> }>()
  for (const [index, { from_id, description }] of texts.entries()) {
    if (index % turn === turn - 1) await new Promise((resolve) => { setImmediate(resolve) })
    const language = languageOfText(description, otherwise)
    languages.set(language, (languages.get(language) ?? 0) + 1)
    if (only !== undefined && language !== only) continue
    for (const topic of topicsOf(description, language, isName)) {
      const known = topics.get(topic)
      if (known) {
        known.posts += 1
        known.authors.add(from_id)
      } else topics.set(topic, { posts: 1, authors: new Set([from_id]) })
    }
  }
  const items = [...topics].filter(([, { authors }]) => authors.size >= limits.topics_authors_min)
    .map(([topic, { posts, authors }]) => ({ topic, posts, authors: authors.size }))
    .sort((a, b) => b.posts - a.posts || b.authors - a.authors || (a.topic < b.topic ? -1 : 1))
  return { items: items.slice(0, most), languages: [...languages].map(([language, posts]) => ({ language, posts })).sort((a, b) => b.posts - a.posts) }
}
