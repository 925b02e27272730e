import { expect, test } from 'vitest'
import { findNextTime, phaseOf } from './phase.ts'
import { assertDays, toInstants } from './round-days.ts'

const day = (n: number) => new Date(Date.UTC(2026, 5, n))
const round = {
  opens_at: day(10),
  closes_at: day(20),
  decides_at: day(25),
  asked_at: null,
  decided_at: null,
  announced_at: null,
  canceled_at: null,
}

test.each([
  ['planned', {}, 9],
  ['open', {}, 10],
  ['open', {}, 19],
  ['deciding', {}, 20],
  ['ended', {}, 25],
  ['ended', { decided_at: day(25) }, 26],
  ['ended', { decided_at: day(24) }, 24],
  ['announced', { decided_at: day(25), announced_at: day(27) }, 28],
  ['canceled', { canceled_at: day(9) }, 9],
  ['canceled', { decided_at: day(25), canceled_at: day(26) }, 26],
] as const)('is %s with %o on day %i', (phase, fields, at) => {
  expect(phaseOf({ ...round, ...fields }, day(at))).toBe(phase)
})

test('a worker is due at the end of nominations, then at the end of the decision', () => {
  expect(findNextTime(round)).toEqual(day(20))
  expect(findNextTime({ ...round, asked_at: day(20) })).toEqual(day(25))
  expect(findNextTime({ ...round, asked_at: day(20), decided_at: day(25) })).toBeNull()
  expect(findNextTime({ ...round, canceled_at: day(12) })).toBeNull()
})

const days = { starts_on: '2026-06-10', ends_on: '2026-06-12', decides_on: '2026-06-12' }
const iso = (dates: Record<string, Date>) =>
  Object.fromEntries(Object.entries(dates).map(([key, date]) => [key, date.toISOString()]))

test('the first day begins in the earliest time zone, the last ends in the latest', () => {
  const zones = ['Pacific/Auckland', 'Europe/Berlin', 'America/Los_Angeles']
  const later = { ...days, decides_on: '2026-06-20' }
  expect(iso(toInstants(later, zones, 'Europe/Berlin'))).toEqual({
    opens_at: '2026-06-09T12:00:00.000Z',
    closes_at: '2026-06-13T07:00:00.000Z',
    decides_at: '2026-06-20T22:00:00.000Z',
  })
})

test('the decision ends an hour after the nominations or later', () => {
  expect(iso(toInstants(days, ['America/Los_Angeles'], 'Europe/Berlin'))).toMatchObject({
    closes_at: '2026-06-13T07:00:00.000Z',
    decides_at: '2026-06-13T08:00:00.000Z',
  })
  expect(iso(toInstants(days, [], 'UTC'))).toEqual({
    opens_at: '2026-06-10T00:00:00.000Z',
    closes_at: '2026-06-13T00:00:00.000Z',
    decides_at: '2026-06-13T01:00:00.000Z',
  })
})

test.each([
  ['starts_on', { starts_on: '2026-06-09' }],
  ['starts_on', { starts_on: '2027-06-12', ends_on: '2027-06-12', decides_on: '2027-06-12' }],
  ['ends_on', { ends_on: '2026-06-09' }],
  ['ends_on', { ends_on: '2027-06-12', decides_on: '2027-06-12' }],
  ['decides_on', { decides_on: '2026-06-11' }],
])('refuses %s of %o', (field, change) => {
  expect(() => assertDays({ ...days, ...change }, '2026-06-10')).toThrow(
    expect.objectContaining({ list: [expect.objectContaining({ code: 'out_of_range', field })] }),
  )
  assertDays(days, '2026-06-10')
})

test('the ends of a started round only move to later days', () => {
  const before = { ...days, decides_on: '2026-06-15' }
  for (const change of [{ ends_on: '2026-06-11' }, { decides_on: '2026-06-14' }])
    expect(() => assertDays({ ...before, ...change }, before.starts_on, before)).toThrow(
      'out_of_range',
    )
  assertDays({ ...before, ends_on: '2026-06-14' }, before.starts_on, before)
})
