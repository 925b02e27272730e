import { domainToASCII } from 'node:url'
import { expect, test } from 'vitest'
import { normalizeAddress } from './email-address.ts'
import { email } from '#contract/schemas/common.ts'
import { trickyAddresses } from './email-address.examples.ts'

test.each([
  ['ada@example.test', 'ada@example.test'],
  [' Ada@Example.TEST\n', 'ada@example.test'],
  ['ada+tag@mail.example.co.uk', 'ada+tag@mail.example.co.uk'],
  ["o'brien_x-1@a-b.example", "o'brien_x-1@a-b.example"],
  ['josé@x.test', 'josé@x.test'],
  ['jose\u0301@x.test', 'josé@x.test'],
  ['почта@пример.рф', 'почта@пример.рф'],
  ['ada@1and1.example', 'ada@1and1.example'],
])('normalizes %s to %s', (typed, stored) => {
  expect(normalizeAddress(typed)).toBe(stored)
  expect(email.parse(typed)).toBe(stored)
})

test.each(trickyAddresses)('rejects %j', (typed) => {
  expect(normalizeAddress(typed)).toBeUndefined()
  expect(email.safeParse(typed).error?.issues.map(({ message }) => message)).toEqual([
    'email_invalid',
  ])
})

test.each([
  'bücher.example',
  'пример.рф',
  '例え.テスト',
  'münchen-ost.example',
  'उदाहरण.परीक्षा',
  'ελ.gr',
  'ü.de',
])('treats the ASCII and the Unicode form of %s as the same address', (host) => {
  expect(normalizeAddress(`ada@${host}`)).toBe(`ada@${host}`)
  expect(normalizeAddress(`ada@${domainToASCII(host)}`)).toBe(`ada@${host}`)
  expect(domainToASCII(host)).toMatch(/xn--/)
})

test('rejects a malformed ASCII form', () => {
  for (const host of [
    'xn--',
    'xn---',
    'xn--a',
    'xn--999999b',
    'xn--zzzzzzzzzzzz',
    'a.xn--0.example',
  ])
    expect([host, normalizeAddress(`ada@${host}.example`)]).toEqual([host, undefined])
})
