import type { Language } from '#contract/schemas/common.ts'
import { limits } from '#contract/limits.ts'
import { stopwords } from './stopwords.ts'

export type TopicText = { from_id: string; description: string }
export type Topic = { topic: string; posts: number; authors: number }

/** Words of a language's letters and digits; an apostrophe or a hyphen may stand inside of one. */
const wordPattern = /[\p{L}\p{M}\p{N}]+(?:['-][\p{L}\p{M}\p{N}]+)*/gu
/** What parts one thing said from the next: pairs of words do not reach across it. */
const phraseBreakPattern = /[.,;:!?¿¡…()[\]{}"«»„“”|/\\\n\r\t]+|\s[-–—]+\s/u
const addressPattern = /(?:https?:\/\/|www\.)\S+|\S+@\S+/giu
/** What every address has. Most texts have none, and looking for one thoroughly is dear. */
const addressHintPattern = /@|:\/\/|www\./i

/** A text as phrases of words, lower case by Unicode. */
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

/** Endings that a name takes in Russian and Ukrainian: "Анне", "Олегові" are names as well. */
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

/** Tells whether a word is somebody's name: of a name of several words, each of them. */
export function createNameMatcher(names: Iterable<string>): (word: string) => boolean {
  const known = new Set<string>()
  const stems = new Set<string>()
  for (const name of names) {
    for (const one of splitPhrases(name).flat()) {
      known.add(one)
      if (/\p{Script=Cyrillic}/u.test(one)) stems.add(stemName(one))
    }
  }
  return (one) =>
    known.has(one) ||
    known.has(one.replace(/'s$/, '')) ||
    [0, 1, 2, 3].some(
      (cut) =>
        cut <= one.length - 2 &&
        stems.has(one.slice(0, one.length - cut)) &&
        nameEndings.has(one.slice(one.length - cut)),
    )
}

const cyrillicLanguages: readonly Language[] = ['ru', 'ua']
const latinLanguages: readonly Language[] = ['en', 'es', 'pt']
/**
 * Letters that one of the languages with the same script has and the others lack: three stop words'
 * weight.
 */
const distinctiveLetters: Partial<Record<Language, RegExp>> = {
  ua: /[іїєґ]/gu,
  ru: /[ыэъё]/gu,
  es: /ñ/gu,
  pt: /[ãõçêô]/gu,
}
const spanishMarks = /[¿¡]/g
const letterWeight = 3
const countMatches = (text: string, what: RegExp | undefined) =>
  (what && text.match(what)?.length) ?? 0

/**
 * What there is to know of a word: its letters of each script, how much it speaks for a language,
 * and in which it means something.
 */
type WordInfo = {
  id: number
  slavic: number
  other: number
  weight: Record<Language, number>
  means: Record<Language, boolean>
}
/** A number says nothing in any language. */
const numberWord: Omit<WordInfo, 'id'> = {
  slavic: 0,
  other: 0,
  weight: { en: 0, es: 0, pt: 0, ru: 0, ua: 0 },
  means: { en: false, es: false, pt: false, ru: false, ua: false },
}
type ParsedText = { phrases: WordInfo[][]; spanish: number }
/** Two words that stand side by side have one number as well. */
const pairBase = 2 ** 26

/**
 * Reads texts. A team says the same few thousand words again and again: each is looked at once, and
 * is a number from then on.
 */
export class TopicReader {
  private readonly known = new Map<string, WordInfo>()
  private readonly texts: string[] = []
  private readonly isName: (word: string) => boolean
  constructor(isName: (word: string) => boolean) {
    this.isName = isName
  }

  parse(text: string): ParsedText {
    return {
      phrases: splitPhrases(text).map((words) =>
        words.map((one) => this.known.get(one) ?? this.addWord(one)),
      ),
      spanish: letterWeight * countMatches(text, spanishMarks),
    }
  }
  /**
   * The language a text is written in, by its script, its letters and its stop words; `otherwise`
   * where they say nothing.
   */
  detectLanguage({ phrases: all, spanish }: ParsedText, otherwise: Language): Language {
    let [slavic, other] = [0, 0]
    for (const words of all)
      for (const one of words) {
        slavic += one.slavic
        other += one.other
      }
    const weights = (slavic > other ? cyrillicLanguages : latinLanguages).map((language) => {
      let weight = language === 'es' ? spanish : 0
      for (const words of all) for (const one of words) weight += one.weight[language]
      return { language, weight }
    })
    const top = Math.max(...weights.map((one) => one.weight))
    const best = weights.filter((one) => one.weight === top).map((one) => one.language)
    return best.includes(otherwise) ? otherwise : (best[0] ?? otherwise)
  }
  /**
   * The topics of a text: its words that mean something, and pairs of them that stand side by side.
   * One may come twice.
   */
  extractTopics({ phrases: all }: ParsedText, language: Language): number[] {
    const found: number[] = []
    for (const words of all) {
      let before: WordInfo | undefined
      for (const one of words) {
        const counts = one.means[language]
        if (counts) {
          found.push(one.id)
          if (before !== undefined && before !== one) found.push(before.id * pairBase + one.id)
        }
        before = counts ? one : undefined
      }
    }
    return found
  }
  /** A topic in words. */
  topicText(topic: number): string {
    const [first, last] = [Math.floor(topic / pairBase), topic % pairBase]
    return (first ? `${this.texts[first] ?? ''} ` : '') + (this.texts[last] ?? '')
  }

  private addWord(one: string): WordInfo {
    // The first of all is no word: what begins with it is a topic of one word.
    const id = this.texts.length ? this.texts.push(one) - 1 : this.texts.push('', one) - 1
    const met = /\p{L}/u.test(one) ? this.analyzeWord(one, id) : { ...numberWord, id }
    this.known.set(one, met)
    return met
  }
  private analyzeWord(one: string, id: number): WordInfo {
    const slavic = countMatches(one, /\p{Script=Cyrillic}/gu)
    const means = one.length > 2 && !this.isName(one)
    const weight = (language: Language) =>
      (stopwords[language].has(one) ? 1 : 0) +
      letterWeight * countMatches(one, distinctiveLetters[language])
    const meant = (language: Language) => means && !stopwords[language].has(one)
    return {
      id,
      slavic,
      other: slavic === one.length ? 0 : countMatches(one, /\p{Script=Latin}/gu),
      weight: {
        en: weight('en'),
        es: weight('es'),
        pt: weight('pt'),
        ru: weight('ru'),
        ua: weight('ua'),
      },
      means: {
        en: meant('en'),
        es: meant('es'),
        pt: meant('pt'),
        ru: meant('ru'),
        ua: meant('ua'),
      },
    }
  }
}

/** So many texts are counted in one go before others get their turn. */
const textsPerSlice = 200

/**
 * What texts speak of most: topics of three authors and more (limits.topics_authors_min), and the
 * languages of the texts.
 */
export async function extractCommonTopics(
  texts: readonly TopicText[],
  names: Iterable<string>,
  otherwise: Language,
  only: Language | undefined,
  most: number,
): Promise<{ items: Topic[]; languages: { language: Language; posts: number }[] }> {
  const reader = new TopicReader(createNameMatcher(names))
  const spoken = new Map<Language, number>()
  const topics = new Map<number, { posts: number; authors: Set<string>; last: number }>()
  for (const [index, { from_id: fromId, description }] of texts.entries()) {
    if (index % textsPerSlice === textsPerSlice - 1)
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
    const read = reader.parse(description)
    const language = reader.detectLanguage(read, otherwise)
    spoken.set(language, (spoken.get(language) ?? 0) + 1)
    if (only !== undefined && language !== only) continue
    for (const topic of reader.extractTopics(read, language)) {
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
    items: items.slice(0, most),
    languages: [...spoken]
      .map(([language, posts]) => ({ language, posts }))
      .sort((a, b) => b.posts - a.posts),
  }
}
