import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Change } from '#contract/change-topics.ts'
import { processDueOrders } from '#server/workflows/gift-card-orders/advance-order.ts'
import { expireTeamPurchases } from '#server/modules/purchases/deadline-worker.ts'
import { buildFormData, setupTestApp } from '#tests/support/test-app.ts'
import {
  addBalance,
  makeMember,
  makeTeam,
  makeTeamReward,
  type Member,
  type Team,
} from '#tests/support/factories.ts'
import {
  addGiftCardPaymentMethod,
  makeGiftCard,
  validatePaymentMethod,
} from '#tests/support/gift-cards.ts'
import sharp from 'sharp'

/** Records all published events and their users, so that missing and extra events are visible. */
const t = setupTestApp()
let published: { workspace_id: string; change: Change; users: string[] | null }[] = []
let team: Team
let [author, receiver, stranger]: Member[] = []
beforeAll(async () => {
  const publish = t.services.events.publish.bind(t.services.events)
  t.services.events.publish = (workspaceId, changes, users) => {
    published.push(
      ...changes.map((change) => ({
        workspace_id: workspaceId,
        change,
        users: users ? [...users].sort() : null,
      })),
    )
    publish(workspaceId, changes, users)
  }
  team = await makeTeam(t)
  ;[author, receiver, stranger] = [
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
    await makeMember(t, team.workspace_id),
  ]
})
afterEach(() => {
  published = []
})

const userIds = (...people: (Member | undefined)[]) =>
  people.map((one) => one?.user_id ?? '').sort()
/** Returns the users of each change since the last call; null for everybody. */
const takePublishedEvents = () => {
  const usersByChange = Object.fromEntries(published.map(({ change, users }) => [change, users]))
  expect(published.every((one) => one.workspace_id === team.workspace_id)).toBe(true)
  published = []
  return usersByChange
}
const give = (fields: object = {}) =>
  t.call('posts.create', {
    token: author?.token ?? '',
    body: {
      to_id: [receiver?.user_id],
      value_id: team.value_id,
      score: 2,
      description: 'Thank you very much',
      ...fields,
    },
  })
const expectOk = async <T>(work: Promise<{ status: number; body: T }>): Promise<T> => {
  const { status, body } = await work
  expect([200, 204]).toContain(status)
  return body
}

test('publishes public posts to all and private posts to participants', async () => {
  const [both, to] = [userIds(author, receiver), userIds(receiver)]
  const { id } = await expectOk(give())
  expect(takePublishedEvents()).toEqual({ [`posts:${id}`]: null, coins: both, inbox: to })
  await expectOk(t.call('posts.like', { token: stranger?.token ?? '', params: { id } }))
  expect(takePublishedEvents()).toEqual({ [`posts:${id}`]: null, inbox: both })
  // A repeated like changes nothing and publishes nothing.
  await expectOk(t.call('posts.like', { token: stranger?.token ?? '', params: { id } }))
  expect(takePublishedEvents()).toEqual({})
  await expectOk(t.call('posts.unlike', { token: stranger?.token ?? '', params: { id } }))
  await expectOk(
    t.call('posts.update', {
      token: author?.token ?? '',
      params: { id },
      body: { value_id: team.other_value_id },
    }),
  )
  expect(takePublishedEvents()).toEqual({ [`posts:${id}`]: null, inbox: both })
  await expectOk(t.call('posts.delete', { token: team.admin.token, params: { id } }))
  expect(takePublishedEvents()).toEqual({ [`posts:${id}`]: null, coins: both, inbox: both })

  const hidden = (await expectOk(give({ private: true }))).id
  expect(takePublishedEvents()).toEqual({ [`posts:${hidden}`]: both, coins: both, inbox: to })
  await expectOk(t.call('posts.like', { token: receiver?.token ?? '', params: { id: hidden } }))
  await expectOk(
    t.call('posts.update', {
      token: team.admin.token,
      params: { id: hidden },
      body: { value_id: team.other_value_id },
    }),
  )
  await expectOk(t.call('posts.delete', { token: team.admin.token, params: { id: hidden } }))
  expect(takePublishedEvents()).toEqual({ [`posts:${hidden}`]: both, coins: both, inbox: both })
})

test('publishes nothing for refused requests', async () => {
  const { id } = await expectOk(give())
  takePublishedEvents()
  expect((await give({ score: 5_000 })).status).toBe(422)
  expect(
    (await t.call('posts.delete', { token: stranger?.token ?? '', params: { id } })).status,
  ).toBe(403)
  expect(
    (
      await t.call('posts.update', {
        token: stranger?.token ?? '',
        params: { id },
        body: { value_id: team.other_value_id },
      })
    ).status,
  ).toBe(403)
  expect(
    (
      await t.call('coins.adjust', {
        token: team.admin.token,
        params: { id: stranger?.user_id ?? '' },
        body: { amount: -9_000 },
      })
    ).status,
  ).toBe(422)
  expect(
    (
      await t.call('values.create', {
        token: team.admin.token,
        body: { name: 'Teamwork', color: '#112233', emoji: '🌱', description: '', keywords: [] },
      })
    ).status,
  ).toBe(422)
  expect(
    (await t.call('settings.update', { token: team.admin.token, body: { limit: -1 } })).status,
  ).toBe(422)
  expect(takePublishedEvents()).toEqual({})
})

