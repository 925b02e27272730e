import { expect, test } from 'vitest'
import i18n, { addMessages, changeLanguage, hasMessages } from './translate.ts'

test('finds texts by key and namespace, with plurals and parameters', () => {
  addMessages('en', 'common', {
    hello: 'Hello {name}',
    deep: { er: 'inside' },
    points_one: '{count} point',
    points_other: '{count} points',
  })
  addMessages('ua', 'common', {
    points_one: '{count} бал',
    points_few: '{count} бали',
    points_many: '{count} балів',
    points_other: '{count} бала',
  })
  addMessages('en', 'errors', { unknown: 'Something went wrong' })
  const { t } = i18n
  expect([
    t('hello', { name: '{x}' }),
    t('hello'),
    t('deep.er'),
    t('errors:unknown'),
    t('unknown', { ns: 'errors' }),
    t('common:points', { count: 1 }),
    t('points', { count: 5 }),
  ]).toEqual([
    'Hello {x}',
    'Hello ',
    'inside',
    'Something went wrong',
    'Something went wrong',
    '1 point',
    '5 points',
  ])
  expect([
    t('nothing'),
    i18n.exists('errors:unknown'),
    i18n.exists('errors:nothing'),
    hasMessages('ua', 'errors'),
  ]).toEqual(['nothing', true, false, false])
  changeLanguage('ua')
  expect([i18n.language, ...[1, 2, 5, 21, 1.5].map((count) => t('points', { count }))]).toEqual([
    'ua',
    '1 бал',
    '2 бали',
    '5 балів',
    '21 бал',
    '1,5 бала',
  ])
  changeLanguage('en')
})

test('groups numbers as the language does and leaves text unchanged', () => {
  for (const code of ['en', 'es', 'ua'])
    addMessages(code, 'common', {
      range: 'Must be between {start} and {finish}',
      left_other: '{count} to go',
      left_one: '{count} to go',
      left_few: '{count} to go',
      left_many: '{count} to go',
    })
  const { t } = i18n
  expect([
    t('range', { start: 0, finish: 1_000_000 }),
    t('left', { count: 99_710 }),
    t('range', { start: '1000000', finish: -1_200 }),
  ]).toEqual([
    'Must be between 0 and 1,000,000',
    '99,710 to go',
    'Must be between 1000000 and -1,200',
  ])
  changeLanguage('es')
  expect(t('left', { count: 99_710 })).toBe('99.710 to go')
  changeLanguage('ua')
  expect(t('left', { count: 99_710 })).toBe('99\u00A0710 to go')
  changeLanguage('en')
})
