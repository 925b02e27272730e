import { afterEach, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import { processDueOrders } from '#server/workflows/gift-card-orders/advance-order.ts'
import { makeGiftCardShop, readGiftCardState } from '#tests/support/gift-cards.ts'
import { setWorth } from '#tests/support/point-worths.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { endDueGraces } from './worker.ts'

const t = setupTestApp()
afterEach(() => t.checkLedger())

/** Creates a leaver with 1,000 points of 10 cents each, whose grace ends in a gift card. */
async function makeLeaver() {
  const shop = await makeGiftCardShop(t)
  const { token } = shop.team.admin
  await setWorth(t, shop.team.admin, { currency: 'USD', minor: 1_000 })
  await t.call('leavers.set_policy', { token, body: { grace_days: 5, outcome: 'gift_card' } })
  await t.call('leavers.set_address', {
    token: shop.buyer.token,
    body: { email: `${shop.buyer.user_id}@home.example` },
  })
  await t.call('users.update', {
    token,
    params: { id: shop.buyer.user_id },
    body: { state: 'deactivated' },
  })
  const list = async () => (await t.call('leavers.list', { token })).body.items
  await processOutbox(t.services)
  // Mails are sent concurrently, so their order is not fixed.
  const mailsToHome = () =>
    t.mails.filter((mail) => mail.to.startsWith(shop.buyer.user_id)).map((mail) => mail.text)
  return { shop, list, mailsToHome }
}

test('the end orders a gift card of the highest value and mails it to the personal address', async () => {
  const { shop, list, mailsToHome } = await makeLeaver()
  t.clock.advance(5 * dayMs)
  await endDueGraces(t.services)
  const [grace] = await list()
  expect(grace).toMatchObject({
    result: 'gift_card',
    points: 1_000,
    worth: { currency: 'USD', minor: 10_000 },
  })
  await processDueOrders(t.services)
  await processOutbox(t.services)
  const state = await readGiftCardState(t, shop)
  expect(state.orders).toMatchObject([{ step: 'settled', recipient_email: '' }])
  expect(state.orders[0]?.value_cents).toBeLessThanOrEqual(10_000)
  expect(mailsToHome()).toContainEqual(expect.stringContaining('/claim/'))
})

test('a leaver redeems a gift card to the personal address', async () => {
  const { shop, mailsToHome } = await makeLeaver()
  const token = /\/leavers\/([\w-]+)/.exec(mailsToHome()[0] ?? '')?.[1] ?? ''
  const { body } = await t.call('leavers.redeem', { body: { token, reward_id: shop.reward } })
  expect(body.balance).toBe(750)
  await processDueOrders(t.services)
  await processOutbox(t.services)
  expect((await readGiftCardState(t, shop)).orders).toMatchObject([{ step: 'settled' }])
  expect(mailsToHome()).toContainEqual(expect.stringContaining('/claim/'))
})

test('the link says why a reward cannot be redeemed', async () => {
  const { shop, mailsToHome } = await makeLeaver()
  const { token: admin } = shop.team.admin
  await t.call('rewards.create', { token: admin, body: { title: 'Trip', price: 1_200 } })
  const token = /\/leavers\/([\w-]+)/.exec(mailsToHome()[0] ?? '')?.[1] ?? ''
  const { body } = await t.call('leavers.open', { body: { token } })
  const blocks = body.rewards.map(({ title, blocked, missing_points: missing }) => [
    title,
    blocked,
    missing,
  ])
  expect(blocks).toContainEqual(['Trip', 'not_enough_points', 200])
})

test('a gift card ordered before leaving is released', async () => {
  const shop = await makeGiftCardShop(t)
  await t.call('shop.redeem', { token: shop.buyer.token, params: { id: shop.reward }, body: {} })
  t.clock.advance(1_000)
  await t.call('users.update', {
    token: shop.team.admin.token,
    params: { id: shop.buyer.user_id },
    body: { state: 'deactivated' },
  })
  await processDueOrders(t.services)
  expect((await readGiftCardState(t, shop)).orders).toMatchObject([{ step: 'released' }])
})

test('the payroll pays when no gift card fits', async () => {
  const { shop, list } = await makeLeaver()
  await t.call('coins.adjust', {
    token: shop.team.admin.token,
    params: { id: shop.buyer.user_id },
    body: { amount: -999, comment: '' },
  })
  t.clock.advance(5 * dayMs)
  await endDueGraces(t.services)
  expect((await list())[0]).toMatchObject({
    result: 'paid_out',
    points: 1,
    worth: { currency: 'USD', minor: 10 },
  })
})
