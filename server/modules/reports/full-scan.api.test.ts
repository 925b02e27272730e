import fc from 'fast-check'
import { expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { getBalance, type Member } from '#tests/support/factories.ts'
import { createWorkspaceSnapshots } from './create-snapshots.ts'
import {
  type RandomHistory,
  peopleCount,
  historyStep,
  createRandomHistory,
} from '#tests/support/random-history.ts'

const t = setupTestApp(() => ({ at: new Date('2026-03-01T12:00:00Z') }))
const zones = ['UTC', 'America/New_York', 'Pacific/Kiritimati', 'Europe/Kyiv']
const within = (from: string, to: string) => (one: { day: string }) =>
  one.day >= from && one.day <= to
const total = (numbers: number[]) => numbers.reduce((sum, n) => sum + n, 0)
const add = (map: Map<string, number>, key: string, n: number) =>
  map.set(key, (map.get(key) ?? 0) + n)

async function checkBoards(
  { team: { admin }, people, values, retired, posts }: RandomHistory,
  from: string,
  to: string,
) {
  const token = admin.token
  const inDays = posts.filter(within(from, to))
  for (const query of [{ from, to }, { period: 'all' }] as Record<string, string>[]) {
    const seen = 'from' in query ? inDays : posts
    for (const direction of ['received', 'given'] as const) {
      const scan = new Map<string, number>()
      for (const post of seen)
        for (const id of post.to_ids)
          add(scan, direction === 'given' ? (post.from_id ?? '') : id, post.score)
      const { items, total: sum } = (
        await t.call('leaderboards.list', { token, query: { ...query, direction, limit: 100 } })
      ).body
      expect(new Map(items.map((one) => [one.user_id, one.score]))).toEqual(scan)
      expect(sum).toBe(total([...scan.values()]))
      expect(total(items.map((one) => one.share))).toBe(items.length ? 100 : 0)
      for (const one of items) {
        expect(one.rank).toBe(1 + [...scan.values()].filter((score) => score > one.score).length)
        expect(Math.abs(one.share - (one.score * 100) / sum)).toBeLessThan(1)
      }
      const [someone] = items
      if (someone)
        expect(
          (
            await t.call('leaderboards.get', {
              token,
              params: { id: someone.user_id },
              query: { ...query, direction },
            })
          ).body,
        ).toEqual(someone)
    }
    const shown = (await t.call('leaderboards.values', { token, query })).body
    const expected = values.map((id) => ({
      id,
      score: total(
        seen.filter((post) => post.value_id === id).map((post) => post.score * post.to_ids.length),
      ),
      posts: seen.filter((post) => post.value_id === id).length,
    }))
    expect(new Map(shown.map((one) => [one.value.id, [one.score, one.posts]]))).toEqual(
      new Map(
        expected
          .filter((one) => one.id !== retired || one.score > 0)
          .map((one) => [one.id, [one.score, one.posts]]),
      ),
    )
    expect(total(shown.map((one) => one.share))).toBe(seen.length ? 100 : 0)
    const [first] = people as [Member]
    const own = (
      await t.call('leaderboards.user_values', { token, params: { id: first.user_id }, query })
    ).body
    expect(total(own.map((one) => one.score))).toBe(
      total(seen.filter((post) => post.to_ids.includes(first.user_id)).map((post) => post.score)),
    )
  }
}

/** Members see leaderboards of public posts only. */
async function checkMemberBoards({ people, posts }: RandomHistory, from: string, to: string) {
  const [reader] = people as [Member]
  for (const query of [{ from, to }, { period: 'all' }] as Record<string, string>[]) {
    const scan = new Map<string, number>()
    for (const post of posts.filter(
      (one) => !one.private && (!('from' in query) || within(from, to)(one)),
    ))
      for (const id of post.to_ids) add(scan, id, post.score)
    const board = (
      await t.call('leaderboards.list', { token: reader.token, query: { ...query, limit: 100 } })
    ).body
    expect(new Map(board.items.map((one) => [one.user_id, one.score]))).toEqual(scan)
    expect([board.total, board.own?.score ?? 0]).toEqual([
      total([...scan.values()]),
      scan.get(reader.user_id) ?? 0,
    ])
  }
}

/**
 * Returns the expected reports about a user for another member: public posts, and for relations
 * also the reader's private posts with that user.
 */
async function checkPersonal({ people, posts: all }: RandomHistory, from: string, to: string) {
  const [me, other] = people as [Member, Member]
  const posts = all.filter((post) => !post.private)
  const inDays = posts.filter(within(from, to))
  const between = all.filter(within(from, to)).filter(
    (post) =>
      post.private &&
      [
        [me, other],
        [other, me],
      ].some(
        ([author, one]) =>
          post.from_id === author?.user_id && post.to_ids.includes(one?.user_id ?? ''),
      ),
  )
  const params = { id: me.user_id }
  const days = (
    await t.call('leaderboards.activity', { token: other.token, params, query: { from, to } })
  ).body
  expect(days[0]?.day).toBe(from)
  expect(days.at(-1)?.day).toBe(to)
  expect(new Set(days.map((one) => one.day)).size).toBe(days.length)
  for (const one of days) {
    const then = inDays.filter((post) => post.day === one.day)
    expect([one.given, one.received]).toEqual([
      total(
        then
          .filter((post) => post.from_id === me.user_id)
          .map((post) => post.score * post.to_ids.length),
      ),
      total(then.filter((post) => post.to_ids.includes(me.user_id)).map((post) => post.score)),
    ])
  }
  const given = new Map<string, number>()
  const got = new Map<string, number>()
  for (const post of [...inDays, ...between])
    for (const id of post.to_ids) {
      if (post.from_id === me.user_id) add(given, id, post.score)
      if (id === me.user_id) add(got, post.from_id ?? '', post.score)
    }
  const { recognises, recognised_by: recognisedBy } = (
    await t.call('leaderboards.relations', { token: other.token, params, query: { from, to } })
  ).body
  const strongest = (map: Map<string, number>) =>
    [...map.values()].sort((a, b) => b - a).slice(0, limits.relations)
  expect(recognises.map((one) => one.score)).toEqual(strongest(given))
  expect(recognisedBy.map((one) => one.score)).toEqual(strongest(got))
  for (const one of recognises) expect(given.get(one.user.id)).toBe(one.score)
  for (const one of recognisedBy) expect(got.get(one.user.id)).toBe(one.score)
}

/** Values by day, and their points in the preceding range of the same length. */
async function checkValueTrends(
  { team: { admin }, values, retired, posts }: RandomHistory,
  from: string,
  to: string,
) {
  const { token } = admin
  const { body } = await t.call('leaderboards.value_trends', { token, query: { from, to } })
  const days = body.values[0]?.days.map((_, index) =>
    Temporal.PlainDate.from(from).add({ days: index }).toString(),
  )
  expect(days?.at(-1)).toBe(to)
  const start = Temporal.PlainDate.from(from)
  const length = start.until(Temporal.PlainDate.from(to)).days + 1
  const isBefore = within(
    start.subtract({ days: length }).toString(),
    start.subtract({ days: 1 }).toString(),
  )
  const pointsOf = (found: typeof posts) =>
    total(found.map((post) => post.score * post.to_ids.length))
  const expected = values.map((id) => {
    const ofValue = posts.filter((post) => post.value_id === id)
    return [
      id === retired ? null : id,
      pointsOf(ofValue.filter(within(from, to))),
      pointsOf(ofValue.filter(isBefore)),
      days?.map((day) => pointsOf(ofValue.filter((post) => post.day === day))),
    ] as const
  })
  expect(
    new Map(body.values.map((one) => [one.value?.id ?? null, [one.score, one.before, one.days]])),
  ).toEqual(
    new Map(
      expected
        .filter(([id, score]) => id !== null || score > 0)
        .map(([id, ...figures]) => [id, figures]),
    ),
  )
}

async function checkDashboard(
  { team: { admin }, people, posts, parts }: RandomHistory,
  from: string,
  to: string,
) {
  const token = admin.token
  const query = { from, to }
  const [inDays, bought] = [posts.filter(within(from, to)), parts.filter(within(from, to))]
  const found = (await t.call('leaderboards.statistics', { token, query })).body
  const active = new Set([
    ...inDays.flatMap((post) => [post.from_id, ...post.to_ids]),
    ...bought.map((one) => one.user_id),
  ])
  const granted = total(inDays.map((post) => post.score * post.to_ids.length))
  expect([
    found.active_users.now,
    found.points_granted.now,
    found.points_spent.now,
    found.people,
  ]).toEqual([active.size, granted, total(bought.map((one) => one.amount)), peopleCount + 1])
  expect(found.team_engagement.now).toBe(Math.round((active.size * 1_000) / (peopleCount + 1)) / 10)
  expect([found.givers.now, found.recipients.now]).toEqual([
    new Set(inDays.map((post) => post.from_id)).size,
    new Set(inDays.flatMap((post) => post.to_ids)).size,
  ])
  expect(found.points_outstanding).toBe(
    total(await Promise.all([admin, ...people].map((one) => getBalance(t, one)))),
  )
  expect([
    total(found.days.map((one) => one.granted)),
    total(found.days.map((one) => one.spent)),
  ]).toEqual([granted, found.points_spent.now])
  expect([found.days[0]?.day, found.days.at(-1)?.day]).toEqual([from, to])
  expect(found.popular_rewards.map((one) => [one.purchases, one.points])).toEqual(
    bought.length ? [[bought.length, 3 * bought.length]] : [],
  )

  const ties = new Map<string, number>()
  for (const post of inDays)
    for (const id of post.to_ids) add(ties, `${post.from_id} ${id}`, post.score)
  const chart = (await t.call('leaderboards.org_chart', { token, query })).body
  expect(new Map(chart.edges.map((one) => [`${one.from_id} ${one.to_id}`, one.score]))).toEqual(
    ties,
  )
  expect(new Set(chart.people.map((one) => one.id))).toEqual(
    new Set([admin, ...people].map((one) => one.user_id)),
  )

  const thanked = new Set(inDays.flatMap((post) => post.to_ids))
  const waiting = (await t.call('leaderboards.unthanked', { token, query })).body
  expect(waiting).toMatchObject({
    hidden: false,
    people: peopleCount + 1,
    total: peopleCount + 1 - thanked.size,
  })
  const last = (id: string) =>
    posts
      .filter((post) => post.day < from && post.to_ids.includes(id))
      .map((post) => post.day)
      .sort((a, b) => (a < b ? 1 : -1))[0] ?? null
  for (const { user, last_thanked: lastThanked } of waiting.items)
    expect([thanked.has(user.id), lastThanked]).toEqual([false, last(user.id)])
  const order = waiting.items.map((one) => one.last_thanked ?? '')
  expect(order).toEqual([...order].sort())
}

test('matches a full scan for random histories in every report', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(historyStep, { minLength: 1, maxLength: 25 }),
      fc.constantFrom(...zones),
      fc.nat(9),
      fc.nat(20),
      fc.constantFrom(1, 4, 12, 1_000),
      async (acts, timezone, back, length, rowsMin) => {
        const world = await createRandomHistory(t, acts, timezone)
        // Ranges then begin and end in, before and after snapshots.
        const snapshots = { at: t.clock.now(), rowsMin }
        await createWorkspaceSnapshots(t.services.db, world.team.workspace_id, snapshots)
        const to = Temporal.PlainDate.from(toLocalDay(t.clock.now(), timezone)).subtract({
          days: back,
        })
        const [from, until] = [to.subtract({ days: length }).toString(), to.toString()]
        await checkBoards(world, from, until)
        await checkMemberBoards(world, from, until)
        await checkPersonal(world, from, until)
        await checkDashboard(world, from, until)
        await checkValueTrends(world, from, until)
      },
    ),
    { numRuns: 20 },
  )
}, 180_000)
