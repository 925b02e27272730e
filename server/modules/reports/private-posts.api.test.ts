import { expect, test } from 'vitest'
import type { LeaderboardMode } from '#contract/schemas/settings.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makePost, makeTeam, type Member, type Team } from '#tests/support/factories.ts'

const t = setupTestApp()
const day = '2026-06-15'
const ranges: Record<string, string>[] = [
  { from: day, to: day },
  { period: 'month' },
  { period: 'all' },
]

type People = { team: Team; author: Member; recipient: Member; stranger: Member }
async function makePeople(): Promise<People> {
  const team = await makeTeam(t, { limit: null })
  const { workspace_id: workspaceId } = team
  const [author, recipient, stranger] = [
    await makeMember(t, workspaceId),
    await makeMember(t, workspaceId),
    await makeMember(t, workspaceId),
  ]
  await makePost(t, author, [recipient], team.value_id, 3)
  return { team, author, recipient, stranger }
}
const postPrivately = ({ team, author, recipient }: People) =>
  makePost(t, author, [recipient], team.other_value_id, 7, { private: true })
const setMode = (team: Team, leaderboardMode: LeaderboardMode) =>
  t.services.db.tenant(team.workspace_id, (trx) =>
    trx
      .updateTable('settings')
      .set({ leaderboard_mode: leaderboardMode })
      .where('workspace_id', '=', team.workspace_id)
      .execute(),
  )

/** Returns all reports open to members, about two users and about the team. */
async function reportsFor(
  reader: Member,
  { team, author, recipient }: People,
): Promise<[string, unknown][]> {
  const { token } = reader
  const found: [string, unknown][] = []
  for (const { user_id: id } of [author, recipient]) {
    const params = { id }
    found.push([`profile ${id}`, (await t.call('profiles.get', { token, params })).body])
    for (const query of ranges) {
      for (const name of [
        'leaderboards.get',
        'leaderboards.activity',
        'leaderboards.user_values',
      ] as const)
        found.push([`${name} ${id}`, (await t.call(name, { token, params, query })).body])
      if (query['period'] !== 'all')
        found.push([
          `relations ${id}`,
          (await t.call('leaderboards.relations', { token, params, query })).body,
        ])
    }
    found.push([
      `values given ${id}`,
      (await t.call('leaderboards.user_values', { token, params, query: { direction: 'given' } }))
        .body,
    ])
  }
  for (const mode of ['receivers', 'givers', 'together'] as const) {
    await setMode(team, mode)
    for (const query of ranges)
      found.push([`board ${mode}`, (await t.call('leaderboards.list', { token, query })).body])
  }
  await setMode(team, 'receivers')
  found.push(['topics', (await t.call('leaderboards.common_topics', { token })).body])
  return found
}

test("hides a private post of two others from a member's reports", async () => {
  const people = await makePeople()
  const before = await reportsFor(people.stranger, people)
  const id = await postPrivately(people)
  expect(await reportsFor(people.stranger, people)).toEqual(before)
  await t.call('posts.update', {
    token: people.author.token,
    params: { id },
    body: { value_id: people.team.value_id },
  })
  expect(await reportsFor(people.stranger, people)).toEqual(before)
  const added = await t.call('posts.add_on', {
    token: people.team.admin.token,
    params: { id },
    body: { score: 2, text: 'Indeed' },
  })
  expect(added.status).toBe(200)
  expect(await reportsFor(people.stranger, people)).toEqual(before)
  expect(
    (await t.call('posts.delete', { token: people.author.token, params: { id } })).status,
  ).toBe(200)
  expect(await reportsFor(people.stranger, people)).toEqual(before)
})

test('counts private posts for participants and administrators', async () => {
  const people = await makePeople()
  const { team, author, recipient } = people
  await postPrivately(people)
  const query = { from: day, to: day }
  for (const [reader, about, sums] of [
    [author, author, { given: 10, received: 0 }],
    [recipient, recipient, { given: 0, received: 10 }],
    [team.admin, author, { given: 10, received: 0 }],
  ] as const) {
    const { token } = reader
    const params = { id: about.user_id }
    expect((await t.call('leaderboards.activity', { token, params, query })).body).toEqual([
      { day, ...sums },
    ])
    expect((await t.call('profiles.get', { token, params })).body).toMatchObject({
      given_points: sums.given,
      received_points: sums.received,
      posts_count: 2,
    })
    const values = (
      await t.call('leaderboards.user_values', {
        token,
        params,
        query: { ...query, direction: sums.given ? 'given' : 'received' },
      })
    ).body
    expect(values.map((one) => one.score)).toEqual([7, 3])
  }
  expect(
    (await t.call('leaderboards.list', { token: team.admin.token, query })).body,
  ).toMatchObject({ total: 10, items: [{ user_id: recipient.user_id, score: 10 }] })
  expect(
    (
      await t.call('leaderboards.get', {
        token: team.admin.token,
        params: { id: recipient.user_id },
        query,
      })
    ).body,
  ).toMatchObject({ score: 10 })
})

test('counts private posts in the connection of their two users', async () => {
  const people = await makePeople()
  const { team, author, recipient, stranger } = people
  await postPrivately(people)
  for (const [reader, score] of [
    [author, 10],
    [recipient, 10],
    [team.admin, 10],
    [stranger, 3],
  ] as const) {
    const { token } = reader
    const of = async (who: Member) =>
      (await t.call('leaderboards.relations', { token, params: { id: who.user_id } })).body
    expect((await of(author)).recognises).toMatchObject([
      { user: { id: recipient.user_id }, score, posts: score === 10 ? 2 : 1 },
    ])
    expect((await of(recipient)).recognised_by).toMatchObject([
      { user: { id: author.user_id }, score },
    ])
  }
})

test('counts public posts only on the leaderboard of a member', async () => {
  const people = await makePeople()
  await postPrivately(people)
  for (const query of ranges) {
    expect(
      (await t.call('leaderboards.list', { token: people.recipient.token, query })).body,
    ).toMatchObject({ total: 3, own: { score: 3, rank: 1, share: 100 } })
  }
})
