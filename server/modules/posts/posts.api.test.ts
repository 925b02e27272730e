import { beforeAll, expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'

const t = setupTestApp()
let team: Team
let a: Member
let b: Member
let c: Member
beforeAll(async () => {
  team = await makeTeam(t)
  ;[a, b, c] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ] as [Member, Member, Member]
})
const body = (to: Member[], fields: object = {}) => ({
  to_id: to.map((one) => one.user_id),
  value_id: team.value_id,
  score: 5,
  description: 'Thank you very much',
  ...fields,
})
const give = (from: Member, to: Member[], fields: object = {}) =>
  t.call('posts.create', { token: from.token, body: body(to, fields) })

test('credits each recipient and returns the whole post', async () => {
  const from = await makeMember(t, team.workspace_id)
  const { status, body: post } = await give(from, [a, b], { score: 7 })
  expect(status).toBe(200)
  expect(post).toMatchObject({
    from_id: from.user_id,
    to_id: [a.user_id, b.user_id],
    score: 7,
    private: false,
    like_count: 0,
    from: { id: from.user_id },
    abilities: { delete: true },
  })
  expect((await t.call('config.get', { token: from.token })).body.allowance).toMatchObject({
    limit: 100,
    spent: 14,
    score_remaining: 86,
    renews_at: '2026-07-01T00:00:00.000Z',
  })
  expect(
    (await t.call('posts.get', { token: c.token, params: { id: post.id } })).body,
  ).toMatchObject({ id: post.id, abilities: { delete: false, change_value: false } })
})

test('returns the milestone of a post, also after an undone post', async () => {
  const from = await makeMember(t, team.workspace_id)
  const milestones: (number | null)[] = []
  for (let n = 1; n <= 11; n += 1) {
    const { body: post } = await give(from, [a], { score: 1 })
    milestones.push(post.milestone)
    if (n === 10) {
      await t.call('posts.delete', { token: from.token, params: { id: post.id } })
      milestones.push((await give(from, [a], { score: 1 })).body.milestone)
    }
  }
  expect(milestones).toEqual([1, ...Array<null>(8).fill(null), 10, 10, null])
})

test.each([
  ['no recipient', { to_id: [] }, 'user_not_found', 'User not found'],
  ['no value', { value_id: '' }, 'value_required', 'Value is required'],
  ['a short text', { description: ' a ' }, 'description_required', 'Please enter description'],
  [
    'a long text',
    { description: 'x'.repeat(1_001) },
    'message_too_long',
    'Sorry, your message is too long.',
  ],
  ['no points', { score: 0 }, 'out_of_range', 'Must be between 1 and 10,000'],
  ['half a point', { score: 1.5 }, 'wrong_format', 'Wrong format'],
])('refuses a post with %s at its field', async (_, fields, code, message) => {
  const { status, errors } = await give(a, [b], fields)
  expect([status, errors[0]?.code, errors[0]?.field !== undefined]).toEqual([422, code, true])
  expect(errors[0]?.message).toBe(
    code === 'out_of_range' ? 'Must be between 1 and 10,000' : message,
  )
})

test('refuses the author, pending and deactivated users as recipients', async () => {
  expect((await give(a, [a])).codes).toEqual(['self_recognition'])
  for (const state of ['pending', 'deactivated'] as const)
    expect((await give(a, [await makeMember(t, team.workspace_id, { state })])).codes).toEqual([
      'user_not_found',
    ])
})

test('refuses points above the post limit or the remaining allowance', async () => {
  const own = await makeTeam(t, { limit: 30, limit_per_post: 20 })
  const [from, to] = [await makeMember(t, own.workspace_id), await makeMember(t, own.workspace_id)]
  const post = (score: number) =>
    t.call('posts.create', {
      token: from.token,
      body: { ...body([to]), value_id: own.value_id, score },
    })
  expect((await post(21)).errors[0]).toMatchObject({
    code: 'out_of_range',
    field: 'score',
    params: { start: 1, finish: 20 },
    message: 'Must be between 1 and 20',
  })
  expect((await post(20)).status).toBe(200)
  expect((await post(11)).errors[0]).toMatchObject({
    code: 'over_limit',
    params: { left: 10 },
    message: 'No points available to send',
  })
  expect((await post(10)).status).toBe(200)
  expect((await post(1)).errors[0]).toMatchObject({
    code: 'no_points',
    message: 'No points available to send',
  })
  t.clock.advance((31 * 86_400_000) / 2)
  expect((await t.call('config.get', { token: from.token })).body.allowance.score_remaining).toBe(
    t.clock.now().getUTCMonth() === 5 ? 0 : 30,
  )
  t.clock.advance((-31 * 86_400_000) / 2)
})

