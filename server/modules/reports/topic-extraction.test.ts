import { expect, test } from 'vitest'
import type { Language } from '#contract/schemas/common.ts'
import { FingerprintCache } from './fingerprint-cache.ts'
import {
  extractCommonTopics,
  createNameMatcher,
  splitPhrases,
  TopicReader,
} from './topic-extraction.ts'

const noNames = createNameMatcher([])
const languageOfText = (text: string, otherwise: Language) => {
  const reader = new TopicReader(noNames)
  return reader.detectLanguage(reader.parse(text), otherwise)
}
const topicsOf = (text: string, language: Language, isName = noNames) => {
  const reader = new TopicReader(isName)
  return new Set(
    reader.extractTopics(reader.parse(text), language).map((topic) => reader.topicText(topic)),
  )
}
const texts: Record<Language, string> = {
  en: 'Thank you for the careful code review, you saved the product launch',
  es: 'Muchas gracias por la revisión del código, salvaste el lanzamiento del producto',
  pt: 'Muito obrigado pela revisão do código, você salvou o lançamento do produto',
  ru: 'Спасибо за внимательную проверку кода, ты спасла запуск продукта',
  ua: 'Дякую за уважну перевірку коду, ти врятувала запуск продукту',
}

test.each(Object.entries(texts) as [Language, string][])(
  'detects a text in %s in teams of every language',
  (language, text) => {
    for (const otherwise of ['en', 'es', 'pt', 'ru', 'ua'] as const)
      expect([otherwise, languageOfText(text, otherwise)]).toEqual([otherwise, language])
  },
)
test("falls back to the team's language for texts without evidence", () => {
  expect(languageOfText('Kanban', 'pt')).toBe('pt')
  expect(languageOfText('👏👏', 'es')).toBe('es')
  expect(languageOfText('Канбан', 'ua')).toBe('ua')
  expect(languageOfText('Kanban', 'ru')).toBe('en')
})

test('extracts meaningful words and adjacent pairs', () => {
  expect([...topicsOf(texts.en, 'en')]).toEqual([
    'careful',
    'code',
    'careful code',
    'review',
    'code review',
    'saved',
    'product',
    'launch',
    'product launch',
  ])
  expect([...topicsOf(texts.es, 'es')]).toEqual([
    'revisión',
    'código',
    'salvaste',
    'lanzamiento',
    'producto',
  ])
  expect([...topicsOf(texts.pt, 'pt')]).toEqual([
    'revisão',
    'código',
    'salvou',
    'lançamento',
    'produto',
  ])
  expect([...topicsOf(texts.ru, 'ru')]).toEqual([
    'внимательную',
    'проверку',
    'внимательную проверку',
    'кода',
    'проверку кода',
    'спасла',
    'запуск',
    'спасла запуск',
    'продукта',
    'запуск продукта',
  ])
  expect([...topicsOf(texts.ua, 'ua')]).toEqual([
    'уважну',
    'перевірку',
    'уважну перевірку',
    'коду',
    'перевірку коду',
    'врятувала',
    'запуск',
    'врятувала запуск',
    'продукту',
    'запуск продукту',
  ])
})
test('normalizes case, letters, apostrophes and addresses, and skips numbers', () => {
  expect([...topicsOf('ÉQUIPE, Équipe; e\u0301quipe!', 'en')]).toEqual(['équipe'])
  expect([...topicsOf("Про здоров’я та здоров'я", 'ua')]).toEqual(["здоров'я"])
  expect([
    ...topicsOf(
      'See https://example.test/release or mail anna@example.test 2026 42 v2 release',
      'en',
    ),
  ]).toEqual(['mail', 'release'])
  expect(splitPhrases('one. two, three\nfour five')).toEqual([
    ['one'],
    ['two'],
    ['three'],
    ['four', 'five'],
  ])
})
test('omits names in their Russian and Ukrainian forms', () => {
  const isName = createNameMatcher(['Anna Maria', "O'Neill", 'Олег', 'Юлия', 'Петренко', 'Андрій'])
  for (const word of [
    'anna',
    'maria',
    "anna's",
    "o'neill",
    'олег',
    'олегу',
    'олегом',
    'олегові',
    'юлия',
    'юлии',
    'юлию',
    'юлией',
    'петренко',
    'андрій',
    'андрію',
    'андрієм',
  ])
    expect([word, isName(word)]).toEqual([word, true])
  for (const word of ['annals', 'release', 'андроид', 'олимпиада', 'июль'])
    expect([word, isName(word)]).toEqual([word, false])
  expect([...topicsOf('Release with Anna support', 'en', isName)]).toEqual(['release', 'support'])
})

