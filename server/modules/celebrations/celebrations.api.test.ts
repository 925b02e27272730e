import { beforeEach, expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/durations.ts'
import type { BodyInputOf } from '#contract/routes/index.ts'
import type { CelebrationKind } from '#contract/schemas/celebrations.ts'
import {
  getBalance,
  makeMember,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { type CallResult, setupTestApp } from '#tests/support/test-app.ts'
import { runCelebrations } from './worker.ts'

const t = setupTestApp()
let team: Team
let ada: Member
/** Starts a team at a time. Sessions end after a month, so later tests need a new one. */
async function startAt(time: string): Promise<void> {
  setClock(time)
  team = await makeTeam(t)
  ada = await makeMember(t, team.workspace_id, { first_name: 'Ada', last_name: 'Lind' })
  await t.call('settings.update', { token: team.admin.token, body: { birthdays: 'opt_out' } })
}
// A Monday; tests move the clock by hours and days from here.
beforeEach(() => startAt('2026-09-07T00:30:00Z'))

const setClock = (time: string) => t.clock.advance(Date.parse(time) - t.clock.now().getTime())
const setRule = (kind: CelebrationKind, body: BodyInputOf<'celebrations.update'> = {}) =>
  t.call('celebrations.update', {
    token: team.admin.token,
    params: { kind },
    body: { enabled: true, points: 20, ...body },
  })
const change = (member: Member, body: BodyInputOf<'users.update'>) =>
  t.call('users.update', { token: team.admin.token, params: { id: member.user_id }, body })
const choose = (member: Member, body: BodyInputOf<'profiles.update_me'>) =>
  t.call('profiles.update_me', { token: member.token, body })
const postsFor = async ({ token }: Member) =>
  (await t.call('posts.list', { token })).body.map(({ occasion, score, description }) => ({
    kind: occasion?.kind,
    years: occasion?.years,
    score,
    description,
  }))
/** Runs the worker at the next hours, so that everything due by then is posted. */
async function runUntil(time: string): Promise<void> {
  while (t.clock.now().getTime() < Date.parse(time)) {
    await runCelebrations(t.services)
    t.clock.advance(hourMs)
  }
  await runCelebrations(t.services)
}

test('posts a birthday at the hour of the person, once', async () => {
  await setRule('birthday', { hour: 9 })
  await change(ada, {
    birth_date: '1990-09-09',
    organization: { timezone: 'America/Los_Angeles' },
  })
  await runUntil('2026-09-09T15:30:00Z')
  expect(await postsFor(ada)).toEqual([])
  await runUntil('2026-09-09T17:30:00Z')
  await runCelebrations(t.services)
  const posts = await postsFor(team.admin)
  expect(posts).toMatchObject([{ kind: 'birthday', years: undefined, score: 20 }])
  expect(posts[0]?.description).toContain('Ada')
  expect(await getBalance(t, ada)).toBe(20)
  await runUntil('2026-09-12T00:00:00Z')
  expect(await postsFor(ada)).toHaveLength(1)
  await t.checkLedger()
})

test('an anniversary has the points of its year, and the first day none', async () => {
  await setRule('anniversary', { points: 5, points_by_year: [{ years: 5, points: 250 }] })
  const bo = await makeMember(t, team.workspace_id)
  const cy = await makeMember(t, team.workspace_id)
  await change(ada, { hire_date: '2021-09-08' })
  await change(bo, { hire_date: '2025-09-08' })
  await change(cy, { hire_date: '2026-09-08' })
  await runUntil('2026-09-08T10:00:00Z')
  const posts = (await postsFor(ada)).toSorted((a, b) => b.score - a.score)
  expect(posts).toMatchObject([
    { kind: 'anniversary', years: 5, score: 250 },
    { kind: 'anniversary', years: 1, score: 5 },
  ])
  await t.checkLedger()
})

test('welcomes a new colleague on the first day, or once they have joined', async () => {
  await setRule('welcome')
  const late = await makeMember(t, team.workspace_id, { state: 'pending', first_name: 'Ben' })
  await change(ada, { hire_date: '2026-09-08' })
  await change(late, { hire_date: '2026-09-08' })
  await runUntil('2026-09-08T10:00:00Z')
  expect(await postsFor(ada)).toMatchObject([{ kind: 'welcome' }])
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('users')
      .set({ state: 'accepted' })
      .where('workspace_id', '=', team.workspace_id)
      .where('id', '=', late.user_id)
      .execute(),
  )
  await runUntil('2026-09-10T10:00:00Z')
  expect(await postsFor(ada)).toHaveLength(2)
})

test('29 February is celebrated on the 28th without a leap day', async () => {
  await startAt('2027-02-25T00:30:00Z')
  await setRule('birthday')
  await change(ada, { birth_date: '1992-02-29' })
  await runUntil('2027-02-28T08:00:00Z')
  expect(await postsFor(ada)).toEqual([])
  await runUntil('2027-03-02T00:00:00Z')
  expect(await postsFor(ada)).toHaveLength(1)
})

test.each([
  ['before', '2026-09-11T09:30:00Z'],
  ['on_day', '2026-09-13T09:30:00Z'],
  ['after', '2026-09-14T09:30:00Z'],
] as const)('a day on a weekend is celebrated %s', async (weekends, time) => {
  await setRule('birthday', { weekends })
  await change(ada, { birth_date: '1990-09-13' })
  await runUntil(new Date(Date.parse(time) - hourMs).toISOString())
  expect(await postsFor(ada)).toEqual([])
  await runUntil(time)
  expect(await postsFor(ada)).toHaveLength(1)
})

test('a corrected date neither celebrates the past nor celebrates twice', async () => {
  await setRule('birthday')
  await change(ada, { birth_date: '1990-09-08' })
  await runUntil('2026-09-08T10:00:00Z')
  expect(await postsFor(ada)).toHaveLength(1)
  await change(ada, { birth_date: '1990-09-10' })
  const bo = await makeMember(t, team.workspace_id)
  await change(bo, { birth_date: '1990-09-12' })
  await runUntil('2026-09-09T10:00:00Z')
  await change(bo, { birth_date: '1990-09-08' })
  await runUntil('2026-09-14T00:00:00Z')
  expect(await postsFor(ada)).toHaveLength(1)
})

test('a changed time zone on the day celebrates once', async () => {
  await setRule('birthday')
  await change(ada, { birth_date: '1990-09-09', organization: { timezone: 'Pacific/Auckland' } })
  await runUntil('2026-09-08T22:00:00Z')
  expect(await postsFor(ada)).toHaveLength(1)
  await change(ada, { organization: { timezone: 'America/Los_Angeles' } })
  await runUntil('2026-09-10T20:00:00Z')
  expect(await postsFor(ada)).toHaveLength(1)
})

test('celebrates only people who want it and are there', async () => {
  await setRule('birthday')
  const refusing = await makeMember(t, team.workspace_id)
  const leaving = await makeMember(t, team.workspace_id)
  const away = await makeMember(t, team.workspace_id)
  await change(away, { organization: { away: { from: '2026-09-01', to: '2026-09-20' } } })
  for (const member of [ada, refusing, leaving, away])
    await change(member, { birth_date: '1990-09-09' })
  await choose(refusing, { birthday_visibility: 'nothing' })
  await runUntil('2026-09-08T00:00:00Z')
  await t.call('users.delete', { token: team.admin.token, params: { id: leaving.user_id } })
  await runUntil('2026-09-11T00:00:00Z')
  const posts = (await t.call('posts.list', { token: team.admin.token })).body
  expect(posts.map(({ to_id: to }) => to)).toEqual([[ada.user_id]])
  const { token } = team.admin
  const query = { from: '2026-09-01', to: '2026-09-30' }
  const preview = await t.call('celebrations.preview', { token, query })
  expect(new Map(preview.body.items.map(({ user, skipped }) => [user.id, skipped]))).toEqual(
    new Map([
      [ada.user_id, null],
      [away.user_id, 'away'],
    ]),
  )
})

test('the circle of a person decides who sees the post', async () => {
  await setRule('birthday')
  const boss = await makeMember(t, team.workspace_id)
  const peer = await makeMember(t, team.workspace_id)
  const other = await makeMember(t, team.workspace_id)
  const cleo = await makeMember(t, team.workspace_id)
  for (const member of [ada, cleo]) await change(member, { birth_date: '1990-09-09' })
  for (const member of [ada, cleo, peer])
    await change(member, { organization: { manager_id: boss.user_id } })
  await choose(ada, { birthday_visibility: 'team' })
  await choose(cleo, { birthday_visibility: 'private' })
  await runUntil('2026-09-09T10:00:00Z')
  const count = async (member: Member) => (await postsFor(member)).length
  expect(await count(boss)).toBe(2)
  expect(await count(peer)).toBe(1)
  expect(await count(ada)).toBe(1)
  expect(await count(cleo)).toBe(2)
  expect(await count(other)).toBe(0)
})

test('a celebration that a budget cannot pay waits, and at last has no points', async () => {
  const { token } = team.admin
  const budget = await t.call('budgets.create', {
    token,
    body: { name: 'Moments', period: 'year', points: 30, owner_ids: [ada.user_id], recipients: {} },
  })
  const bo = await makeMember(t, team.workspace_id)
  await setRule('birthday', { budget_id: budget.body.id })
  for (const member of [ada, bo]) await change(member, { birth_date: '1990-09-09' })
  await runUntil('2026-09-10T10:00:00Z')
  expect((await postsFor(ada)).map(({ score }) => score)).toEqual([20])
  t.clock.advance(8 * dayMs)
  await runCelebrations(t.services)
  expect((await postsFor(ada)).map(({ score }) => score)).toEqual([0, 20])
  await t.checkLedger()
})

test('an outage of some days delays a celebration', async () => {
  await setRule('birthday')
  await change(ada, { birth_date: '1990-09-09' })
  await runCelebrations(t.services)
  t.clock.advance(5 * dayMs)
  await runCelebrations(t.services)
  expect(await postsFor(ada)).toHaveLength(1)
})

test('a text of the team comes in the language of the person', async () => {
  await setRule('birthday', {
    texts: { en: ['Cake for {name} of {team}!'], ru: ['Торт: {first_name}!'] },
  })
  const bo = await makeMember(t, team.workspace_id, { first_name: 'Bo' })
  for (const member of [ada, bo]) await change(member, { birth_date: '1990-09-09' })
  await choose(bo, { language: 'ru' })
  await runUntil('2026-09-09T10:00:00Z')
  const texts = (await postsFor(ada)).map(({ description }) => description)
  expect(texts.toSorted((a, b) => a.localeCompare(b))).toEqual([
    expect.stringMatching(/^Cake for Ada Lind of /),
    'Торт: Bo!',
  ])
})

test('the year counts people and points of each month', async () => {
  await setRule('birthday')
  await setRule('anniversary', { points: 5, points_by_year: [{ years: 5, points: 250 }] })
  await change(ada, { birth_date: '1990-09-09', hire_date: '2021-03-01' })
  const { token } = team.admin
  const year = await t.call('celebrations.year', { token, query: { year: '2026' } })
  expect(year.body).toEqual([
    { month: 3, kind: 'anniversary', people: 1, points: 250 },
    { month: 9, kind: 'birthday', people: 1, points: 20 },
  ])
  const file = await t.call('celebrations.csv', { token, query: { year: '2026' } })
  expect(String(file.body)).toContain('2026-03-01')
  expect(String(file.body)).not.toContain('1990')
})

test('the counts of a year leave out people on leave', async () => {
  await setRule('birthday')
  await change(ada, {
    birth_date: '1990-09-20',
    organization: { away: { from: '2026-09-01', to: null } },
  })
  const year = await t.call('celebrations.year', {
    token: team.admin.token,
    query: { year: '2026' },
  })
  expect(year.body).toEqual([])
})

test('a kind has the people and points of the next 30 days, without people on leave', async () => {
  const { token } = team.admin
  const away = await makeMember(t, team.workspace_id)
  await change(away, { organization: { away: { from: '2026-09-01', to: null } } })
  await change(ada, { birth_date: '1990-10-07', hire_date: '2021-10-08' })
  await change(away, { birth_date: '1990-09-20' })
  await setRule('birthday')
  await setRule('anniversary', { points: 5 })
  const { body } = await t.call('celebrations.list', { token })
  expect(new Map(body.map(({ kind, coming }) => [kind, coming]))).toEqual(
    new Map([
      ['birthday', { people: 1, points: 20 }],
      ['anniversary', { people: 0, points: 0 }],
      ['welcome', { people: 0, points: 0 }],
    ]),
  )
})

test('pages of a preview have each celebration once', async () => {
  await setRule('birthday')
  for (let index = 0; index < 5; index += 1)
    await change(await makeMember(t, team.workspace_id), {
      birth_date: `1990-10-0${1 + (index % 2)}`,
    })
  const { token } = team.admin
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const query: Record<string, string> = { from: '2026-10-01', to: '2026-10-31', limit: '2' }
    const page: CallResult<'celebrations.preview'> = await t.call('celebrations.preview', {
      token,
      query: cursor ? { ...query, cursor } : query,
    })
    seen.push(...page.body.items.map(({ user }) => user.id))
    cursor = page.body.next_cursor
  }
  expect(new Set(seen).size).toBe(5)
  expect(seen).toHaveLength(5)
})
