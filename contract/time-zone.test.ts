import { expect, test } from 'vitest'
import { timezone } from '#contract/schemas/common.ts'

test.each(['Europe/Berlin', 'Asia/Kolkata', 'UTC', 'EST5EDT', 'Etc/GMT+5', 'Japan', 'GB', 'EST'])(
  'the name %s of the IANA database is a time zone',
  (name) => {
    expect(timezone.parse(name)).toBe(name)
  },
)

test.each([
  ['CET', 'Europe/Brussels'],
  ['eet', 'Europe/Athens'],
  ['MET', 'Europe/Brussels'],
  ['WET', 'Europe/Lisbon'],
])('%s becomes %s, which PostgreSQL reads with summer time', (typed, stored) => {
  expect(timezone.parse(typed)).toBe(stored)
})

test.each(['+05:30', '-08', 'PST', 'ist', 'CAT', 'BST', 'SystemV/EST5', 'US/Pacific-New', '', 'X'])(
  'the offset, abbreviation or unknown name "%s" is refused',
  (name) => {
    expect(timezone.safeParse(name).error?.issues.map(({ message }) => message)).toEqual([
      'wrong_format',
    ])
  },
)