test('requires three authors for a topic and counts a post once', async () => {
  const say = (fromId: string, description: string) => ({ from_id: fromId, description })
  const posts = [
    say('a', 'Great release plan, release release'),
    say('b', 'The release plan was clear'),
    say('c', 'A release plan for the ages'),
    say('c', 'Another release plan'),
    say('a', 'A calm demo for everyone'),
    say('b', 'Your demo was calm'),
    say('a', 'Спасибо за релиз и его план'),
    say('b', 'Отличный релиз, мы ждали'),
    say('c', 'Это был трудный релиз'),
  ]
  const all = await extractCommonTopics(posts, [], 'en', undefined, 10)
  expect(all.items).toEqual([
    { topic: 'plan', posts: 4, authors: 3 },
    { topic: 'release', posts: 4, authors: 3 },
    { topic: 'release plan', posts: 4, authors: 3 },
    { topic: 'релиз', posts: 3, authors: 3 },
  ])
  expect(all.languages).toEqual([
    { language: 'en', posts: 6 },
    { language: 'ru', posts: 3 },
  ])
  expect((await extractCommonTopics(posts, [], 'en', 'ru', 10)).items).toEqual([
    { topic: 'релиз', posts: 3, authors: 3 },
  ])
  expect((await extractCommonTopics(posts, [], 'en', undefined, 1)).items).toHaveLength(1)
})

test('analyzes each distinct word of the texts of a team once', () => {
  const requestedWords: string[] = []
  const reader = new TopicReader((word) => {
    requestedWords.push(word)
    return false
  })
  for (let n = 0; n < 1_000; n += 1)
    for (const text of Object.values(texts))
      reader.extractTopics(reader.parse(`${text} ${n}`), 'en')
  const words = new Set(
    Object.values(texts)
      .flatMap((text) => splitPhrases(text).flat())
      .filter((one) => one.length > 2),
  )
  expect(requestedWords.toSorted()).toEqual([...words].toSorted())
})

test('caches an answer until the fingerprint of its data changes', async () => {
  const cache = new FingerprintCache<string>(2)
  let works = 0
  const ask = (key: string, fingerprint: string, read = fingerprint) =>
    cache.get(key, fingerprint, async () => {
      works += 1
      return { fingerprint: read, answer: `${key} of ${read}` }
    })
  expect(await Promise.all([ask('a', '1'), ask('a', '1')])).toEqual(['a of 1', 'a of 1'])
  expect([await ask('a', '1'), works]).toEqual(['a of 1', 1])
  // The data changed between fingerprint and read: the entry is valid for the later state only.
  expect([await ask('a', '2', '3'), await ask('a', '3'), works]).toEqual(['a of 3', 'a of 3', 2])
  expect([await ask('a', '2'), works]).toEqual(['a of 2', 3])
  // The cache keeps the two most recently used answers, and no failures.
  await ask('b', '1')
  await ask('a', '2')
  await ask('c', '1')
  expect([await ask('a', '2'), works]).toEqual(['a of 2', 5])
  expect([await ask('b', '1'), works]).toEqual(['b of 1', 6])
  await expect(cache.get('d', '1', () => Promise.reject(new Error('away')))).rejects.toThrow('away')
  expect(await ask('d', '1')).toBe('d of 1')
})
