import { expect, test } from 'vitest'
import type { Language } from '#contract/common.ts'
import { commonTopics, languageOfText, nameTeller, phrases, topicsOf } from './words.ts'

const nobody = nameTeller([])
const texts: Record<Language, string> = {
  en: 'Thank you for the careful code review, you saved the product launch',
  es: 'Muchas gracias por la revisión del código, salvaste el lanzamiento del producto',
  pt: 'Muito obrigado pela revisão do código, você salvou o lançamento do produto',
  ru: 'Спасибо за внимательную проверку кода, ты спасла запуск продукта',
  ua: 'Дякую за уважну перевірку коду, ти врятувала запуск продукту',
}

test.each(Object.entries(texts) as [Language, string][])('a text in %s is known as such, whatever the team speaks', (language, text) => {
  for (const otherwise of ['en', 'es', 'pt', 'ru', 'ua'] as const) expect([otherwise, languageOfText(text, otherwise)]).toEqual([otherwise, language])
})
test('where a text says nothing of its language, it is the team’s, if the team’s has its letters', () => {
  expect(languageOfText('Kanban', 'pt')).toBe('pt')
  expect(languageOfText('👏👏', 'es')).toBe('es')
  expect(languageOfText('Канбан', 'ua')).toBe('ua')
  expect(languageOfText('Kanban', 'ru')).toBe('en')
})

test('what is left are words that mean something, and pairs that stand side by side', () => {
  expect([...topicsOf(texts.en, 'en', nobody)]).toEqual(['careful', 'code', 'careful code', 'review', 'code review', 'saved', 'product', 'launch', 'product launch'])
  expect([...topicsOf(texts.es, 'es', nobody)]).toEqual(['revisión', 'código', 'salvaste', 'lanzamiento', 'producto'])
  expect([...topicsOf(texts.pt, 'pt', nobody)]).toEqual(['revisão', 'código', 'salvou', 'lançamento', 'produto'])
  expect([...topicsOf(texts.ru, 'ru', nobody)]).toEqual(['внимательную', 'проверку', 'внимательную проверку', 'кода', 'проверку кода', 'спасла', 'запуск', 'спасла запуск', 'продукта', 'запуск продукта'])
  expect([...topicsOf(texts.ua, 'ua', nobody)]).toEqual(['уважну', 'перевірку', 'уважну перевірку', 'коду', 'перевірку коду', 'врятувала', 'запуск', 'врятувала запуск', 'продукту', 'запуск продукту'])
})
test('case, forms of the same letter, apostrophes and addresses make no difference; numbers are no topics', () => {
  expect([...topicsOf('ÉQUIPE, Équipe; e\u0301quipe!', 'en', nobody)]).toEqual(['équipe'])
  expect([...topicsOf('Про здоров’я та здоров\'я', 'ua', nobody)]).toEqual(['здоров\'я'])
  expect([...topicsOf('See https://example.test/release or mail anna@example.test 2026 42 v2 release', 'en', nobody)]).toEqual(['mail', 'release'])
  expect(phrases('one. two, three\nfour five')).toEqual([['one'], ['two'], ['three'], ['four', 'five']])
})
test('people’s names are left out, in the forms that Russian and Ukrainian give them too', () => {
  const isName = nameTeller(['Anna Maria', 'O\'Neill', 'Олег', 'Юлия', 'Петренко', 'Андрій'])
  for (const word of ['anna', 'maria', 'anna\'s', 'o\'neill', 'олег', 'олегу', 'олегом', 'олегові', 'юлия', 'юлии', 'юлию', 'юлией', 'петренко', 'андрій', 'андрію', 'андрієм']) expect([word, isName(word)]).toEqual([word, true])
  for (const word of ['annals', 'release', 'андроид', 'олимпиада', 'июль']) expect([word, isName(word)]).toEqual([word, false])
  expect([...topicsOf('Release with Anna support', 'en', isName)]).toEqual(['release', 'support'])
})

test('a topic needs three authors; a post counts once for it; a language may be asked for alone', async () => {
  const say = (from_id: string, description: string) => ({ from_id, description })
  const posts = [
    say('a', 'Great release plan, release release'), say('b', 'The release plan was clear'), say('c', 'A release plan for the ages'), say('c', 'Another release plan'),
    say('a', 'A calm demo for everyone'), say('b', 'Your demo was calm'), say('a', 'Спасибо за релиз и его план'), say('b', 'Отличный релиз, мы ждали'), say('c', 'Это был трудный релиз'),
  ]
  const all = await commonTopics(posts, [], 'en', undefined, 10)
  expect(all.items).toEqual([
    { topic: 'plan', posts: 4, authors: 3 }, { topic: 'release', posts: 4, authors: 3 }, { topic: 'release plan', posts: 4, authors: 3 }, { topic: 'релиз', posts: 3, authors: 3 },
  ])
  expect(all.languages).toEqual([{ language: 'en', posts: 6 }, { language: 'ru', posts: 3 }])
  expect((await commonTopics(posts, [], 'en', 'ru', 10)).items).toEqual([{ topic: 'релиз', posts: 3, authors: 3 }])
  expect((await commonTopics(posts, [], 'en', undefined, 1)).items).toHaveLength(1)
})
