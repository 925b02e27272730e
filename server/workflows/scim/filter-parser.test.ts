import { expect, test } from 'vitest'
import { parseFilter, parsePath } from './filter-parser.ts'
import { ScimError } from './scim-error.ts'

const plain = (name: string, sub: string | null = null) => ({ urn: null, name, sub })
const compare = (name: string, operator: string, value: unknown) => ({
  kind: 'compare',
  path: plain(name),
  operator,
  value,
})

test('operators match in any case and and binds more tightly than or', () => {
  expect(parseFilter('a EQ "x" OR b co "y" And not (c pr)')).toEqual({
    kind: 'or',
    parts: [
      compare('a', 'eq', 'x'),
      {
        kind: 'and',
        parts: [
          compare('b', 'co', 'y'),
          { kind: 'not', of: { kind: 'present', path: plain('c') } },
        ],
      },
    ],
  })
})

test('values are texts with escapes, numbers, booleans and null', () => {
  expect(parseFilter(String.raw`a eq "say \"hi\" \u00e9"`)).toEqual(
    compare('a', 'eq', 'say "hi" é'),
  )
  expect(parseFilter('a eq True')).toEqual(compare('a', 'eq', true))
  expect(parseFilter('a gt -1.5')).toEqual(compare('a', 'gt', -1.5))
  expect(parseFilter('a eq null')).toEqual(compare('a', 'eq', null))
})

test('brackets group and select values', () => {
  expect(parseFilter('emails[type eq "work" and value co "@x"]')).toMatchObject({
    kind: 'values',
    path: plain('emails'),
    of: { kind: 'and' },
  })
  expect(parseFilter('(a pr or b pr) and c pr')).toMatchObject({ kind: 'and' })
})

test('a schema stands in front of a name', () => {
  const urn = 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User'
  expect(parsePath(`${urn}:manager.value`)).toEqual({
    urn,
    name: 'manager',
    sub: 'value',
    filter: null,
  })
  expect(parsePath(urn)).toEqual({ urn, name: null, sub: null, filter: null })
})

test('a path selects values and a part of them', () => {
  expect(parsePath('emails[type eq "work"].value')).toEqual({
    ...plain('emails', 'value'),
    filter: compare('type', 'eq', 'work'),
  })
})

test.each([
  '',
  'a',
  'a xx "y"',
  'a eq',
  'a eq "open',
  'a eq "x" and',
  '(a pr',
  'a pr)',
  'a pr b pr',
  'a[b pr',
  'not a pr',
  'eq "x"',
  'a eq "x" garbage',
  `a eq "${'x'.repeat(3_000)}"`,
  `${'('.repeat(500)}a pr${')'.repeat(500)}`,
  Array.from({ length: 50 }, () => 'a pr').join(' and '),
])('%s is no filter', (text) => {
  expect(() => parseFilter(text)).toThrow(ScimError)
})

test.each(['', '[', 'a[', 'a[b eq 1', 'a.', 'urn:x', 'a b', 'a[b eq 1].'])(
  '%s is no path',
  (text) => {
    expect(() => parsePath(text)).toThrow(ScimError)
  },
)
