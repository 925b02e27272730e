import { expect, test } from 'vitest'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { BirthdayRule } from '#contract/schemas/settings.ts'
import type { DateVisibility } from '#contract/schemas/date-visibility.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam } from '#tests/support/factories.ts'
import {
  buildDateWindow,
  findUpcomingDates,
  nextBirthday,
  type PersonDate,
} from './upcoming-dates.ts'

const t = setupTestApp(() => ({ at: new Date('2026-12-20T12:00:00Z') }))
const day = (text: string) => Temporal.PlainDate.from(text)
const stored = (id: string, kind: PersonDate['kind'], date: string): PersonDate => ({
  id,
  kind,
  day: date,
  visibility: 'everyone',
})
const hidden = { birthday_visibility: 'nothing', anniversary_visibility: 'nothing' } as const

test('sorts upcoming dates over the new year and skips the hire date itself', () => {
  const window = buildDateWindow(day('2026-12-20'), 30)
  const birthday = (id: string, date: string) => stored(id, 'birthday', date)
  const hired = (id: string, date: string) => stored(id, 'anniversary', date)
  const dates = [
    birthday('a', '1990-01-05'),
    hired('a', '2026-12-21'),
    birthday('b', '1985-12-20'),
    hired('b', '2016-01-18'),
    birthday('c', '1970-01-19'),
    hired('c', '2000-12-19'),
  ]
  const visibility = 'everyone'
  expect(findUpcomingDates(dates, window)).toEqual([
    { user_id: 'b', kind: 'birthday', date: '2026-12-20', years: null, visibility },
    { user_id: 'a', kind: 'birthday', date: '2027-01-05', years: null, visibility },
    { user_id: 'b', kind: 'anniversary', date: '2027-01-18', years: 11, visibility },
  ])
})

test('keeps birthdays of 29 February in other years', () => {
  const born = [stored('a', 'birthday', '1992-02-29')]
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
      body: {
        birth_date: '1991-12-24',
        hire_date: '2020-12-22',
        birthday_visibility: 'everyone',
      },
    })
  const dates = async () =>
    (await t.call('people.dates', { token: team.admin.token })).body.map(
      ({ user, kind, date, years }) => ({
        id: user.id,
        kind,
        date,
        years,
      }),
    )
  expect(await dates()).toHaveLength(4)
  await t.call('profiles.update_me', { token: b.token, body: hidden })
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
    body: {
      birth_date: '1991-12-24',
      hire_date: '2020-12-22',
      birthday_visibility: 'everyone',
    },
  })
  const seen = async (by: string) =>
    (await t.call('profiles.get', { token: by, params: { id: a.user_id } })).body
  expect(await seen(b.token)).toMatchObject({ birthday: '2026-12-24', hire_date: '2020-12-22' })
  expect(JSON.stringify(await seen(b.token))).not.toContain('1991')
  await t.call('profiles.update_me', { token: a.token, body: hidden })
  expect(await seen(b.token)).toMatchObject({ birthday: null, hire_date: null })
  expect(await seen(team.admin.token)).toMatchObject({ birthday: null, hire_date: null })
  expect(await seen(a.token)).toMatchObject({ birthday: '2026-12-24', hire_date: '2020-12-22' })
})

test('a birthday follows the rule of the team until the person chooses', async () => {
  const team = await makeTeam(t)
  const { token } = team.admin
  const person = await makeMember(t, team.workspace_id)
  const update = (body: BodyInputOf<'profiles.update_me'>) =>
    t.call('profiles.update_me', { token: person.token, body })
  const rule = (birthdays: BirthdayRule) =>
    t.call('settings.update', { token, body: { birthdays } })
  const isShown = async () =>
    (await t.call('people.dates', { token })).body.some(({ user }) => user.id === person.user_id)
  await update({ birth_date: '1991-12-24' })
  expect((await t.call('config.get', { token })).body.settings.birthdays).toBe('opt_in')
  expect(await isShown()).toBe(false)
  await rule('opt_out')
  expect(await isShown()).toBe(true)
  await update({ birthday_visibility: 'nothing' })
  expect(await isShown()).toBe(false)
  await update({ birthday_visibility: 'everyone' })
  await rule('opt_in')
  expect(await isShown()).toBe(true)
  await rule('off')
  expect(await isShown()).toBe(false)
})

test('a date for the team or the manager reaches nobody else', async () => {
  const team = await makeTeam(t)
  const [boss, person, peer, report, stranger] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  const setManager = async ({ user_id: id }: typeof boss, manager: typeof boss) =>
    t.call('users.update', {
      token: team.admin.token,
      params: { id },
      body: { organization: { manager_id: manager.user_id } },
    })
  await setManager(person, boss)
  await setManager(peer, boss)
  await setManager(report, person)
  await t.call('profiles.update_me', {
    token: person.token,
    body: { birth_date: '1991-12-24', hire_date: '2020-12-22' },
  })
  const everyone = { boss, person, peer, report, stranger, admin: team.admin }
  const viewers = async (kind: 'birthday' | 'anniversary') => {
    const seeing: string[] = []
    for (const [name, { token }] of Object.entries(everyone)) {
      const { body } = await t.call('people.dates', { token })
      const isListed = body.some((one) => one.user.id === person.user_id && one.kind === kind)
      const params = { id: person.user_id }
      const profile = (await t.call('profiles.get', { token, params })).body
      const isOnProfile = profile[kind === 'birthday' ? 'birthday' : 'hire_date'] !== null
      expect(isOnProfile).toBe(isListed || name === 'person')
      if (isListed) seeing.push(name)
    }
    return seeing
  }
  const choose = (visibility: DateVisibility) =>
    t.call('profiles.update_me', {
      token: person.token,
      body: { birthday_visibility: visibility, anniversary_visibility: visibility },
    })
  for (const [visibility, expected] of [
    ['everyone', Object.keys(everyone)],
    ['team', ['boss', 'person', 'peer', 'report']],
    ['private', ['boss', 'person']],
    ['nothing', []],
  ] as const) {
    await choose(visibility)
    expect([visibility, await viewers('birthday')]).toEqual([visibility, expected])
    expect([visibility, await viewers('anniversary')]).toEqual([visibility, expected])
  }
})
