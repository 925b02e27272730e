import { expect, test } from 'vitest'
import { abilities } from '#contract/permissions.ts'
import type { LeaderboardMode } from '#contract/schemas/settings.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam, type Member, type Team } from '#tests/support/factories.ts'

const t = setupTestApp()

async function teamOfThree(): Promise<{ team: Team; a: Member; b: Member; c: Member }> {
  const team = await makeTeam(t, { limit: null })
  const [a, b, c] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  await makePost(t, a, [b, c], team.value_id, 5)
  await makePost(t, b, [a], team.value_id, 3, { private: true })
  return { team, a, b, c }
}
const setBoard = (team: Team, leaderboardMode: LeaderboardMode, showLeaderboard = true) =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('settings')
      .set({ leaderboard_mode: leaderboardMode, show_leaderboard: showLeaderboard })
      .where('workspace_id', '=', team.workspace_id)
      .execute(),
  )

test('ranks givers for members and any direction for administrators', async () => {
  const { team, a } = await teamOfThree()
  await setBoard(team, 'givers')
  const { body } = await t.call('leaderboards.list', {
    token: a.token,
    query: { direction: 'received' },
  })
  expect(body).toMatchObject({
    direction: 'given',
    mode: 'givers',
    total: 10,
    own: { score: 10, rank: 1, share: 100 },
  })
  expect((await t.call('leaderboards.list', { token: team.admin.token })).body).toMatchObject({
    total: 13,
    items: [{ user_id: a.user_id, score: 10, rank: 1, share: 77 }, { score: 3 }],
  })
  expect(
    (
      await t.call('leaderboards.list', {
        token: team.admin.token,
        query: { direction: 'received' },
      })
    ).body,
  ).toMatchObject({ direction: 'received', total: 13 })
  expect((await t.call('leaderboards.list', { token: team.admin.token })).body.direction).toBe(
    'given',
  )
})

test('shows members of an unranked team the total and their own row', async () => {
  const { team, a, b } = await teamOfThree()
  await setBoard(team, 'together')
  for (const period of ['month', 'all']) {
    const { body } = await t.call('leaderboards.list', { token: a.token, query: { period } })
    expect(body).toMatchObject({ items: [], total: 10, direction: 'received', own: null })
    expect(
      (await t.call('leaderboards.list', { token: b.token, query: { period } })).body,
    ).toMatchObject({ items: [], total: 10, own: { score: 5, user_id: b.user_id } })
    expect(
      (await t.call('leaderboards.list', { token: team.admin.token, query: { period } })).body
        .items,
    ).toHaveLength(3)
  }
  expect(
    (await t.call('leaderboards.get', { token: a.token, params: { id: b.user_id } })).codes,
  ).toEqual(['forbidden'])
  expect(
    (await t.call('leaderboards.get', { token: a.token, params: { id: a.user_id } })).body,
  ).toMatchObject({ score: 0, rank: 3, share: 0 })
  expect(
    (await t.call('leaderboards.get', { token: team.admin.token, params: { id: a.user_id } })).body,
  ).toMatchObject({ score: 3, rank: 3, share: 23 })
  expect(
    (
      await t.call('leaderboards.get', {
        token: team.admin.token,
        params: { id: team.admin.user_id },
      })
    ).body,
  ).toMatchObject({ score: 0, rank: 4, share: 0 })
})

test('refuses a hidden leaderboard to members without the dashboard', async () => {
  const { team, a } = await teamOfThree()
  await setBoard(team, 'receivers', false)
  const params = { id: a.user_id }
  expect((await t.call('leaderboards.list', { token: a.token })).codes).toEqual(['forbidden'])
  expect((await t.call('leaderboards.get', { token: a.token, params })).codes).toEqual([
    'forbidden',
  ])
  expect(
    (await t.call('leaderboards.get', { token: team.admin.token, params })).body,
  ).toMatchObject({ score: 3, rank: 3 })
})

test('answers 404 for unknown and foreign users in every report', async () => {
  const [{ team, a }, other] = [await teamOfThree(), await teamOfThree()]
  for (const name of [
    'leaderboards.get',
    'leaderboards.user_values',
    'leaderboards.activity',
    'leaderboards.relations',
    'coins.csv',
  ] as const) {
    for (const token of [a.token, team.admin.token]) {
      for (const id of [other.a.user_id, '019f0000-0000-7000-8000-000000000000', 'nobody'])
        expect([name, (await t.call(name, { token, params: { id } })).codes]).toEqual([
          name,
          ['not_found'],
        ])
    }
    expect([
      name,
      (await t.call(name, { token: a.token, params: { id: a.user_id } })).status,
    ]).toEqual([name, 200])
  }
})

test('refuses reversed and too long ranges', async () => {
  const { team } = await teamOfThree()
  const { token } = team.admin
  const codes = async (
    name:
      | 'leaderboards.list'
      | 'leaderboards.values'
      | 'leaderboards.statistics'
      | 'leaderboards.org_chart'
      | 'leaderboards.common_topics'
      | 'leaderboards.unthanked',
    query: Record<string, string>,
  ) => (await t.call(name, { token, query })).codes
  for (const name of [
    'leaderboards.list',
    'leaderboards.values',
    'leaderboards.statistics',
    'leaderboards.org_chart',
    'leaderboards.common_topics',
    'leaderboards.unthanked',
  ] as const) {
    expect([name, await codes(name, { from: '2026-02-02', to: '2026-02-01' })]).toEqual([
      name,
      ['out_of_range'],
    ])
    expect([name, await codes(name, { from: '2025-01-01', to: '2026-01-02' })]).toEqual([
      name,
      ['out_of_range'],
    ])
    expect([name, await codes(name, { period: 'quarter' })]).toEqual([name, []])
  }
  expect(await codes('leaderboards.org_chart', { from: '2026-01-01', to: '2026-05-01' })).toEqual([
    'out_of_range',
  ])
  expect(await codes('leaderboards.statistics', { period: 'all' })).toEqual(['out_of_range'])
  expect(
    (await t.call('leaderboards.csv', { token, query: { tile: 'org_chart', period: 'year' } }))
      .codes,
  ).toEqual(['out_of_range'])
})

test('grants access to private posts with every dashboard permission', () => {
  expect(abilities.see_private_posts).toEqual(abilities.see_dashboard)
})

test('answers 403 for dashboard reports without the permission', async () => {
  const { a } = await teamOfThree()
  for (const name of [
    'leaderboards.values',
    'leaderboards.statistics',
    'leaderboards.org_chart',
    'leaderboards.unthanked',
    'posts.csv',
  ] as const)
    expect([name, (await t.call(name, { token: a.token })).codes]).toEqual([name, ['forbidden']])
  expect(
    (await t.call('leaderboards.csv', { token: a.token, query: { tile: 'values' } })).codes,
  ).toEqual(['forbidden'])
  expect((await t.call('leaderboards.common_topics', { token: a.token })).status).toBe(200)
})