test('publishes balances to their owner and settings to everybody', async () => {
  const admin = team.admin.token
  const own = stranger?.token ?? ''
  await expectOk(
    t.call('coins.adjust', {
      token: admin,
      params: { id: stranger?.user_id ?? '' },
      body: { amount: 40 },
    }),
  )
  expect(takePublishedEvents()).toEqual({ coins: userIds(stranger) })
  const png = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#284b63' } })
    .png()
    .toBuffer()
  await expectOk(t.call('settings.update', { token: admin, body: { limit: 200 } }))
  await expectOk(t.call('settings.logo', { token: admin, body: buildFormData({}, png) }))
  const value = await expectOk(
    t.call('values.create', {
      token: admin,
      body: { name: 'Courage', color: '#112233', emoji: '🦁', description: '', keywords: [] },
    }),
  )
  await expectOk(t.call('values.delete', { token: admin, params: { id: value.id } }))
  expect(takePublishedEvents()).toEqual({ config: null })
  await expectOk(t.call('profiles.update_me', { token: own, body: { first_name: 'Maria' } }))
  await expectOk(t.call('profiles.avatar', { token: own, body: buildFormData({}, png) }))
  expect(takePublishedEvents()).toEqual({ config: userIds(stranger) })
  await expectOk(
    t.call('users.update', {
      token: admin,
      params: { id: stranger?.user_id ?? '' },
      body: { job_title: 'Cook' },
    }),
  )
  expect(takePublishedEvents()).toEqual({ config: userIds(stranger) })
  await expectOk(
    t.call('users.permissions', {
      token: admin,
      params: { id: stranger?.user_id ?? '' },
      body: { rewards_administrator: true },
    }),
  )
  expect(takePublishedEvents()).toEqual({ config: userIds(stranger) })
})

test('publishes shop changes to all and spent points to the buyer', async () => {
  const admin = team.admin.token
  const buyer = await makeMember(t, team.workspace_id)
  await addBalance(t, buyer, 500)
  const reward = await expectOk(
    t.call('rewards.create', { token: admin, body: { title: 'Cake', price: 10 } }),
  )
  expect(takePublishedEvents()).toEqual({ rewards: null, config: null })
  const redeem = () =>
    expectOk(t.call('shop.redeem', { token: buyer.token, params: { id: reward.id }, body: {} }))
  const all = { purchases: null, rewards: null, coins: userIds(buyer) }
  const [one, two, three] = [await redeem(), await redeem(), await redeem()]
  expect(takePublishedEvents()).toEqual(all)
  await expectOk(t.call('shop.cancel', { token: buyer.token, params: { id: one.id } }))
  expect(takePublishedEvents()).toEqual(all)
  for (const decide of [
    () => t.call('rewards.fulfil', { token: admin, params: { id: two.id } }),
    () => t.call('rewards.decline', { token: admin, params: { id: three.id } }),
  ]) {
    await expectOk(decide())
    expect(takePublishedEvents()).toEqual({
      purchases: null,
      rewards: null,
      coins: userIds(buyer, team.admin),
    })
  }
  expect((await t.call('rewards.decline', { token: admin, params: { id: three.id } })).status).toBe(
    409,
  )
  expect(takePublishedEvents()).toEqual({})
  await expectOk(t.call('rewards.delete', { token: admin, params: { id: reward.id } }))
  expect(takePublishedEvents()).toEqual({ rewards: null, config: null })
})

test('publishes expired deadlines and delivered gift cards', async () => {
  const buyer = await makeMember(t, team.workspace_id)
  await addBalance(t, buyer, 1_000)
  const lunch = await makeTeamReward(t, team, { deadline: '2026-06-20' })
  await expectOk(
    t.call('shop.redeem', { token: buyer.token, params: { id: lunch }, body: { amount: 30 } }),
  )
  takePublishedEvents()
  t.clock.advance(10 * 86_400_000)
  expect(await expireTeamPurchases(t.services)).toBe(1)
  expect(takePublishedEvents()).toEqual({ purchases: null, rewards: null, coins: null })
  expect(await expireTeamPurchases(t.services)).toBe(0)
  expect(takePublishedEvents()).toEqual({})
  t.clock.advance(-10 * 86_400_000)

  await addGiftCardPaymentMethod(t, team)
  await validatePaymentMethod(t, team)
  const gift = await makeGiftCard(t, team)
  const {
    body: { id },
  } = await t.call('shop.redeem', { token: buyer.token, params: { id: gift }, body: {} })
  takePublishedEvents()
  await processDueOrders(t.services)
  expect(
    (await t.call('shop.purchases', { token: buyer.token })).body.items.find((one) => one.id === id)
      ?.status,
  ).toBe('fulfilled')
  expect(takePublishedEvents()).toEqual({ purchases: null, rewards: null, coins: userIds(buyer) })
})
afterAll(() => t.checkLedger())
