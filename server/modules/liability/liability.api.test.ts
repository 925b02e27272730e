import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { addDays } from '#server/platform/periods.ts'
import { withClient } from '#tests/support/database.ts'
import { failChanges } from '#tests/support/failing-changes.ts'
import {
  addBalance,
  makeMember,
  makePost,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import {
  checkLiability,
  insertWorth,
  callAs,
  readLiability,
  redeemReward,
  makeFinanceTeam,
  setCountry,
  storeDays,
  storeOneDay,
} from '#tests/support/liability.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { liabilityWorker } from './worker.ts'

const t = setupTestApp()
const setTime = (time: string) => t.clock.set(new Date(time))
let team: Team
let ann: Member
let bob: Member
beforeEach(async () => {
  setTime('2026-01-05T12:00:00Z')
  team = await makeFinanceTeam(t)
  ann = await makeMember(t, team.workspace_id)
  bob = await makeMember(t, team.workspace_id)
})

const read = (day?: string) => readLiability(t, team, day)
const thank = (from: Member, to: Member[], score: number) =>
  makePost(t, from, to, team.value_id, score)
const runAsOwner = (statements: string) =>
  withClient(t.ownerUrl, (owner) => owner.query(statements))
test('a past day stays the same after a new worth and a deleted post', async () => {
  await insertWorth(t, team, { currency: 'EUR', minor: 1_000, from: '2026-01-01' })
  const post = await thank(ann, [bob], 50)
  setTime('2026-02-10T12:00:00Z')
  await thank(bob, [ann], 30)
  setTime('2026-03-01T06:00:00Z')
  await storeDays(t, team)
  const first = await read('2026-02-28')
  expect(first).toMatchObject({
    stored: true,
    figures: { wallets: 80, held: 0, total: 80, money: [{ currency: 'EUR', minor: 800 }] },
  })
  setTime('2026-03-10T12:00:00Z')
  await callAs(t, team.admin, 'posts.delete', { params: { id: post } })
  await insertWorth(t, team, { currency: 'USD', minor: 2_000, from: '2026-03-10' })
  setTime('2026-03-12T06:00:00Z')
  await storeDays(t, team)
  expect(await read('2026-02-28')).toEqual(first)
  expect(await read('2026-03-10')).toMatchObject({
    figures: { total: 30, money: [{ currency: 'USD', minor: 600 }] },
  })
  const { body: march } = await callAs(t, team.admin, 'liability.changes', {
    query: { from: '2026-03-01', to: '2026-03-11' },
  })
  expect(march.lines.find(({ kind }) => kind === 'corrections')).toMatchObject({ points: -50 })
  expect(await checkLiability(t, team)).toEqual([])
})

test('a day that is not stored yet has the same figures on request', async () => {
  await thank(ann, [bob], 50)
  setTime('2026-01-20T12:00:00Z')
  await redeemReward(t, team, bob, 20)
  setTime('2026-02-03T12:00:00Z')
  const { stored, ...computed } = await read('2026-01-25')
  expect(stored).toBe(false)
  await storeDays(t, team)
  expect(await read('2026-01-25')).toEqual({ stored: true, ...computed })
  expect(await read()).toMatchObject({ day: '2026-02-03', stored: false })
  expect(
    (await callAs(t, team.admin, 'liability.get', { query: { day: '2026-02-04' } })).codes,
  ).toEqual(['out_of_range'])
})

test('countries are rounded down and add up to the total in each currency', async () => {
  const people = await Promise.all([1, 2, 3].map(() => makeMember(t, team.workspace_id)))
  await setCountry(t, 'JP', ann, bob)
  await setCountry(t, 'KW', people[0] as Member)
  await setCountry(t, 'DE', people[1] as Member)
  await insertWorth(t, team, { country: 'JP', currency: 'JPY', minor: 1_515, from: '2026-01-01' })
  await insertWorth(t, team, { country: 'KW', currency: 'KWD', minor: 3_071, from: '2026-01-01' })
  await insertWorth(t, team, { country: 'DE', currency: 'JPY', minor: 1_010, from: '2026-01-01' })
  for (const one of [ann, bob, ...people]) await addBalance(t, one, 7)
  setTime('2026-01-07T12:00:00Z')
  await storeDays(t, team)
  const { figures, countries } = await read('2026-01-05')
  expect(countries).toMatchObject([
    { country: null, figures: { total: 7, without_worth: 7, money: [] } },
    { country: 'DE', figures: { total: 7, money: [{ currency: 'JPY', minor: 70 }] } },
    { country: 'JP', figures: { total: 14, money: [{ currency: 'JPY', minor: 212 }] } },
    { country: 'KW', figures: { total: 7, money: [{ currency: 'KWD', minor: 214 }] } },
  ])
  expect(figures).toEqual({
    wallets: 35,
    held: 0,
    total: 35,
    without_worth: 7,
    money: [
      { currency: 'JPY', minor: 282 },
      { currency: 'KWD', minor: 214 },
    ],
  })
})

// 29 March lasts from 23:00 to 22:00 UTC, 25 October from 22:00 to 23:00 UTC.
test.each([
  [
    23,
    ['2026-03-28T22:59:59.999Z', '2026-03-28T23:00:00Z'],
    ['2026-03-29T21:59:59.999Z', '2026-03-29T22:00:00Z'],
  ],
  [
    25,
    ['2026-10-24T21:59:59.999Z', '2026-10-24T22:00:00Z'],
    ['2026-10-25T22:59:59.999Z', '2026-10-25T23:00:00Z'],
  ],
])('a day of %i hours begins and ends at midnight of the team', async (_hours, start, end) => {
  setTime(`${start[0]?.slice(0, 8)}20T12:00:00Z`)
  const madrid = await makeFinanceTeam(t, 'Europe/Madrid')
  for (const time of [...start, ...end]) {
    setTime(time)
    await addBalance(t, madrid.admin, 1)
  }
  const [before, itself] = [start, end].map(([last]) => last?.slice(0, 10) ?? '')
  const after = addDays(itself ?? '', 1)
  setTime(`${addDays(after, 3)}T12:00:00Z`)
  const totals = () =>
    Promise.all(
      [before, itself, after].map(
        async (day) => (await readLiability(t, madrid, day)).figures.total,
      ),
    )
  expect(await totals()).toEqual([1, 3, 4])
  await storeDays(t, madrid)
  expect(await totals()).toEqual([1, 3, 4])
  expect(await checkLiability(t, madrid)).toEqual([])
})

test('days follow one another without a gap after a new time zone', async () => {
  for (const [day, timezone] of [
    ['06', 'Asia/Tokyo'],
    ['07', 'America/Los_Angeles'],
    ['08', 'Pacific/Kiritimati'],
    ['09', 'UTC'],
  ]) {
    for (const hour of ['02', '10', '16', '23']) {
      setTime(`2026-01-${day}T${hour}:00:00Z`)
      await addBalance(t, ann, 1)
    }
    await storeDays(t, team)
    await t.services.db.tenant(team.workspace_id, (trx) =>
      trx
        .updateTable('settings')
        .set({ timezone: timezone as string })
        .execute(),
    )
  }
  setTime('2026-01-12T12:00:00Z')
  await storeDays(t, team)
  expect((await read('2026-01-11')).figures.total).toBe(16)
  expect(await checkLiability(t, team)).toEqual([])
})

test('days of the past are stored newest first, until the first movement', async () => {
  await addBalance(t, bob, 5)
  setTime('2026-01-08T12:00:00Z')
  const stored = []
  for (let day = await storeOneDay(t, team); day; day = await storeOneDay(t, team)) stored.push(day)
  expect(stored).toEqual(['2026-01-07', '2026-01-06', '2026-01-05'])
  setTime('2026-01-10T00:59:00Z')
  expect(await storeOneDay(t, team)).toBe('2026-01-08')
  expect(await storeOneDay(t, team)).toBeUndefined()
  setTime('2026-01-10T01:00:00Z')
  expect(await storeOneDay(t, team)).toBe('2026-01-09')
})

test('processes that run at once store each day once', async () => {
  await addBalance(t, bob, 5)
  setTime('2026-01-12T12:00:00Z')
  await Promise.all([1, 2, 3, 4].map(() => storeDays(t, team)))
  expect(await storeOneDay(t, team)).toBeUndefined()
  expect((await read('2026-01-08')).figures.total).toBe(5)
  expect(await checkLiability(t, team)).toEqual([])
})

test('a team whose days fail does not block the other teams of a night', async () => {
  const teams = [team, await makeFinanceTeam(t), await makeFinanceTeam(t)]
  const [first, ...others] = teams.toSorted((a, b) => (a.workspace_id < b.workspace_id ? -1 : 1))
  setTime('2026-01-12T12:00:00Z')
  const failure = await failChanges(
    t,
    'liability_snapshots',
    `new.workspace_id = '${first?.workspace_id}'`,
  )
  await liabilityWorker.run(t.services, () => false).finally(() => failure.end())
  for (const other of others)
    expect((await readLiability(t, other, '2026-01-11')).stored).toBe(true)
})

test('a stored day is read without the ledger', async () => {
  await thank(ann, [bob], 50)
  setTime('2026-01-08T12:00:00Z')
  await storeDays(t, team)
  const before = await read('2026-01-07')
  await runAsOwner(`delete from entries where workspace_id = '${team.workspace_id}'`)
  expect(await read('2026-01-07')).toEqual(before)
  expect((await checkLiability(t, team)).length).toBeGreaterThan(0)
  // Deleted days are stored again.
  await checkLiability(t, team, true)
  expect((await read('2026-01-07')).stored).toBe(false)
  await storeDays(t, team)
  expect(await checkLiability(t, team)).toEqual([])
})

test('groups have the members of their day, and small ones are left out', async () => {
  const people = await Promise.all(
    Array.from({ length: 12 }, () => makeMember(t, team.workspace_id)),
  )
  const create = async (body: object) =>
    (await callAs(t, team.admin, 'groups.create', { body })).body.id
  const top = await create({ kind: 'department', name: 'Top' })
  const below = await create({ kind: 'department', name: 'Below', parent_id: top })
  const small = await create({ kind: 'department', name: 'Small' })
  const join = (group: string, members: Member[]) =>
    t.services.db.tenant(team.workspace_id, (trx) =>
      trx
        .insertInto('group_members')
        .values(
          members.map((one) => ({
            workspace_id: team.workspace_id,
            group_id: group,
            user_id: one.user_id,
            kind: 'department' as const,
            joined_at: t.clock.now(),
          })),
        )
        .execute(),
    )
  await join(below, people.slice(0, 6))
  await join(top, people.slice(6, 7))
  await join(small, people.slice(7, 9))
  await insertWorth(t, team, { currency: 'EUR', minor: 1_000, from: '2026-01-01' })
  for (const one of people) await addBalance(t, one, 10)
  setTime('2026-01-07T12:00:00Z')
  await storeDays(t, team)
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.updateTable('group_members').set({ left_at: t.clock.now() }).execute(),
  )
  const expected = [
    {
      group: { id: top, kind: 'department', name: 'Top' },
      people: 7,
      figures: { total: 70, money: [{ currency: 'EUR', minor: 700 }] },
    },
  ]
  expect((await read('2026-01-05')).groups).toMatchObject(expected)
  expect((await read('2026-01-05')).groups).toHaveLength(1)
  expect((await read()).groups).toEqual([])
})

test('another team and a reset leave nothing behind', async () => {
  const other = await makeFinanceTeam(t)
  await addBalance(t, other.admin, 70)
  await addBalance(t, bob, 5)
  setTime('2026-01-07T12:00:00Z')
  await storeDays(t, team)
  expect((await read('2026-01-06')).figures.total).toBe(5)
  await t.services.db.tenant(team.workspace_id, (trx) =>
    sql`select workspace_reset(${team.workspace_id})`.execute(trx),
  )
  expect(await read('2026-01-06')).toMatchObject({ stored: false, figures: { total: 0 } })
  expect((await readLiability(t, other, '2026-01-06')).figures.total).toBe(70)
})