test('shows a private post to sender, recipients and administrators only', async () => {
  const [from, to, stranger] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  const { body: post } = await give(from, [to], { private: true })
  const sees = async (reader: Member) => {
    const lists = await Promise.all([
      t.call('posts.list', { token: reader.token, query: { limit: 100 } }),
      t.call('posts.list', { token: reader.token, query: { user_id: to.user_id } }),
      t.call('posts.list', { token: reader.token, query: { user_id: from.user_id } }),
      t.call('posts.list', { token: reader.token, query: { value_id: team.value_id, limit: 100 } }),
      t.call('profiles.posts', {
        token: reader.token,
        params: { id: to.user_id },
        query: { direction: 'received' },
      }),
      t.call('profiles.posts', {
        token: reader.token,
        params: { id: from.user_id },
        query: { direction: 'given' },
      }),
    ])
    return [
      ...lists.map((list) => list.body.filter((one) => one.id === post.id).length),
      (await t.call('posts.get', { token: reader.token, params: { id: post.id } })).status,
    ]
  }
  for (const reader of [from, to, team.admin])
    expect(await sees(reader)).toEqual([1, 1, 1, 1, 1, 1, 200])
  expect(await sees(stranger)).toEqual([0, 0, 0, 0, 0, 0, 404])
  for (const name of ['posts.like', 'posts.unlike', 'posts.delete'] as const)
    expect((await t.call(name, { token: stranger.token, params: { id: post.id } })).status).toBe(
      404,
    )
  expect(
    (
      await t.call('posts.update', {
        token: stranger.token,
        params: { id: post.id },
        body: { value_id: team.other_value_id },
      })
    ).status,
  ).toBe(404)
})

test.each([
  // A day of 25 hours, a day of 23 hours, and a day without midnight.
  ['Europe/Berlin', '2026-10-24T22:00:00Z', '2026-10-25T23:00:00Z'],
  ['Europe/Berlin', '2026-03-28T23:00:00Z', '2026-03-29T22:00:00Z'],
  ['Africa/Cairo', '2026-04-23T22:00:00Z', '2026-04-24T21:00:00Z'],
])('in %s a daily allowance lasts from %s until exactly %s', async (timezone, start, end) => {
  const before = t.clock.now()
  t.clock.set(new Date(Date.parse(start) - 1))
  const own = await makeTeam(t, { timezone })
  const [from, to] = [await makeMember(t, own.workspace_id), await makeMember(t, own.workspace_id)]
  await t.call('settings.update', { token: own.admin.token, body: { limit_period: 'day' } })
  const spend = () =>
    t.call('posts.create', {
      token: from.token,
      body: {
        to_id: [to.user_id],
        value_id: own.value_id,
        score: 100,
        description: 'Thank you so much',
      },
    })
  const seen: unknown[] = []
  for (const at of [
    Date.parse(start) - 1,
    Date.parse(start),
    Date.parse(end) - 1,
    Date.parse(end),
  ]) {
    t.clock.set(new Date(at))
    const { allowance } = (await t.call('config.get', { token: from.token })).body
    seen.push([allowance.score_remaining, allowance.renews_at, (await spend()).codes])
  }
  const [first, last] = [new Date(start).toISOString(), new Date(end).toISOString()]
  expect(seen).toEqual([
    [100, first, []],
    [100, last, []],
    [0, last, ['no_points']],
    [100, expect.any(String), []],
  ])
  t.clock.set(before)
})

test('counts one like for each user and changes only the value', async () => {
  const { body: post } = await give(a, [b], { score: 1 })
  for (let n = 0; n < 3; n += 1)
    await t.call('posts.like', { token: c.token, params: { id: post.id } })
  expect((await t.call('posts.like', { token: b.token, params: { id: post.id } })).body).toEqual({
    id: post.id,
    like_count: 2,
    liked: true,
  })
  await Promise.all(
    [1, 2, 3].map(() => t.call('posts.unlike', { token: c.token, params: { id: post.id } })),
  )
  expect(
    (await t.call('posts.get', { token: b.token, params: { id: post.id } })).body,
  ).toMatchObject({ like_count: 1, liked: true })
  const changed = await t.call('posts.update', {
    token: a.token,
    params: { id: post.id },
    body: { value_id: team.other_value_id },
  })
  expect(changed.body).toMatchObject({
    value_id: team.other_value_id,
    score: 1,
    value: { name: 'Craft' },
  })
  expect(
    (
      await t.call('posts.update', {
        token: c.token,
        params: { id: post.id },
        body: { value_id: team.value_id },
      })
    ).codes,
  ).toEqual(['forbidden'])
})
