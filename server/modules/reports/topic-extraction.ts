// No language library, because the important rules are specific to the product (word pairs within a
// phrase, no names of the team, a minimum of authors), and splitting words takes one pattern.
import type { Language } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import { stopwords } from './stopwords.ts'

export type TopicText = { from_id: string; description: string }
export type Topic = { topic: string; posts: number; authors: number }

/** Words of letters and digits, with inner apostrophes and hyphens. */
const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['-][\p{L}\p{M}\p{N}]+)*/gu
/** Phrase boundaries; word pairs do not cross them. */
const phraseBreakPattern = /[.,;:!?¿¡…()[\]{}"«»„“”|/\\\n\r\t]+|\s[-–—]+\s/u
const addressPattern = /(?:https?:\/\/|www\.)\S+|\S+@\S+/giu
/** Cheap test before `addressPattern`, which is slow; most texts have no address. */
const addressHintPattern = /@|:\/\/|www\./i

/** Returns a text as phrases of lower-case words. */
export function splitPhrases(text: string): string[][] {
  const plain = text.normalize('NFC')
  const without = addressHintPattern.test(plain) ? plain.replaceAll(addressPattern, ' . ') : plain
  return without
    .replaceAll(/[’ʼ`´]/g, "'")
    .toLowerCase()
    .split(phraseBreakPattern)
    .map((part) => part.match(wordPattern) ?? [])
    .filter((words) => words.length > 0)
}

/** Case endings of names in Russian and Ukrainian ("Анне", "Олегові"). */
const nameEndings = new Set([
  '',
  'а',
  'я',
  'у',
  'ю',
  'е',
  'и',
  'ы',
  'і',
  'ї',
  'о',
  'й',
  'ь',
  'ой',
  'ей',
  'ою',
  'ею',
  'єю',
  'ом',
  'ем',
  'ём',
  'єм',
  'ым',
  'им',
  'ого',
  'его',
  'ові',
  'еві',
  'єві',
])
const stemName = (name: string) =>
  /\p{Script=Cyrillic}/u.test(name) && name.length > 3 ? name.replace(/[аяоеийьіїыюу]$/u, '') : name

/** Returns a predicate for words that are part of a name. */
export function createNameMatcher(names: Iterable<string>): (word: string) => boolean {
  const nameParts = new Set<string>()
  const stems = new Set<string>()
  for (const name of names) {
    for (const part of splitPhrases(name).flat()) {
      nameParts.add(part)
      if (/\p{Script=Cyrillic}/u.test(part)) stems.add(stemName(part))
    }
  }
  return (word) =>
    nameParts.has(word) ||
    nameParts.has(word.replace(/'s$/, '')) ||
    [0, 1, 2, 3].some(
      (cut) =>
        cut <= word.length - 2 &&
        stems.has(word.slice(0, word.length - cut)) &&
        nameEndings.has(word.slice(word.length - cut)),
    )
}

const cyrillicLanguages: readonly Language[] = ['ru', 'ua']
const latinLanguages: readonly Language[] = ['en', 'es', 'pt']
/** Letters that only one language of a script has; each weighs as much as three stop words. */
const distinctiveLetters: Partial<Record<Language, RegExp>> = {
  ua: /[іїєґ]/gu,
  ru: /[ыэъё]/gu,
  es: /ñ/gu,
  pt: /[ãõçêô]/gu,
}
const spanishMarks = /[¿¡]/g
const letterWeight = 3
const countMatches = (text: string, pattern: RegExp | undefined) =>
  (pattern && text.match(pattern)?.length) ?? 0

/**
 * Analysis of a word: its letters by script, its weight as evidence of each language, and the
 * languages in which it can be a topic.
 */
type WordInfo = {
  id: number
  cyrillic: number
  latin: number
  weight: Record<Language, number>
  isTopic: Record<Language, boolean>
}
/** Numbers are no evidence of a language and no topic. */
const numberWord: Omit<WordInfo, 'id'> = {
  cyrillic: 0,
  latin: 0,
  weight: { en: 0, es: 0, pt: 0, ru: 0, ua: 0 },
  isTopic: { en: false, es: false, pt: false, ru: false, ua: false },
}
type ParsedText = { phrases: WordInfo[][]; spanishWeight: number }
/** A pair of adjacent words is encoded as first id x `pairBase` + second id. */
const pairBase = 2 ** 26

/**
 * Extracts topics from texts. Teams repeat the same few thousand words, so each word is analyzed
 * once and represented by a number.
 */
export class TopicReader {
  private readonly words = new Map<string, WordInfo>()
  private readonly texts: string[] = []
  private readonly isName: (word: string) => boolean
  constructor(isName: (word: string) => boolean) {
    this.isName = isName
  }

  parse(text: string): ParsedText {
    return {
      phrases: splitPhrases(text).map((words) =>
        words.map((word) => this.words.get(word) ?? this.addWord(word)),
      ),
      spanishWeight: letterWeight * countMatches(text, spanishMarks),
    }
  }
  /**
   * Returns the language of a text by script, letters and stop words; `fallback` without evidence
   * and in a tie.
   */
  detectLanguage({ phrases, spanishWeight }: ParsedText, fallback: Language): Language {
    let [cyrillic, latin] = [0, 0]
    for (const words of phrases)
      for (const word of words) {
        cyrillic += word.cyrillic
        latin += word.latin
      }
    const weights = (cyrillic > latin ? cyrillicLanguages : latinLanguages).map((language) => {
      let weight = language === 'es' ? spanishWeight : 0
      for (const words of phrases) for (const word of words) weight += word.weight[language]
      return { language, weight }
    })
    const top = Math.max(...weights.map(({ weight }) => weight))
    const best = weights.filter(({ weight }) => weight === top).map(({ language }) => language)
    return best.includes(fallback) ? fallback : (best[0] ?? fallback)
  }
  /** Returns the topics of a text: topic words and pairs of adjacent ones, with duplicates. */
  extractTopics({ phrases }: ParsedText, language: Language): number[] {
    const found: number[] = []
    for (const words of phrases) {
      let previous: WordInfo | undefined
      for (const word of words) {
        const isTopic = word.isTopic[language]
        if (isTopic) {
          found.push(word.id)
          if (previous !== undefined && previous !== word)
            found.push(previous.id * pairBase + word.id)
        }
        previous = isTopic ? word : undefined
      }
    }
    return found
  }
  /** Returns the words of a topic. */
  topicText(topic: number): string {
    const [first, last] = [Math.floor(topic / pairBase), topic % pairBase]
    return (first ? `${this.texts[first] ?? ''} ` : '') + (this.texts[last] ?? '')
  }

  private addWord(word: string): WordInfo {
    // Id 0 is reserved: a pair with first id 0 is a single word.
    const id = this.texts.length ? this.texts.push(word) - 1 : this.texts.push('', word) - 1
    const info = /\p{L}/u.test(word) ? this.analyzeWord(word, id) : { ...numberWord, id }
    this.words.set(word, info)
    return info
  }
  private analyzeWord(word: string, id: number): WordInfo {
    const cyrillic = countMatches(word, /\p{Script=Cyrillic}/gu)
    const isCandidate = word.length > 2 && !this.isName(word)
    const weight = (language: Language) =>
      (stopwords[language].has(word) ? 1 : 0) +
      letterWeight * countMatches(word, distinctiveLetters[language])
    const isTopic = (language: Language) => isCandidate && !stopwords[language].has(word)
    return {
      id,
      cyrillic,
      latin: cyrillic === word.length ? 0 : countMatches(word, /\p{Script=Latin}/gu),
      weight: {
        en: weight('en'),
        es: weight('es'),
        pt: weight('pt'),
        ru: weight('ru'),
        ua: weight('ua'),
      },
      isTopic: {
        en: isTopic('en'),
        es: isTopic('es'),
        pt: isTopic('pt'),
        ru: isTopic('ru'),
        ua: isTopic('ua'),
      },
    }
  }
}

/** The event loop runs after each slice, so that other requests are not blocked. */
const textsPerSlice = 200

/**
 * Returns the most common topics with at least `limits.topics_authors_min` authors, and the number
 * of texts by language. `only` limits the topics to one language.
 */
export async function extractCommonTopics(
  texts: readonly TopicText[],
  names: Iterable<string>,
  fallback: Language,
  only: Language | undefined,
  maxTopics: number,
): Promise<{ items: Topic[]; languages: { language: Language; posts: number }[] }> {
  const reader = new TopicReader(createNameMatcher(names))
  const textsByLanguage = new Map<Language, number>()
  const topics = new Map<number, { posts: number; authors: Set<string>; last: number }>()
  for (const [index, { from_id: fromId, description }] of texts.entries()) {
    if (index % textsPerSlice === textsPerSlice - 1)
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
    const parsed = reader.parse(description)
    const language = reader.detectLanguage(parsed, fallback)
    textsByLanguage.set(language, (textsByLanguage.get(language) ?? 0) + 1)
    if (only !== undefined && language !== only) continue
    for (const topic of reader.extractTopics(parsed, language)) {
      const known = topics.get(topic)
      if (!known) topics.set(topic, { posts: 1, authors: new Set([fromId]), last: index })
      else if (known.last !== index) {
        known.posts += 1
        known.authors.add(fromId)
        known.last = index
      }
    }
  }
  const items = [...topics]
    .filter(([, { authors }]) => authors.size >= limits.topics_authors_min)
    .map(([topic, { posts, authors }]) => ({
      topic: reader.topicText(topic),
      posts,
      authors: authors.size,
    }))
    .sort((a, b) => b.posts - a.posts || b.authors - a.authors || (a.topic < b.topic ? -1 : 1))
  return {
    items: items.slice(0, maxTopics),
    languages: [...textsByLanguage]
      .map(([language, posts]) => ({ language, posts }))
      .sort((a, b) => b.posts - a.posts),
  }
}
