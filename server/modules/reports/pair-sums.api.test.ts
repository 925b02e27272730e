import { expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { importHistory, toHistoryFile } from '#tests/support/history-imports.ts'
import { setupSnapshots } from '#tests/support/report-snapshots.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { beforeTransaction } from '#tests/support/before-transaction.ts'
import {
  allPermissions,
  makeMember,
  makePost,
  makeTeam,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import { createPairSums } from './create-pair-sums.ts'
import { createWorkspaceSnapshots } from './create-snapshots.ts'
import { discardPairSums, planEdges } from './pair-queries.ts'
import { findStrongestTies } from './recognition-graph.ts'
import { findGraph, findMemberGraph } from './recognition-graph-queries.ts'

const start = new Date('2026-01-20T12:00:00Z')
const t = setupTestApp(() => ({ at: start }))
const { check, inTeam } = setupSnapshots(t)
const ranges = [
  { from: '2026-01-20', to: '2026-04-20' },
  { from: '2026-02-01', to: '2026-03-31' },
  { from: '2026-02-10', to: '2026-04-02' },
  { from: '2026-03-02', to: '2026-03-25' },
].map((days) => ({ ...days, all: false }))

const create = (team: Team) =>
  createPairSums(t.services.db, team.workspace_id, { at: t.clock.now(), postsMin: 1 })

/** A team with posts on each third day of three months, the newest today. */
async function teamOfThreeMonths() {
  t.clock.advance(start.getTime() - t.clock.now().getTime())
  const team = await makeTeam(t, { limit: null })
  const people = await Promise.all(
    Array.from({ length: 7 }, () => makeMember(t, team.workspace_id)),
  )
  const posts: string[] = []
  const add = async (n: number) => {
    const [from, to, other] = [n % 5, (n * n + 1) % 5, (n + 2) % 5].map((place) => people[place])
    posts.push(
      await makePost(
        t,
        from as Member,
        [...new Set([to, other])].filter((one) => one !== from) as Member[],
        team.value_id,
        1 + ((n * 7) % 5),
        { private: n % 4 === 1 },
      ),
    )
  }
  for (let n = 0; n < 30; n += 1) {
    await add(n)
    t.clock.advance(3 * dayMs)
  }
  // Sessions and the trial have expired.
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('workspaces')
      .set({ trial_ends_at: new Date(t.clock.now().getTime() + 60 * dayMs) })
      .where('id', '=', team.workspace_id)
      .execute(),
  )
  const admin = await makeMember(t, team.workspace_id, { permissions: allPermissions })
  return { team: { ...team, admin }, people: people as [Member, Member, ...Member[]], posts, add }
}

/** Compares the answers from the sums with a full scan, with a bound that leaves pairs out. */
async function expectFullScan({ workspace_id: workspaceId }: Team) {
  await t.services.db.readSnapshot(workspaceId, async (trx) => {
    for (const days of ranges) {
      const input = { days, limit: 4 }
      const plan = await planEdges(trx, workspaceId, { ...input, candidatesMax: 100 })
      expect(plan.isSummed).toBe(true)
      const scan = await findGraph(trx, workspaceId, input)
      expect(scan.edges).toHaveLength(5)
      expect(await findStrongestTies(trx, workspaceId, input)).toEqual(scan)
      const members = (isSummed: boolean) =>
        findMemberGraph(trx, workspaceId, { days, limit: 50, aloneLimit: 3, isSummed })
      expect(await members(true)).toEqual(await members(false))
    }
  })
}

test('answers from sums of pairs like a full scan after each change', async () => {
  const { team, people, posts, add } = await teamOfThreeMonths()
  const { token } = team.admin
  await createWorkspaceSnapshots(t.services.db, team.workspace_id, {
    at: t.clock.now(),
    rowsMin: 10,
  })
  expect(await create(team)).toBe(true)
  await expectFullScan(team)
  for (let n = 30; n < 36; n += 1) await add(n)
  const body = { score: 3 }
  expect(
    (await t.call('posts.add_on', { token, params: { id: posts.at(-1) ?? '' }, body })).status,
  ).toBe(200)
  await expectFullScan(team)
  for (const n of [2, 9, 20, 35])
    expect((await t.call('posts.delete', { token, params: { id: posts[n] ?? '' } })).status).toBe(
      200,
    )
  await t.call('posts.update', {
    token,
    params: { id: posts[12] ?? '' },
    body: { value_id: team.other_value_id },
  })
  await expectFullScan(team)
  await t.call('users.delete', { token, params: { id: people[1].user_id } })
  await expectFullScan(team)
  expect(await check(team)).toEqual([])
})

test('leaves people alone whose imported posts reports do not count', async () => {
  const { team, people } = await teamOfThreeMonths()
  await create(team)
  const [giver, receiver] = people.slice(5)
  // Of the running month.
  const row = `2026-04-02,${giver?.email},${receiver?.email},10,Hi,,`
  const { import: done } = await importHistory(t, team, toHistoryFile(row))
  expect(done.created).toBe(1)
  await expectFullScan(team)
})

test('counts a post in the month of its day in the time zone of the team', async () => {
  const { team, people, add } = await teamOfThreeMonths()
  await create(team)
  t.clock.advance(Date.parse('2026-05-01T05:00:00Z') - t.clock.now().getTime())
  for (let n = 40; n < 45; n += 1) await add(n)
  await t.call('settings.update', {
    token: team.admin.token,
    body: { timezone: 'Pacific/Pago_Pago' },
  })
  const body = {
    to_id: [people[0].user_id],
    value_id: team.value_id,
    score: 3,
    description: 'Thank you',
  }
  expect((await t.call('posts.create', { token: team.admin.token, body })).status).toBe(200)
  await t.call('settings.update', { token: team.admin.token, body: { timezone: 'UTC' } })
  const months = await inTeam<{ month: string; posts: string }>(
    team,
    `select month, sum(posts) as posts from pair_sums
    where from_id = '${team.admin.user_id}' group by 1`,
  )
  expect(months).toEqual([{ month: '2026-04-01', posts: 1 }])
  expect(await check(team)).toEqual([])
  await expectFullScan(team)
})

test('sums that are discarded between two months begin again', async () => {
  const { team } = await teamOfThreeMonths()
  const { workspace_id: workspaceId } = team
  beforeTransaction(t.services, 3, () =>
    t.services.db.tenant(workspaceId, (trx) => discardPairSums(trx, workspaceId)),
  )
  const isSummed = await create(team)
  expect([isSummed, await check(team)]).toEqual([false, []])
  expect(await create(team)).toBe(true)
  await expectFullScan(team)
})

test('sums the pairs of a team once in two processes', async () => {
  const { team, add } = await teamOfThreeMonths()
  await Promise.all([create(team), create(team), add(50), add(51)])
  expect(await check(team)).toEqual([])
  expect(await create(team)).toBe(false)
})

test('keeps sums exact while posts and deletions of the same pairs run at once', async () => {
  const { team, people, posts, add } = await teamOfThreeMonths()
  await create(team)
  const { token } = team.admin
  const [a, b] = people
  const give = (from: Member, to: Member[]) => makePost(t, from, to, team.value_id, 2)
  const answers = await Promise.all([
    ...posts.slice(10, 26).map((id) => t.call('posts.delete', { token, params: { id } })),
    ...Array.from({ length: 12 }, (_, n) => add(n)),
    ...[0, 1, 2].flatMap(() => [give(a, [b]), give(b, [a]), give(a, people.slice(1))]),
  ])
  expect(
    answers.flatMap((answer) =>
      typeof answer === 'object' && 'status' in answer ? answer.status : [],
    ),
  ).toEqual(Array(16).fill(200))
  expect(await check(team)).toEqual([])
})

test('finds altered sums of pairs and creates them again', async () => {
  const { team } = await teamOfThreeMonths()
  const { team: other } = await teamOfThreeMonths()
  await create(team)
  await create(other)
  await inTeam(team, 'update pair_sums set posts = posts + 1')
  await inTeam(team, 'update pair_sums set rank_score = rank_score - 1')
  expect(new Set((await check(team, true)).map(({ table }) => table))).toEqual(
    new Set(['pair_sums']),
  )
  expect(await inTeam(team, 'select * from pair_sums')).toEqual([])
  await create(team)
  expect(await check(team)).toEqual([])
  expect(await inTeam(other, 'select * from pair_sums')).not.toEqual([])
})

test('discards the sums of pairs of a reset team', async () => {
  const { team } = await teamOfThreeMonths()
  await create(team)
  await inTeam(team, `select workspace_reset('${team.workspace_id}')`)
  for (const table of ['pair_sums', 'pair_sum_teams'])
    expect(await inTeam(team, `select * from ${table}`)).toEqual([])
})
