import { beforeAll, expect, test } from 'vitest'
import { changeLanguage } from '#web/lib/translate.ts'
import { daysOfMonth, formatYearStart, listMonths, readMonthDay, toMonthDay } from './year-start.ts'

// Files of one worker share the language.
beforeAll(() => changeLanguage('en'))

test('a day without a year is read and written', () => {
  expect(readMonthDay('--04-06')).toEqual({ month: 4, day: 6 })
  expect(toMonthDay(4, 6)).toBe('--04-06')
  expect(formatYearStart('--04-06')).toBe('Apr 6')
})

test('a day after the end of a month becomes its last day', () => {
  expect(toMonthDay(2, 31)).toBe('--02-29')
  expect(daysOfMonth(12)).toBe(31)
})

test('months have their names', () => {
  expect(listMonths()[3]).toEqual({ value: '4', label: 'April' })
})
