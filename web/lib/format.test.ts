import { afterAll, expect, test } from 'vitest'
import { formatDate } from './format.ts'
import { changeLanguage } from './translate.ts'

// Files of one worker share the language.
afterAll(() => changeLanguage('en'))

test.each([
  ['en', 'Mar 31, 2026'],
  ['ru', '31 мар. 2026'],
  ['ua', '31 бер. 2026'],
] as const)('a date in %s does not end with a period', (language, expected) => {
  changeLanguage(language)
  expect(formatDate('2026-03-31T09:00:00.000Z', 'UTC').replaceAll('\u00a0', ' ')).toBe(expected)
})
