import { beforeAll, expect, test } from 'vitest'
import { setupTestApp } from '#tests/support/test-app.ts'
import { makeMember, makeTeam, type Member, type Team } from '#tests/support/factories.ts'

const t = setupTestApp()
let team: Team
beforeAll(async () => {
  team = await makeTeam(t)
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

test('returns points on deletion and the allowance within its period', async () => {
  const [from, to] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
  const ids = [
    (await give(from, [to], { score: 20 })).body.id,
    (await give(from, [to], { score: 30 })).body.id,
  ] as const
  expect((await t.call('posts.delete', { token: to.token, params: { id: ids[0] } })).codes).toEqual(
    ['forbidden'],
  )
  expect(
    (await t.call('posts.delete', { token: from.token, params: { id: ids[0] } })).body,
  ).toEqual({ id: ids[0], returned: 20, score_remaining: 70 })
  expect((await t.call('posts.get', { token: from.token, params: { id: ids[0] } })).status).toBe(
    404,
  )
  t.clock.advance(20 * 86_400_000)
  expect(
    (await t.call('posts.delete', { token: team.admin.token, params: { id: ids[1] } })).body,
  ).toMatchObject({ returned: 0 })
  expect((await t.call('config.get', { token: from.token })).body.allowance.score_remaining).toBe(
    100,
  )
  t.clock.advance(-20 * 86_400_000)
  expect(
    (await t.call('coins.list', { token: to.token, params: { id: to.user_id } })).body,
  ).toMatchObject({
    balance: 0,
    items: [
      { type: 'post_deleted', amount: -30 },
      { type: 'post_deleted', amount: -20 },
      { type: 'post' },
      { type: 'post' },
    ],
  })
  await t.checkLedger()
})

test('returns only points that recipients have not spent', async () => {
  const own = await makeTeam(t, { limit: 100 })
  const [from, to, friend] = [
    await makeMember(t, own.workspace_id),
    await makeMember(t, own.workspace_id),
    await makeMember(t, own.workspace_id),
  ]
  const send = (people: Member[], score: number) =>
    t.call('posts.create', {
      token: from.token,
      body: {
        to_id: people.map((one) => one.user_id),
        value_id: own.value_id,
        score,
        description: 'Thank you so much',
      },
    })
  const remove = async (id: string, token = from.token) =>
    (await t.call('posts.delete', { token, params: { id } })).body
  const { body: reward } = await t.call('rewards.create', {
    token: own.admin.token,
    body: { title: 'Dinner', price: 70 },
  })
  const redeem = async (who: Member) =>
    (await t.call('shop.redeem', { token: who.token, params: { id: reward.id }, body: {} })).status

  // After 100 points are sent and redeemed, deletion does not return them to the allowance.
  const { body: post } = await send([to], 100)
  expect(await redeem(to)).toBe(200)
  expect(await remove(post.id)).toEqual({ id: post.id, returned: 30, score_remaining: 30 })
  expect((await send([friend], 100)).errors).toMatchObject([
    { code: 'over_limit', params: { left: 30 } },
  ])
  expect(
    (await t.call('coins.list', { token: to.token, params: { id: to.user_id } })).body.balance,
  ).toBe(-70)

  // Each recipient returns the remaining points; deletion by a moderator returns the same.
  const { body: both } = await send([to, friend], 15)
  expect(await remove(both.id, own.admin.token)).toMatchObject({ returned: 15 })
  expect((await t.call('config.get', { token: from.token })).body.allowance.score_remaining).toBe(
    15,
  )

  // After a change of the limit period, the points still count as spent.
  for (const limitPeriod of ['day', 'quarter', 'month'] as const) {
    await t.call('settings.update', { token: own.admin.token, body: { limit_period: limitPeriod } })
    expect((await t.call('config.get', { token: from.token })).body.allowance.score_remaining).toBe(
      15,
    )
  }
  await t.checkLedger()
})

test('returns the recovered points of deleted add-ons to each sender', async () => {
  const own = await makeTeam(t, { limit: 100 })
  const [from, adder, to] = [
    await makeMember(t, own.workspace_id),
    await makeMember(t, own.workspace_id),
    await makeMember(t, own.workspace_id),
  ]
  const { body: post } = await t.call('posts.create', {
    token: from.token,
    body: {
      to_id: [to.user_id],
      value_id: own.value_id,
      score: 50,
      description: 'Thank you so much',
    },
  })
  await t.call('posts.add_on', { token: adder.token, params: { id: post.id }, body: { score: 40 } })
  const { body: reward } = await t.call('rewards.create', {
    token: own.admin.token,
    body: { title: 'Book', price: 30 },
  })
  await t.call('shop.redeem', { token: to.token, params: { id: reward.id }, body: {} })
  // Of the 60 remaining points, 50 return to the post's sender and 10 to the add-on's.
  expect(
    (await t.call('posts.delete', { token: from.token, params: { id: post.id } })).body,
  ).toEqual({ id: post.id, returned: 50, score_remaining: 100 })
  expect((await t.call('config.get', { token: adder.token })).body.allowance.score_remaining).toBe(
    70,
  )
  await t.checkLedger()
})
