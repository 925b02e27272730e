import { expect, test } from 'vitest'
import { parseAddresses } from './parse-addresses.ts'

const states = (typed: string) => parseAddresses(typed).map(({ text, state }) => `${text} ${state}`)

test('parseAddresses accepts every separator and display names', () => {
  expect(states('a@x.test, b@x.test;c@x.test\nd@x.test  e@x.test,,')).toEqual([
    'a@x.test valid',
    'b@x.test valid',
    'c@x.test valid',
    'd@x.test valid',
    'e@x.test valid',
  ])
  expect(states('Ada King <Ada@X.test>, "Hopper, Grace" <mailto:grace@x.test>')).toEqual([
    'ada@x.test valid',
    '"hopper invalid',
    'grace@x.test valid',
  ])
})

test('parseAddresses marks invalid and duplicate addresses', () => {
  expect(states('A@x.test a@X.test nobody@ @x.test plain a@b a@b..c. josé@x.test')).toEqual([
    'a@x.test valid',
    'a@x.test twice',
    'nobody@ invalid',
    '@x.test invalid',
    'plain invalid',
    'a@b invalid',
    'a@b..c. invalid',
    'josé@x.test valid',
  ])
  expect(parseAddresses('  ,; \n')).toEqual([])
})
