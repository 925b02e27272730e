import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { runNightly } from '#server/platform/background/nightly.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { makeMember, makePost, makeTeam } from '#tests/support/factories.ts'
import { setupSnapshots } from '#tests/support/report-snapshots.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { chooseSnapshotDays, createWorkspaceSnapshots, findNewestDay } from './create-snapshots.ts'
import { keepSnapshots } from './snapshot-queries.ts'
import { reconciliationWorker } from './worker.ts'

const t = setupTestApp(() => ({ at: new Date('2026-03-02T12:00:00Z') }))
const { check, inTeam, snapshotDays, teamWithSnapshots } = setupSnapshots(t)
const dayNumber = (day: string) => Date.parse(day) / dayMs

test('chooses each day with enough rows since the last snapshot', () => {
  const days = [3, 2, 4, 9, 1].map((rows, n) => ({ day: `2026-01-0${n + 1}`, rows }))
  expect(chooseSnapshotDays(days.slice(0, 4), 5, false)).toEqual(['2026-01-02', '2026-01-04'])
  expect(chooseSnapshotDays(days, 5, false)).toEqual(['2026-01-02', '2026-01-04', '2026-01-05'])
  expect(chooseSnapshotDays(days, 100, false)).toEqual([])
  expect(chooseSnapshotDays(days, 100, true)).toEqual(['2026-01-05'])
  expect(chooseSnapshotDays(days, 1_000, true)).toEqual([])
})

test('moves the newest snapshot on with the days and keeps one after enough rows', async () => {
  const team = await makeTeam(t, { limit: null })
  const [from, to] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ] as const
  const first = toLocalDay(t.clock.now(), 'UTC')
  const seen: number[][] = []
  // Two rows a day, and a snapshot after six.
  for (let n = 0; n < 12; n += 1) {
    await makePost(t, from, [to], n % 2 ? team.value_id : team.other_value_id, 1 + n)
    t.clock.advance(dayMs)
    await createWorkspaceSnapshots(t.services.db, team.workspace_id, {
      at: t.clock.now(),
      rowsMin: 6,
    })
    seen.push((await snapshotDays(team)).map((day) => dayNumber(day) - dayNumber(first)))
    expect(await check(team)).toEqual([])
  }
  expect(seen.slice(3)).toEqual([
    [2, 3],
    [2, 4],
    [2, 5],
    [2, 5, 6],
    [2, 5, 7],
    [2, 5, 8],
    [2, 5, 8, 9],
    [2, 5, 8, 10],
    [2, 5, 8, 11],
  ])
})

test('the newest day of a snapshot is over for the team and in UTC', () => {
  const find = (time: string, timezone: string) =>
    findNewestDay(new Date(`2026-03-02T${time}:00Z`), timezone)
  expect(find('00:00', 'UTC')).toBe('2026-03-01')
  expect(find('03:00', 'Europe/Berlin')).toBe('2026-03-01')
  expect(find('03:00', 'America/Los_Angeles')).toBe('2026-02-28')
  expect(find('12:00', 'America/Los_Angeles')).toBe('2026-03-01')
  // There March 3 has begun, and March 2 is not over in UTC.
  expect(find('12:00', 'Pacific/Kiritimati')).toBe('2026-03-01')
})

test('creates snapshots only for days that are over', async () => {
  const { team } = await teamWithSnapshots()
  const days = await snapshotDays(team)
  // Every second day, and the newest one.
  expect(days).toHaveLength(4)
  const today = toLocalDay(t.clock.now(), 'UTC')
  for (const day of days) expect(day < today).toBe(true)
  expect(await check(team)).toEqual([])
})

test('deletes no snapshot that a payment has read', async () => {
  const { team, people } = await teamWithSnapshots()
  const before = await snapshotDays(team)
  await makePost(t, people[0], [people[1]], team.value_id, 3)
  t.clock.advance(dayMs)
  const pending: { days?: Promise<string[]> } = {}
  await t.services.db.tenant(team.workspace_id, async (trx) => {
    await keepSnapshots(trx, team.workspace_id)
    pending.days = createWorkspaceSnapshots(t.services.db, team.workspace_id, {
      at: t.clock.now(),
      rowsMin: 8,
    })
    await setTimeout(200)
    expect(await snapshotDays(team)).toEqual(before)
  })
  const [newest] = (await pending.days) ?? []
  expect(await snapshotDays(team)).toEqual([...before.slice(0, -1), newest])
})

test('waits for a running change of an old post before a snapshot', async () => {
  const team = await makeTeam(t, { limit: null })
  const member = await makeMember(t, team.workspace_id)
  const post = await makePost(t, team.admin, [member], team.value_id, 3)
  t.clock.advance(4 * dayMs)
  const { db } = t.services
  const pending: { snapshot?: Promise<string[]> } = {}
  await db.tenant(team.workspace_id, async (trx) => {
    // Simulates a deletion: its movement refers to the workspace, and the rollups change.
    await sql`
      select 1 from workspaces where id = ${team.workspace_id} for key share`.execute(trx)
    await sql`select rollup_posts(${team.workspace_id}, ${[post]}::uuid[], ${team.value_id},
      -1)`.execute(trx)
    await sql`update posts set deleted_at = created_at where id = ${post}`.execute(trx)
    pending.snapshot = createWorkspaceSnapshots(db, team.workspace_id, {
      at: t.clock.now(),
      rowsMin: 1,
    })
    await setTimeout(200)
  })
  expect(await pending.snapshot).toHaveLength(1)
  expect(await check(team)).toEqual([])
})

test('creates due snapshots in the nightly run', async () => {
  const team = await makeTeam(t, { limit: null })
  const member = await makeMember(t, team.workspace_id)
  await makePost(t, team.admin, [member], team.value_id, 3)
  await inTeam(
    team,
    `insert into daily_recognition (workspace_id, day, user_id, value_id, private)
    select workspace_id, day - n, user_id, value_id, private
    from daily_recognition, generate_series(1, 2600) n`,
  )
  await runNightly(t.services, reconciliationWorker)
  expect(await snapshotDays(team)).toEqual([])
  t.clock.advance(4 * dayMs)
  await runNightly(t.services, reconciliationWorker)
  // A snapshot follows after 5,000 rows, which are 2,500 days of two users.
  expect(await snapshotDays(team)).toHaveLength(1)
  expect(await check(team)).toEqual([])
})
