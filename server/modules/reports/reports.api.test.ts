import { expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam, type Member } from '#tests/support/factories.ts'

const t = setupTestApp()

test('ranks the leaders of a full scan after deletions and value changes', async () => {
  const team = await makeTeam(t, { limit: null })
  const people = await Promise.all(
    Array.from({ length: 6 }, () => makeMember(t, team.workspace_id)),
  )
  const ids: string[] = []
  for (let n = 0; n < 60; n += 1) {
    t.clock.advance(6 * 3_600_000)
    ids.push(
      await makePost(
        t,
        people[n % 6] as Member,
        [people[(n + 1 + (n % 3)) % 6] as Member, people[(n + 5) % 6] as Member].filter(
          (one, index, all) => all.indexOf(one) === index && one !== people[n % 6],
        ),
        n % 2 ? team.value_id : team.other_value_id,
        1 + (n % 7),
        { private: n % 4 === 0 },
      ),
    )
  }
  for (let n = 0; n < 60; n += 7)
    await t.call('posts.delete', { token: team.admin.token, params: { id: ids[n] ?? '' } })
  for (let n = 1; n < 60; n += 7)
    await t.call('posts.update', {
      token: team.admin.token,
      params: { id: ids[n] ?? '' },
      body: { value_id: team.value_id },
    })
  const posts = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.selectFrom('posts').selectAll().where('deleted_at', 'is', null).execute(),
  )
  const days = [...new Set(posts.map((post) => post.day))].sort((x, y) => (x < y ? -1 : 1))
  for (const direction of ['received', 'given'] as const) {
    for (const [from, to] of [
      ['2026-01-01', '2026-12-31'],
      [days[3] ?? '', days[8] ?? ''],
    ] as const) {
      const scan = new Map<string, number>()
      for (const post of posts.filter((one) => one.day >= from && one.day <= to)) {
        if (direction === 'given')
          scan.set(
            post.from_id ?? '',
            (scan.get(post.from_id ?? '') ?? 0) + post.score * post.to_ids.length,
          )
        else for (const id of post.to_ids) scan.set(id, (scan.get(id) ?? 0) + post.score)
      }
      const { body } = await t.call('leaderboards.list', {
        token: team.admin.token,
        query: { from, to, direction, limit: 100 },
      })
      expect(new Map(body.items.map((one) => [one.user_id, one.score]))).toEqual(scan)
      expect(body.items.reduce((sum, one) => sum + one.share, 0)).toBe(100)
    }
  }
  const rolled = await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.selectFrom('daily_recognition').selectAll().execute(),
  )
  const byValue = (value: string) =>
    rolled
      .filter((row) => row.value_id === value)
      .reduce((sum, row) => sum + row.received_points, 0)
  for (const value of [team.value_id, team.other_value_id])
    expect(byValue(value)).toBe(
      posts
        .filter((post) => post.value_id === value)
        .reduce((sum, post) => sum + post.score * post.to_ids.length, 0),
    )
})

test('shares ranks in ties and hides a hidden leaderboard from members', async () => {
  const team = await makeTeam(t, { limit: null })
  const [a, b, c] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  await makePost(t, a, [b, c], team.value_id, 5)
  await makePost(t, b, [a], team.value_id, 3)
  const { body } = await t.call('leaderboards.list', { token: a.token, query: { limit: 2 } })
  expect(body.items.map((one) => one.rank)).toEqual([1, 1])
  expect(body.own).toMatchObject({ user_id: a.user_id, rank: 3, score: 3 })
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('settings')
      .set({ show_leaderboard: false })
      .where('workspace_id', '=', team.workspace_id)
      .execute(),
  )
  expect((await t.call('leaderboards.list', { token: a.token })).codes).toEqual(['forbidden'])
  expect((await t.call('leaderboards.list', { token: team.admin.token })).status).toBe(200)
})
