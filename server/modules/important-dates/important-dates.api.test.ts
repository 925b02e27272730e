import { expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam } from '#tests/support/factories.ts'
import { nextBirthday, findUpcomingDates, buildDateWindow } from './upcoming-dates.ts'

const t = setupTestApp(() => ({ at: new Date('2026-12-20T12:00:00Z') }))
const day = (text: string) => Temporal.PlainDate.from(text)

test('sorts upcoming dates over the new year and skips the hire date itself', () => {
  const window = buildDateWindow(day('2026-12-20'), 30)
  const people = [
    { id: 'a', birth_date: '1990-01-05', hire_date: '2026-12-21' },
    { id: 'b', birth_date: '1985-12-20', hire_date: '2016-01-18' },
    { id: 'c', birth_date: '1970-01-19', hire_date: '2000-12-19' },
  ]
  expect(findUpcomingDates(people, window)).toEqual([
    { user_id: 'b', kind: 'birthday', date: '2026-12-20', years: null },
    { user_id: 'a', kind: 'birthday', date: '2027-01-05', years: null },
    { user_id: 'b', kind: 'anniversary', date: '2027-01-18', years: 11 },
  ])
})

test('keeps birthdays of 29 February in other years', () => {
  const born = [{ id: 'a', birth_date: '1992-02-29', hire_date: null }]
  expect(findUpcomingDates(born, buildDateWindow(day('2027-02-20'), 30))).toMatchObject([
    { date: '2027-02-28' },
  ])
  expect(findUpcomingDates(born, buildDateWindow(day('2028-02-20'), 30))).toMatchObject([
    { date: '2028-02-29' },
  ])
})

test('shows dates of members who share them to their own team only', async () => {
  const team = await makeTeam(t)
  const other = await makeTeam(t)
  const [a, b, c] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
    await makeMember(t, other.workspace_id),
  ]
  for (const { token } of [a, b, c])
    await t.call('profiles.update_me', {
      token,
      body: { birth_date: '1991-12-24', hire_date: '2020-12-22' },
    })
  const dates = async () =>
    (await t.call('people.dates', { token: team.admin.token })).body.map(({ user, ...date }) => ({
      id: user.id,
      ...date,
    }))
  expect(await dates()).toHaveLength(4)
  await t.call('profiles.update_me', { token: b.token, body: { show_dates: false } })
  expect(await dates()).toEqual([
    { id: a.user_id, kind: 'anniversary', date: '2026-12-22', years: 6 },
    { id: a.user_id, kind: 'birthday', date: '2026-12-24', years: null },
  ])
  expect(
    JSON.stringify((await t.call('people.dates', { token: team.admin.token })).body),
  ).not.toContain('1991')
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.updateTable('users').set({ state: 'deactivated' }).where('id', '=', a.user_id).execute(),
  )
  expect(await dates()).toEqual([])
})

test('returns today or the next year for the next birthday', () => {
  expect(
    ['1990-12-20', '1990-12-19', '1992-02-29'].map((born) => nextBirthday(born, '2026-12-20')),
  ).toEqual(['2026-12-20', '2027-12-19', '2027-02-28'])
  expect(nextBirthday('1992-02-29', '2028-01-01')).toBe('2028-02-29')
})

test('shows dates on a profile as shared, never the year of birth', async () => {
  const team = await makeTeam(t)
  const [a, b] = [await makeMember(t, team.workspace_id), await makeMember(t, team.workspace_id)]
  await t.call('profiles.update_me', {
    token: a.token,
    body: { birth_date: '1991-12-24', hire_date: '2020-12-22' },
  })
  const seen = async (by: string) =>
    (await t.call('profiles.get', { token: by, params: { id: a.user_id } })).body
  expect(await seen(b.token)).toMatchObject({ birthday: '2026-12-24', hire_date: '2020-12-22' })
  expect(JSON.stringify(await seen(b.token))).not.toContain('1991')
  await t.call('profiles.update_me', { token: a.token, body: { show_dates: false } })
  expect(await seen(b.token)).toMatchObject({ birthday: null, hire_date: null })
  expect(await seen(team.admin.token)).toMatchObject({ birthday: null, hire_date: null })
  expect(await seen(a.token)).toMatchObject({ birthday: '2026-12-24', hire_date: '2020-12-22' })
})
