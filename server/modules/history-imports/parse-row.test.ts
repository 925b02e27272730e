import { expect, test } from 'vitest'
import { parseHistoryRow } from './parse-row.ts'

const mapping = {
  product: 'other',
  at: { date: 0, giver: 1, receivers: 2, tag: 3 },
  dateOrder: 'dmy',
  timezone: 'UTC',
  today: '2026-06-15',
} as const
const read = (giver: string, receivers: string, tag = '') => {
  const parsed = parseHistoryRow(mapping, ['2024-03-05', giver, receivers, tag])
  if ('code' in parsed) throw new Error(parsed.code)
  return parsed
}

test('an address is the same person in every spelling', () => {
  const { giver, receivers } = read(
    'Ann <Ann@xn--bcher-kva.example>',
    'jose\u0301@old.test,JOSÉ@old.test',
  )
  expect(giver).toEqual({ key: 'ann@bücher.example', name: 'Ann', email: 'ann@bücher.example' })
  expect(receivers.map(({ email }) => email)).toEqual(['josé@old.test'])
})

test('long names and hashtags end before half of a character', () => {
  const { giver, tag } = read(`${'a'.repeat(119)}👏 Lee`, 'Ben', `${'b'.repeat(39)}🎉🎉`)
  expect([giver.name, giver.key, tag]).toEqual(['a'.repeat(119), 'a'.repeat(119), 'b'.repeat(39)])
})

test('a hashtag keeps the marks of its letters', () => {
  expect(read('Ann', 'Ben', '#Cafe\u0301').tag).toBe('café')
  expect(read('Ann', 'Ben', '#İyi').tag).toBe('iyi')
  const text = (words: string) => {
    const cells = ['2024-03-05', 'Ann', 'Ben', '', words]
    const parsed = parseHistoryRow({ ...mapping, at: { ...mapping.at, text: 4 } }, cells)
    return 'tag' in parsed ? parsed.tag : undefined
  }
  expect(['#धन्यवाद', 'Thanks #Cafe\u0301!', '#İyi'].map(text)).toEqual(['धन्यवाद', 'café', 'iyi'])
})
