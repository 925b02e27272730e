import { sql } from 'kysely'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam, type Member, type Team } from '#tests/support/factories.ts'

// Installed before the first connection, so that it counts all queries.
const querySpy = vi.spyOn(pg.Client.prototype, 'query')
const t = setupTestApp()

/** Returns the number of statements besides those that begin and end transactions. */
const countStatements = () =>
  querySpy.mock.calls.filter(([query]) => !/^(begin|set local|commit)/.test(String(query))).length

const many = (team: Team, count: number) =>
  Promise.all(Array.from({ length: count }, () => makeMember(t, team.workspace_id)))

test('runs the same number of queries for few and many rows (promise 19)', async () => {
  const team = await makeTeam(t, { limit: null })
  const people = await many(team, 4)
  const { token } = team.admin
  const params = { id: (people[0] as Member).user_id }
  const tiles = [
    'figures',
    'leaders',
    'values',
    'value_trends',
    'popular_rewards',
    'org_chart',
    'common_topics',
    'unthanked',
  ]
  const count = async () => {
    const found: [string, number][] = []
    const one = async (name: string, work: () => Promise<{ status: number }>) => {
      querySpy.mockClear()
      expect([name, (await work()).status]).toEqual([name, 200])
      found.push([name, countStatements()])
    }
    for (const name of [
      'leaderboards.list',
      'leaderboards.values',
      'leaderboards.value_trends',
      'leaderboards.groups',
      'leaderboards.statistics',
      'leaderboards.org_chart',
      'leaderboards.unthanked',
      'leaderboards.common_topics',
      'posts.csv',
    ] as const)
      await one(name, () => t.call(name, { token }))
    for (const name of [
      'leaderboards.get',
      'leaderboards.group',
      'leaderboards.user_values',
      'leaderboards.activity',
      'leaderboards.relations',
      'coins.csv',
    ] as const)
      await one(name, () => t.call(name, { token, params }))
    for (const tile of tiles)
      await one(tile, () => t.call('leaderboards.csv', { token, query: { tile } }))
    return found
  }
  const post = (n: number, all: Member[]) =>
    makePost(
      t,
      all[n % all.length] as Member,
      [all[(n + 1) % all.length] as Member, all[(n + 2) % all.length] as Member],
      team.value_id,
      2,
    )
  for (let n = 0; n < 4; n += 1) await post(n, people)
  const few = await count()
  expect(Math.max(...few.map(([, n]) => n))).toBeLessThan(14)
  const crowd = [...people, ...(await many(team, 40))]
  for (let n = 0; n < 120; n += 1) await post(n, crowd)
  expect(await count()).toEqual(few)
})

test('returns the strongest connections of a large team', async () => {
  const team = await makeTeam(t, { limit: null })
  const people = await many(team, 20)
  for (const from of people)
    await makePost(
      t,
      from,
      people.filter((one) => one !== from),
      team.value_id,
      1,
    )
  const [a, b] = people as [Member, Member]
  await makePost(t, a, [b], team.value_id, 5)
  const { body } = await t.call('leaderboards.org_chart', { token: team.admin.token })
  expect(body).toMatchObject({ more: true, from: '2026-05-17', to: '2026-06-15' })
  expect(body.edges).toHaveLength(limits.org_chart_edges)
  expect(body.edges[0]).toEqual({ from_id: a.user_id, to_id: b.user_id, score: 6, posts: 2 })
  expect(body.people.map((one) => one.id)).toContain(team.admin.user_id)
})

test('names no unthanked users in a team of fewer than five', async () => {
  const team = await makeTeam(t, { limit: null })
  const [a, b, c] = (await many(team, 3)) as [Member, Member, Member]
  await makePost(t, a, [b], team.value_id, 1)
  expect((await t.call('leaderboards.unthanked', { token: team.admin.token })).body).toMatchObject({
    hidden: true,
    items: [],
    total: 0,
    people: 4,
  })
  await makeMember(t, team.workspace_id, { state: 'pending' })
  expect((await t.call('leaderboards.unthanked', { token: team.admin.token })).body.hidden).toBe(
    true,
  )
  const d = await makeMember(t, team.workspace_id)
  const { body } = await t.call('leaderboards.unthanked', { token: team.admin.token })
  expect(body).toMatchObject({ hidden: false, total: 4, people: 5 })
  expect(new Set(body.items.map((one) => one.user.id))).toEqual(
    new Set([a, c, d, team.admin].map((one) => one.user_id)),
  )
})

