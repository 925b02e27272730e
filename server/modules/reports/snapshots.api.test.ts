import type pg from 'pg'
import { expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { addDays, firstOfMonth } from '#server/platform/periods.ts'
import { waitForLock, withClient } from '#tests/support/database.ts'
import {
  addBalance,
  allPermissions,
  makeMember,
  makePost,
  makeTeam,
  makeTeamReward,
  type Member,
} from '#tests/support/factories.ts'
import { setupSnapshots } from '#tests/support/report-snapshots.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { createWorkspaceSnapshots } from './create-snapshots.ts'

const t = setupTestApp(() => ({ at: new Date('2026-03-02T12:00:00Z') }))
const { check, inTeam, snapshotDays, teamWithSnapshots } = setupSnapshots(t)
const addMonths = (day: string, months: number) =>
  Temporal.PlainDate.from(day).add({ months }).toString()

test('adds deletions and new values of old posts to the snapshots', async () => {
  const { team, people, posts } = await teamWithSnapshots()
  const before = await snapshotDays(team)
  const { token } = team.admin
  expect((await t.call('posts.delete', { token, params: { id: posts[0] ?? '' } })).status).toBe(200)
  expect((await t.call('posts.delete', { token, params: { id: posts[1] ?? '' } })).status).toBe(200)
  await t.call('posts.update', {
    token,
    params: { id: posts[2] ?? '' },
    body: { value_id: team.other_value_id },
  })
  expect(await snapshotDays(team)).toEqual(before)
  expect(await check(team)).toEqual([])
  const board = await t.call('leaderboards.list', { token, query: { period: 'all', limit: 10 } })
  // Four people received 1 to 4 points, then 5 to 8; the posts with 1 and 2 are deleted.
  expect(new Map(board.body.items.map((one) => [one.user_id, one.score]))).toEqual(
    new Map([
      [people[1].user_id, 5],
      [people[2].user_id, 6],
      [people[3].user_id, 3 + 7],
      [people[0].user_id, 4 + 8],
    ]),
  )
})

test('sums values by months like the days of every range', async () => {
  const team = await makeTeam(t, { limit: null })
  const member = await makeMember(t, team.workspace_id)
  const start = t.clock.now()
  const posts: string[] = []
  // Every third day of some four months.
  for (let n = 0; n < 40; n += 1) {
    const value = n % 3 ? team.value_id : team.other_value_id
    posts.push(await makePost(t, team.admin, [member], value, 1 + n, { private: n % 5 === 1 }))
    t.clock.advance(3 * dayMs)
  }
  await createWorkspaceSnapshots(t.services.db, team.workspace_id, {
    at: t.clock.now(),
    rowsMin: 30,
  })
  // Sessions and the trial have expired.
  await inTeam(team, `update workspaces set trial_ends_at = '2026-12-01'`)
  const { token } = await makeMember(t, team.workspace_id, { permissions: allPermissions })
  for (const id of [posts[3], posts[20]])
    expect((await t.call('posts.delete', { token, params: { id: id ?? '' } })).status).toBe(200)

  const newest = (await snapshotDays(team)).at(-1) ?? ''
  const firstDay = start.toISOString().slice(0, 10)
  const month = addMonths(firstOfMonth(firstDay), 1)
  const nextMonth = addMonths(month, 1)
  const ends = [firstDay, month, addDays(month, -1), addDays(month, 9), nextMonth, newest].flatMap(
    (day) => [addDays(day, -1), day, addDays(day, 1)],
  )
  for (const from of ends)
    for (const to of ends.filter((day) => day >= from)) {
      const { body } = await t.call('leaderboards.values', { token, query: { from, to } })
      const scores = body.filter(({ score }) => score).map(({ value, score }) => [value.id, score])
      const rows = await inTeam<{ value_id: string; points: number }>(
        team,
        `select value_id, sum(received_points)::int as points from daily_recognition
        where day between '${from}' and '${to}' and received_points > 0 group by 1`,
      )
      expect([from, to, new Map(scores as [string, number][])]).toEqual([
        from,
        to,
        new Map(rows.map((row) => [row.value_id, row.points])),
      ])
    }
  expect(await check(team)).toEqual([])
})

test('adds a canceled purchase of an old day to the snapshots', async () => {
  const team = await makeTeam(t, { limit: null })
  const buyer = await makeMember(t, team.workspace_id)
  await addBalance(t, buyer, 60)
  const reward = await makeTeamReward(t, team)
  const { body } = await t.call('shop.redeem', {
    token: buyer.token,
    params: { id: reward },
    body: { amount: 20 },
  })
  await makePost(t, team.admin, [buyer], team.value_id, 3)
  t.clock.advance(4 * dayMs)
  const { db } = t.services
  await createWorkspaceSnapshots(db, team.workspace_id, { at: t.clock.now(), rowsMin: 1 })
  const readTotals = () =>
    inTeam<{ spent: number; active: number }>(team, 'select spent, active from daily_totals')
  const readRewards = () =>
    inTeam<{ purchases: number; points: number }>(
      team,
      'select purchases, points from daily_rewards',
    )
  expect(await readTotals()).toEqual([{ spent: 20, active: 2 }])
  expect(await readRewards()).toEqual([{ purchases: 1, points: 20 }])
  expect(
    (await t.call('shop.cancel', { token: buyer.token, params: { id: body.id } })).status,
  ).toBe(200)
  expect(await readTotals()).toEqual([{ spent: 0, active: 2 }])
  expect(await readRewards()).toEqual([])
  expect(await check(team)).toEqual([])
})

test('locks all wallets of a declined old purchase before the snapshots', async () => {
  const team = await makeTeam(t, { limit: null })
  const buyers = [await makeMember(t, team.workspace_id), await makeMember(t, team.workspace_id)]
  const reward = await makeTeamReward(t, team)
  for (const buyer of buyers) {
    await addBalance(t, buyer, 60)
    const call = { token: buyer.token, params: { id: reward }, body: { amount: 20 } }
    expect((await t.call('shop.redeem', call)).status).toBe(200)
  }
  const { body: list } = await t.call('rewards.purchases', { token: team.admin.token })
  await makePost(t, team.admin, [buyers[0] as Member], team.value_id, 3)
  t.clock.advance(4 * dayMs)
  const { db } = t.services
  await createWorkspaceSnapshots(db, team.workspace_id, { at: t.clock.now(), rowsMin: 1 })
  const decline = async (client: pg.Client) => {
    await client.query('begin')
    await client.query('select from wallets where user_id = $1 for no key update', [
      buyers
        .map((one) => one.user_id)
        .toSorted()
        .at(-1),
    ])
    const declined = t.call('rewards.decline', {
      token: team.admin.token,
      params: { id: list.items[0]?.id ?? '' },
      body: { reason: 'The trip fell through' },
    })
    await waitForLock(client)
    // As a deletion of a post does while it has the wallet.
    await client.query('select from report_snapshots for no key update nowait')
    await client.query('commit')
    return declined
  }
  expect((await withClient(t.ownerUrl, decline)).status).toBe(200)
  expect(await check(team)).toEqual([])
})

test('keeps snapshots correct after a change of the time zone', async () => {
  const { team, people } = await teamWithSnapshots()
  const [last] = (await snapshotDays(team)).slice(-1)
  // Simulates a process whose clock is behind: the post belongs to a day within the newest
  // snapshot.
  t.clock.advance(Date.parse(`${last}T12:00:00Z`) - t.clock.now().getTime())
  await t.call('settings.update', {
    token: team.admin.token,
    body: { timezone: 'Pacific/Pago_Pago' },
  })
  await makePost(t, people[0], [people[1], people[2]], team.value_id, 5)
  expect(await check(team)).toEqual([])
})

test('finds and repairs altered rows in each table of snapshots', async () => {
  const { team } = await teamWithSnapshots()
  const reward = await makeTeamReward(t, team)
  await inTeam(team, 'update user_snapshots set received_posts = received_posts + 1')
  await inTeam(team, `update user_snapshots set last_received_day = '2020-01-01'`)
  await inTeam(team, 'update daily_totals set active = active + 1')
  await inTeam(team, 'delete from daily_values')
  await inTeam(team, 'update monthly_values set points = points + 1')
  await inTeam(
    team,
    `insert into daily_rewards (workspace_id, day, reward_id, purchases, points)
    values ('${team.workspace_id}', '2026-03-02', '${reward}', 1, 5)`,
  )
  expect(new Set((await check(team, true)).map(({ table }) => table))).toEqual(
    new Set(['user_snapshots', 'daily_totals', 'daily_values', 'monthly_values', 'daily_rewards']),
  )
  expect(await check(team)).toEqual([])
})

test('discards the snapshots of a reset team', async () => {
  const { team } = await teamWithSnapshots()
  await inTeam(team, `select workspace_reset('${team.workspace_id}')`)
  for (const table of [
    'report_snapshots',
    'user_snapshots',
    'daily_totals',
    'daily_values',
    'monthly_values',
    'daily_rewards',
  ])
    expect(await inTeam(team, `select * from ${table}`)).toEqual([])
})

test('a purchase of an earlier month that is taken back disappears from its day', async () => {
  const { team, people } = await teamWithSnapshots()
  const { token } = team.admin
  await inTeam(
    team,
    `update workspaces set trial_ends_at = '2100-01-01' where id = '${team.workspace_id}'`,
  )
  const { body: reward } = await t.call('rewards.create', {
    token,
    body: { title: 'Hotel', price: 30 },
  })
  const ids: string[] = []
  for (const who of [people[0], people[0], people[1]]) {
    await addBalance(t, who, 50)
    const params = { id: reward.id }
    const { body } = await t.call('shop.redeem', { token: who.token, params, body: {} })
    ids.push(body.id)
    await t.call('rewards.fulfil', { token, params: { id: body.id }, body: {} })
  }
  const day = t.clock.now().toISOString().slice(0, 10)
  t.clock.advance(25 * dayMs)
  await makePost(t, people[1], [people[2]], team.value_id, 3)
  t.clock.advance(2 * dayMs)
  const { workspace_id: id } = team
  await createWorkspaceSnapshots(t.services.db, id, { at: t.clock.now(), rowsMin: 1 })
  const readTotals = () =>
    inTeam(
      team,
      `select t.spent, r.purchases, r.points from daily_totals t
        join daily_rewards r on r.workspace_id = t.workspace_id and r.day = t.day
        where t.day = '${day}'`,
    )
  expect(await readTotals()).toEqual([{ spent: 90, purchases: 3, points: 90 }])
  for (const taken of [ids[0], ids[2]]) {
    const params = { id: taken ?? '' }
    const body = { reason: 'The night fell through' }
    expect((await t.call('rewards.decline', { token, params, body })).status).toBe(200)
  }
  expect(await readTotals()).toEqual([{ spent: 30, purchases: 1, points: 30 }])
  expect(await check(team)).toEqual([])
})
