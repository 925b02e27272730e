import { afterEach, expect, test } from 'vitest'
import { reconcileLedger } from '#server/ledger/reconcile.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { startTestApp, type TestApp, setupTestApp } from '#tests/support/test-app.ts'
import { withClient } from '#tests/support/database.ts'
import { getBalance, addBalance, makeMember } from '#tests/support/factories.ts'
import { makeGiftCard, makeGiftCardShop, type GiftCardShop } from '#tests/support/gift-cards.ts'
import { processDueOrders } from '#server/workflows/gift-card-orders/advance-order.ts'

/** A gift card of 25 dollars costs 27.50, so two fit into 60 dollars. */
const t = setupTestApp(() => ({ env: { GIFT_CARDS_DAILY_MAX_USD: '60' } }))
afterEach(() => t.checkLedger())
const redeem = ({ buyer, reward }: GiftCardShop, app: TestApp = t) =>
  app.call('shop.redeem', { token: buyer.token, params: { id: reward }, body: {} })
const blocked = async ({ buyer }: GiftCardShop) =>
  (await t.call('shop.list', { token: buyer.token })).body.map((one) => one.blocked)
const spentOf = async ({ team }: GiftCardShop) =>
  await t.services.db.tenant(team.workspace_id, (trx) =>
    trx.selectFrom('gift_card_days').select(['day', 'spent_cents']).orderBy('day').execute(),
  )
const limitMails = () => t.mails.filter((mail) => mail.subject.includes('daily gift card limit'))

test('rejects and hides gift cards beyond the daily limit until the next day', async () => {
  const shop = await makeGiftCardShop(t)
  expect([(await redeem(shop)).status, (await redeem(shop)).status, await blocked(shop)]).toEqual([
    200,
    200,
    ['daily_limit'],
  ])
  const refused = await redeem(shop)
  expect([refused.status, refused.errors]).toMatchObject([
    422,
    [{ code: 'gift_card_limit', params: { limit: 60 } }],
  ])
  expect(await getBalance(t, shop.buyer)).toBe(500)
  expect(await spentOf(shop)).toEqual([{ day: '2026-06-15', spent_cents: 5_500 }])
  // Another time zone does not start a new day.
  await t.call('settings.update', {
    token: shop.team.admin.token,
    body: { timezone: 'Pacific/Kiritimati' },
  })
  expect((await redeem(shop)).codes).toEqual(['gift_card_limit'])
  t.clock.advance(12 * 3_600_000)
  expect([await blocked(shop), (await redeem(shop)).status]).toEqual([[null], 200])
  expect(await spentOf(shop)).toEqual([
    { day: '2026-06-15', spent_cents: 5_500 },
    { day: '2026-06-16', spent_cents: 2_750 },
  ])
  t.clock.advance(-12 * 3_600_000)
})

test('rejects a gift card above the limit in any currency', async () => {
  const shop = await makeGiftCardShop(t, { gift_card_value: 10_000, price: 100 })
  expect([await blocked(shop), (await redeem(shop)).codes]).toEqual([
    ['daily_limit'],
    ['gift_card_limit'],
  ])
  // 3,750 yen and the fee are about 27 dollars.
  const yen = {
    ...shop,
    reward: await makeGiftCard(t, shop.team, { country: 'JP', gift_card_value: 3_750, price: 100 }),
  }
  expect((await redeem(yen)).status).toBe(200)
  expect(await spentOf(shop)).toEqual([{ day: '2026-06-15', spent_cents: 2_750 }])
})

test('releases the spending of a failed order', async () => {
  const shop = await makeGiftCardShop(t, {}, '4000000000000341')
  await redeem(shop)
  await redeem(shop)
  expect((await redeem(shop)).codes).toEqual(['gift_card_limit'])
  t.clock.advance(13 * 3_600_000)
  await processDueOrders(t.services)
  expect(await spentOf(shop)).toEqual([{ day: '2026-06-15', spent_cents: 0 }])
  t.clock.advance(-13 * 3_600_000)
  expect([await blocked(shop), (await redeem(shop)).status]).toEqual([[null], 200])
})

