import { sql } from 'kysely'
import { afterEach, expect, test, vi } from 'vitest'
import type { JobData, JobName } from '#server/platform/background/jobs.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam, type Member, type Team } from '#tests/support/factories.ts'
import { createPairSums } from './create-pair-sums.ts'
import { runGroups, withGroupsSlot } from './run-groups-thread.ts'
import { storeUsualGroups } from './store-groups.ts'
import { listUsualRanges, mayAnswerFor } from './usual-ranges.ts'

const t = setupTestApp()
const hourMs = 3_600_000
afterEach(() => vi.restoreAllMocks())

/** A team with sums of pairs and two groups of four people. */
async function makeLargeTeam() {
  const team = await makeTeam(t, { limit: null })
  const make = (count: number) =>
    Promise.all(Array.from({ length: count }, () => makeMember(t, team.workspace_id)))
  const groups = [await make(4), await make(4)]
  for (const group of groups)
    for (const from of group)
      await makePost(
        t,
        from,
        group.filter((one) => one !== from),
        team.value_id,
        2,
        { private: from === group[1] },
      )
  await createPairSums(t.services.db, team.workspace_id, { at: t.clock.now(), postsMin: 1 })
  const [left, right] = groups as [
    [Member, Member, Member, Member],
    [Member, Member, Member, Member],
  ]
  return { team, left, right }
}
const store = ({ workspace_id: id }: Team) =>
  storeUsualGroups(t.services.db, id, { at: t.clock.now() })
const read = ({ admin: { token } }: Team, query: Record<string, string> = {}) =>
  t.call('leaderboards.groups', { token, query })
const readGroup = ({ admin: { token } }: Team, { user_id: id }: Member) =>
  t.call('leaderboards.group', { token, params: { id } })
const countStored = (team: Team) =>
  t.services.db.tenant(team.workspace_id, async (trx) => {
    const { rows } = await sql<{ ranges: number; groups: number }>`
      select (select count(*) from computed_groups) as ranges,
        (select count(*) from computed_group_people) as groups`.execute(trx)
    return rows[0]
  })

test('answers a usual range from the stored groups with their time', async () => {
  const { team, left } = await makeLargeTeam()
  const live = (await read(team)).body
  expect(live.computed_at).toBeNull()
  const liveGroup = (await readGroup(team, left[0])).body
  await store(team)
  const at = t.clock.now().toISOString()
  expect((await read(team)).body).toEqual({ ...live, computed_at: at })
  expect((await readGroup(team, left[0])).body).toEqual({ ...liveGroup, computed_at: at })
  await makePost(t, team.admin, [left[0]], team.value_id, 5)
  expect((await read(team)).body.islands.total).toBe(1)
  const custom = (await read(team, { from: '2026-06-01', to: '2026-06-14' })).body
  expect(custom).toMatchObject({ computed_at: null, groups: [], islands: { total: 9 } })
})

test('leaves out people who are no longer members', async () => {
  const { team, left } = await makeLargeTeam()
  await store(team)
  const [leader] = (await read(team)).body.groups
  const { token } = team.admin
  const gone = left.find(({ user_id: id }) => id === leader?.id) ?? left[0]
  const params = { id: gone.user_id }
  expect((await t.call('users.delete', { token, params })).status).toBe(204)
  const answers = JSON.stringify([
    (await read(team)).body,
    (await readGroup(team, left.find((one) => one !== gone) as Member)).body,
  ])
  expect(answers).not.toContain(gone.user_id)
  expect(answers).toContain(t.clock.now().toISOString())
  expect((await readGroup(team, gone)).codes).toEqual(['not_found'])
  expect((await read(team)).body.groups).toHaveLength(2)
})

test('does not answer for another team, or without the permission', async () => {
  const { team, left } = await makeLargeTeam()
  const { team: other } = await makeLargeTeam()
  await store(team)
  expect((await readGroup(other, left[0])).codes).toEqual(['not_found'])
  expect((await read(other)).body.computed_at).toBeNull()
  expect((await t.call('leaderboards.groups', { token: left[0].token })).codes).toEqual([
    'forbidden',
  ])
})

test('computes again at most once an hour when somebody looks', async () => {
  const { team } = await makeLargeTeam()
  await store(team)
  const sent: JobData[JobName][] = []
  vi.spyOn(t.services.jobs, 'send').mockImplementation((_trx, _name, data) => {
    sent.push(data)
    return Promise.resolve()
  })
  await read(team)
  expect(sent).toEqual([])
  t.clock.advance(hourMs)
  await Promise.all([read(team), read(team), read(team)])
  await read(team)
  expect(sent).toEqual([{ workspace_id: team.workspace_id }])
  t.clock.advance(hourMs)
  await read(team)
  expect(sent).toHaveLength(2)
})

test('stores one result of two processes, and none after a reset', async () => {
  const { team } = await makeLargeTeam()
  await Promise.all([store(team), store(team)])
  expect(await countStored(team)).toEqual({ ranges: 6, groups: 12 })
  t.clock.advance(1)
  await store(team)
  expect(await countStored(team)).toEqual({ ranges: 6, groups: 12 })
  await t.services.db.tenant(team.workspace_id, (trx) =>
    sql`select workspace_reset(${team.workspace_id})`.execute(trx),
  )
  await store(team)
  expect(await countStored(team)).toEqual({ ranges: 0, groups: 0 })
})

test('computes many pairs in a thread with the same result', async () => {
  const id = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`
  const edges = JSON.stringify(
    Array.from({ length: 3_000 }, (_, n) => ({
      from_id: id(n % 300),
      to_id: id((n * 7 + 1 + Math.floor(n / 300)) % 300),
      score: 1 + (n % 5),
      posts: 1 + (n % 3),
    })).filter((edge) => edge.from_id !== edge.to_id),
  )
  const inThread = await runGroups({ edges, userId: id(1), withGroups: true }, 3_000)
  expect(inThread).toEqual(await runGroups({ edges, userId: id(1), withGroups: true }, 1))
  expect(inThread.group?.people).toContain(id(1))
})

test('computes one range of a team at a time, and refuses a third one', async () => {
  const running: number[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const run = (n: number) =>
    withGroupsSlot('team', async () => {
      running.push(n)
      await promise
    })
  const [first, second] = [run(1), run(2)]
  await expect(run(3)).rejects.toMatchObject({ list: [{ code: 'too_many' }] })
  expect(running).toEqual([1])
  resolve()
  await Promise.all([first, second])
  expect(running).toEqual([1, 2])
})

test('names the ranges of the dashboard and accepts those of the day before', () => {
  const days = listUsualRanges('2026-11-26').map(({ days: { from } }) => from)
  expect(days).toEqual([
    '2026-11-20',
    '2026-10-28',
    '2026-08-29',
    '2026-11-01',
    '2026-10-01',
    '2026-08-27',
  ])
  const stored = { from: '2026-10-28', to: '2026-11-26' }
  expect(mayAnswerFor(stored, { from: '2026-10-29', to: '2026-11-27' })).toBe(true)
  expect(mayAnswerFor(stored, { from: '2026-10-30', to: '2026-11-28' })).toBe(false)
  expect(mayAnswerFor(stored, { from: '2026-12-01', to: '2026-12-01' })).toBe(false)
})