test('counts topics of public posts only, without names', async () => {
  const team = await makeTeam(t, { limit: null })
  const [a, b, c] = (await many(team, 3)) as [Member, Member, Member]
  const marta = await makeMember(t, team.workspace_id, { first_name: 'Marta', last_name: 'Quimby' })
  const say = (from: Member, description: string, hidden = false) =>
    makePost(t, from, [marta], team.value_id, 1, { description, private: hidden })
  for (const from of [a, b, c]) await say(from, 'The migration plan by Marta Quimby was clear')
  for (const from of [a, b]) await say(from, 'A merger is coming')
  await say(c, 'A merger is coming', true)
  const gone = []
  for (const from of [a, b, c]) gone.push(await say(from, 'An acquisition is coming'))
  for (const id of gone) await t.call('posts.delete', { token: team.admin.token, params: { id } })
  for (const token of [a.token, team.admin.token]) {
    const { body } = await t.call('leaderboards.common_topics', { token })
    expect(body.items.map((one) => one.topic).sort((x, y) => (x < y ? -1 : 1))).toEqual([
      'clear',
      'migration',
      'migration plan',
      'plan',
    ])
    expect(body).toMatchObject({ posts: 5, languages: [{ language: 'en', posts: 5 }] })
  }
  expect(
    (await t.call('leaderboards.common_topics', { token: a.token, query: { language: 'ru' } })).body
      .items,
  ).toEqual([])
  // The cached answer changes at once after a new post, a new name and a deletion.
  const topics = async () =>
    (await t.call('leaderboards.common_topics', { token: a.token })).body.items.map(
      (one) => one.topic,
    )
  const last = []
  for (const from of [a, b, c]) last.push(await say(from, 'A rollout'))
  expect(await topics()).toContain('rollout')
  await t.call('profiles.update_me', { token: marta.token, body: { last_name: 'Rollout' } })
  expect(await topics()).not.toContain('rollout')
  await t.call('profiles.update_me', { token: marta.token, body: { last_name: 'Quimby' } })
  expect(await topics()).toContain('rollout')
  await t.call('posts.delete', { token: team.admin.token, params: { id: last[0] ?? '' } })
  expect(await topics()).not.toContain('rollout')
})

test('keeps the figures of former members and lists five popular rewards', async () => {
  const team = await makeTeam(t, { limit: null })
  const [a, b] = (await many(team, 2)) as [Member, Member]
  await makePost(t, a, [b], team.value_id, 9)
  expect(
    (await t.call('users.delete', { token: team.admin.token, params: { id: a.user_id } })).status,
  ).toBe(204)
  const at = t.clock.now()
  await t.services.db.tenant(team.workspace_id, async (trx) => {
    for (let n = 1; n <= 7; n += 1) {
      await sql`with r as (insert into rewards (workspace_id, id, title, price, category, type,
        reward_type, created_at) values (${team.workspace_id}, gen_random_uuid(), ${`Reward ${n}`},
        2, 'uncategorised', 'manual', 'individual', ${at}) returning id)
        insert into purchases (workspace_id, id, reward_id, status, title, emoji, price, type,
          reward_type, created_by, created_at, status_changed_at)
        select ${team.workspace_id}, (lpad(to_hex(${at.getTime()}::bigint), 12,
          '0') || '7000' || '8' || substr(md5(${`${n}`} || k), 1, 15))::uuid, r.id, case
          when ${n} = 7 then 'declined' else 'fulfilled' end, 'x', '', 2, 'manual', 'individual',
          ${b.user_id}, ${at}, ${at} from r, generate_series(1, ${sql.raw(String(n))}) k`.execute(
        trx,
      )
    }
  })
  const { body } = await t.call('leaderboards.statistics', { token: team.admin.token })
  expect(body).toMatchObject({
    active_users: { now: 2, before: 0 },
    points_granted: { now: 9, before: 0 },
    people: 2,
    team_engagement: { now: 50, before: 0 },
  })
  expect(body.popular_rewards.map((one) => [one.reward.title, one.purchases])).toEqual([
    ['Reward 6', 6],
    ['Reward 5', 5],
    ['Reward 4', 4],
    ['Reward 3', 3],
    ['Reward 2', 2],
  ])
  expect(body.days).toHaveLength(30)
})