test('alerts the other administrators about the limit once a day', async () => {
  const shop = await makeGiftCardShop(t)
  const people = [
    await makeMember(t, shop.team.workspace_id),
    await makeMember(t, shop.team.workspace_id),
    await makeMember(t, shop.team.workspace_id),
  ] as const
  const [rewards, billing] = people
  for (const [person, permission] of [
    [rewards, 'rewards_administrator'],
    [billing, 'billing_administrator'],
  ] as const) {
    expect(
      (
        await t.call('users.permissions', {
          token: shop.team.admin.token,
          params: { id: person.user_id },
          body: { [permission]: true },
        })
      ).status,
    ).toBe(200)
  }
  await t.call('profiles.update_me', { token: billing.token, body: { language: 'ru' } })
  const own = { ...shop, buyer: shop.team.admin }
  await addBalance(t, shop.team.admin, 1_000)
  await redeem(own)
  await redeem(own)
  await processOutbox(t.services)
  const before = t.mails.length
  for (let n = 0; n < 3; n += 1) expect((await redeem(own)).codes).toEqual(['gift_card_limit'])
  await processOutbox(t.services)
  const sent = t.mails.slice(before)
  expect(sent.map((mail) => mail.to).sort()).toEqual([rewards.email, billing.email].sort())
  expect(sent.find((mail) => mail.to === rewards.email)).toMatchObject({
    subject: expect.stringContaining('reached its daily gift card limit') as string,
  })
  expect(sent.find((mail) => mail.to === rewards.email)?.text).toContain('$60')
  expect(sent.find((mail) => mail.to === billing.email)?.subject).toContain('дневной лимит')
  const { items } = (await t.call('workspace.audit', { token: shop.team.admin.token })).body
  expect(items.filter((entry) => entry.action === 'giftcards.limit')).toMatchObject([
    {
      actor: { id: shop.team.admin.user_id },
      details: { user_id: shop.team.admin.user_id, limit_usd: 60 },
    },
  ])
})

test('alerts when an order reaches the limit exactly', async () => {
  const app = await startTestApp({ env: { GIFT_CARDS_DAILY_MAX_USD: '55' } })
  try {
    const shop = await makeGiftCardShop(app)
    expect([(await redeem(shop, app)).status, (await redeem(shop, app)).status]).toEqual([200, 200])
    await processOutbox(app.services)
    expect(
      app.mails.filter(
        (mail) =>
          mail.to === shop.team.admin.email && mail.subject.includes('daily gift card limit'),
      ),
    ).toHaveLength(1)
  } finally {
    await app.close()
  }
})

test('applies the limit to self-hosted servers without charges', async () => {
  const app = await startTestApp({ env: { BILLING: 'off', GIFT_CARDS_DAILY_MAX_USD: '60' } })
  try {
    const shop = await makeGiftCardShop(app)
    expect([
      (await redeem(shop, app)).status,
      (await redeem(shop, app)).status,
      (await redeem(shop, app)).codes,
    ]).toEqual([200, 200, ['gift_card_limit']])
    await app.checkLedger()
  } finally {
    await app.close()
  }
})

test('reports a day with a missing order in the ledger check', async () => {
  const app = await startTestApp()
  try {
    await redeem(await makeGiftCardShop(app), app)
    await app.checkLedger()
    await withClient(app.ownerUrl, (owner) =>
      owner.query(
        "set session_replication_role = 'replica'; update gift_card_days set spent_cents = 0",
      ),
    )
    expect((await reconcileLedger(app.ownerUrl)).map((one) => one.what)).toEqual([
      'daily total of gift cards does not count all orders',
    ])
  } finally {
    await app.close()
  }
})

test('sends no mail below the limit', async () => {
  const shop = await makeGiftCardShop(t)
  const before = limitMails().length
  await redeem(shop)
  await redeem(shop)
  await processOutbox(t.services)
  expect(limitMails().length).toBe(before)
})
