import { beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { addPeople } from '#tests/support/add-people.ts'
import { createDayTeam, type DayTeam } from '#tests/support/custom-days.ts'
import { getBalance, makeMember, markPresent } from '#tests/support/factories.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { runCustomDays } from './worker.ts'

const t = setupTestApp()
let d: DayTeam
// A Monday; tests move the clock by hours and days from here.
beforeEach(async () => {
  d = await createDayTeam(t)
})
const lastOf = async () => (await d.list())[0]?.last

test('a day is posted at its hour in the time zone of the team, once', async () => {
  await t.call('settings.update', { token: d.token, body: { timezone: 'America/New_York' } })
  await d.add()
  await d.runUntil('2026-09-09T12:30:00Z')
  expect(await d.listPosts()).toEqual([])
  await d.runUntil('2026-09-09T13:30:00Z')
  const [post, ...others] = await d.listPosts()
  expect(others).toEqual([])
  expect(post).toMatchObject({ kind: 'custom', name: 'Founders’ day', score: 20 })
  expect(post?.to).toEqual([d.ada.user_id, d.bo.user_id])
  expect(post?.description).toMatch(/^Thank you, Ada Lind and Bo Berg, from all of .+!$/)
  expect(await getBalance(t, d.ada)).toBe(20)
  await d.runUntil('2026-09-12T00:00:00Z')
  expect(await d.listPosts()).toHaveLength(1)
  expect((await d.list())[0]).toMatchObject({
    next_on: '2027-09-09',
    last: { state: 'posted', reason: null, people: 2, points: 40 },
  })
  await t.checkLedger()
})

test('a new time zone moves a coming day', async () => {
  await d.add({ hour: 9 })
  await t.call('settings.update', { token: d.token, body: { timezone: 'Asia/Tokyo' } })
  await d.runUntil('2026-09-08T23:30:00Z')
  expect(await d.listPosts()).toEqual([])
  await d.runUntil('2026-09-09T00:30:00Z')
  expect(await d.listPosts()).toHaveLength(1)
})

test('a day that does not repeat is over after its post', async () => {
  const { body } = await d.add({ date: '2026-09-09', yearly: false })
  await d.runUntil('2026-09-09T10:00:00Z')
  expect(await d.listPosts()).toHaveLength(1)
  expect((await d.list())[0]?.next_on).toBeNull()
  expect((await d.change(body.id, { name: 'Our day' })).body.name).toBe('Our day')
  expect((await d.change(body.id, { enabled: false })).body.enabled).toBe(false)
  // The year already has its posts.
  expect((await d.change(body.id, { date: '2026-10-01' })).codes).toEqual(['out_of_range'])
  expect((await d.change(body.id, { date: '2027-10-01', enabled: true })).body.next_on).toBe(
    '2027-10-01',
  )
})

test('a yearly day that is moved after its post waits for the next year', async () => {
  const { body } = await d.add()
  await d.runUntil('2026-09-09T10:00:00Z')
  expect((await d.change(body.id, { date: '2015-09-20' })).body.next_on).toBe('2027-09-20')
  await d.change(body.id, { enabled: false })
  expect((await d.change(body.id, { enabled: true })).body.next_on).toBe('2027-09-20')
  await d.runUntil('2026-09-21T10:00:00Z')
  expect(await d.listPosts()).toHaveLength(1)
})

test('a skipped day is posted in the same year once it is moved', async () => {
  const { body } = await d.add({ date: '2026-09-09', yearly: false })
  const setAway = (away: { from: string; to: string } | null) =>
    Promise.all(
      [d.ada, d.bo].map(({ user_id: id }) =>
        t.call('users.update', {
          token: d.token,
          params: { id },
          body: { organization: { away } },
        }),
      ),
    )
  await setAway({ from: '2026-09-08', to: '2026-09-10' })
  await d.runUntil('2026-09-09T12:00:00Z')
  expect(await d.list()).toMatchObject([{ last: { state: 'skipped' } }])
  expect((await d.change(body.id, { date: '2026-09-16' })).body.next_on).toBe('2026-09-16')
  await d.runUntil('2026-09-16T12:00:00Z')
  expect(await d.listPosts()).toHaveLength(1)
  expect(await d.list()).toMatchObject([{ last: { state: 'posted', people: 2 } }])
})

test('29 February is celebrated on the 28th without a leap day', async () => {
  d = await createDayTeam(t, '2027-02-26T00:30:00Z')
  await d.add({ date: '2016-02-29' })
  await d.runUntil('2027-02-28T08:30:00Z')
  expect(await d.listPosts()).toEqual([])
  await d.runUntil('2027-03-02T00:00:00Z')
  expect(await d.listPosts()).toHaveLength(1)
  expect((await d.list())[0]?.next_on).toBe('2028-02-29')
})

test('only accepted people who are not on leave are celebrated', async () => {
  const pending = await makeMember(t, d.team.workspace_id, { state: 'pending' })
  const away = await makeMember(t, d.team.workspace_id)
  await t.call('users.update', {
    token: d.token,
    params: { id: away.user_id },
    body: { organization: { away: { from: '2026-09-01', to: '2026-09-20' } } },
  })
  const { body } = await d.add({
    audience: { user_ids: [d.ada.user_id, d.bo.user_id, pending.user_id, away.user_id] },
  })
  expect(body.people).toBe(2)
  await t.call('users.delete', { token: d.token, params: { id: d.bo.user_id } })
  const [listed] = await d.list()
  expect(listed).toMatchObject({ people: 1, everyone: false })
  expect(listed?.audience.people.map(({ id }) => id)).not.toContain(d.bo.user_id)
  await d.runUntil('2026-09-09T10:00:00Z')
  expect((await d.listPosts()).map(({ to }) => to)).toEqual([[d.ada.user_id]])
})

test('a day names a person without a name by their address', async () => {
  const nameless = { first_name: '', last_name: '', email: 'kim@example.test' }
  const kim = await makeMember(t, d.team.workspace_id, nameless)
  await d.add({ audience: { user_ids: [d.ada.user_id, kim.user_id] } })
  await d.runUntil('2026-09-09T10:00:00Z')
  expect((await d.listPosts())[0]?.description).toMatch(/^Thank you, kim and Ada Lind, from all/)
})

test('a day whose people have all left is skipped, and never becomes one for everyone', async () => {
  const { body } = await d.add({ audience: { user_ids: [d.bo.user_id] } })
  await t.call('users.delete', { token: d.token, params: { id: d.bo.user_id } })
  await d.runUntil('2026-09-09T10:00:00Z')
  expect(await d.listPosts()).toEqual([])
  expect(await lastOf()).toMatchObject({ state: 'skipped', reason: 'no_people', people: 0 })
  expect((await d.change(body.id, { points: 1 })).body.everyone).toBe(false)
})

test('more than 50 people get several posts of about the same size', async () => {
  await addPeople(t, d.team, 98)
  await d.add({ audience: {}, everyone: true })
  await d.runUntil('2026-09-09T09:30:00Z')
  const posts = await d.listPosts()
  expect(posts.map(({ to }) => to.length).toSorted((a, b) => a - b)).toEqual([33, 34, 34])
  expect(new Set(posts.flatMap(({ to }) => to)).size).toBe(101)
  expect(posts[0]?.description).toMatch(/ and 2[34] others, from/)
  expect(await lastOf()).toMatchObject({ state: 'posted', people: 101, points: 2_020 })
  await t.checkLedger()
})

test('a day that has become too large is skipped', async () => {
  await d.add({ audience: {}, everyone: true })
  await addPeople(t, d.team, limits.custom_day_people_max - 2)
  await d.runUntil('2026-09-09T09:30:00Z')
  expect(await d.listPosts()).toEqual([])
  expect(await lastOf()).toMatchObject({ state: 'skipped', reason: 'too_many_people' })
})

test('an outage of some days delays a day, and a longer one skips it', async () => {
  await d.add()
  await d.add({ name: 'Summer', date: '2015-09-20' })
  d.setClock('2026-09-16T08:00:00Z')
  await runCustomDays(t.services)
  expect((await d.listPosts()).map(({ name }) => name)).toEqual(['Founders’ day'])
  d.setClock('2026-09-28T08:00:00Z')
  await runCustomDays(t.services)
  expect(await d.listPosts()).toHaveLength(1)
  const summer = (await d.list()).find(({ name }) => name === 'Summer')
  expect(summer).toMatchObject({
    next_on: '2027-09-20',
    last: { state: 'skipped', reason: 'too_late' },
  })
})

test('a day that its budget cannot pay waits, and at last has no points', async () => {
  const budgetId = await d.makeBudget(30)
  await d.add({ budget_id: budgetId })
  await d.runUntil('2026-09-10T10:00:00Z')
  expect(await d.listPosts()).toEqual([])
  expect((await d.list())[0]).toMatchObject({ awaits_budget: true, next_on: '2026-09-09' })
  t.clock.advance(7 * dayMs)
  await runCustomDays(t.services)
  expect((await d.listPosts()).map(({ score }) => score)).toEqual([0])
  expect((await d.list())[0]).toMatchObject({
    awaits_budget: false,
    next_on: '2027-09-09',
    last: { state: 'posted', points: 0 },
  })
  await t.checkLedger()
})

test('a waiting day is posted once its budget has the points', async () => {
  const id = await d.makeBudget(30)
  await d.add({ budget_id: id })
  await d.runUntil('2026-09-09T11:00:00Z')
  const body = { points: 10, reason: 'Founders’ day' }
  await t.call('budgets.fund', { token: d.token, params: { id }, body })
  await d.runUntil('2026-09-09T13:00:00Z')
  expect((await d.listPosts()).map(({ score }) => score)).toEqual([20])
  const [budget] = (await t.call('budgets.list', { token: d.token })).body
  expect(budget?.left).toBe(0)
  await t.checkLedger()
})

test('a closed budget pays nothing, and a retired value gives way to the default one', async () => {
  const id = await d.makeBudget(100)
  const { body } = await d.add({ budget_id: id, value_id: d.team.other_value_id })
  await t.call('budgets.close', { token: d.token, params: { id } })
  await t.call('values.delete', { token: d.token, params: { id: d.team.other_value_id } })
  expect((await d.change(body.id, { hour: 10 })).status).toBe(200)
  await d.runUntil('2026-09-09T11:00:00Z')
  expect((await d.list())[0]?.awaits_budget).toBe(true)
  t.clock.advance(8 * dayMs)
  await runCustomDays(t.services)
  const [post] = (await t.call('posts.list', { token: d.token })).body
  expect(post).toMatchObject({ score: 0, value: { id: d.team.value_id } })
})

test('deletion keeps posts, and a reset keeps the days', async () => {
  const { body } = await d.add()
  await d.add({ name: 'Our second day' })
  await d.runUntil('2026-09-09T10:00:00Z')
  expect(await d.listPosts()).toHaveLength(2)
  await t.call('custom_days.delete', { token: d.token, params: { id: body.id } })
  expect(await d.listPosts()).toHaveLength(2)
  await markPresent(t, d.team.admin)
  const { workspace } = (await t.call('config.get', { token: d.token })).body
  const reset = await t.call('workspace.reset', { token: d.token, body: { name: workspace.name } })
  expect(reset.codes).toEqual([])
  expect(await d.listPosts()).toEqual([])
  expect(await d.list()).toMatchObject([{ next_on: '2027-09-09', last: null }])
})
