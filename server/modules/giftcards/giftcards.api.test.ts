import { afterEach, expect, test } from 'vitest'
import type { ChargeRequest } from '#server/adapters/cards/card-provider.ts'
import {
  isVoucherCode,
  generateVoucherCode,
} from '#server/modules/giftcards/local/local-gift-cards.ts'
import { reconcileLedger } from '#server/ledger/reconcile.ts'
import { processOutbox } from '#server/modules/notifications/send-worker.ts'
import {
  eraseWorkspace,
  resetWorkspace,
} from '#server/workflows/delete-workspace/reset-and-delete.ts'
import { authenticate, isActor, startSession } from '#server/platform/auth/sessions.ts'
import { startTestApp, setupTestApp } from '#tests/support/test-app.ts'
import { withClient } from '#tests/support/database.ts'
import {
  getBalance,
  addBalance,
  makeMember,
  makeTeam,
  markPresent,
  type Team,
} from '#tests/support/factories.ts'
import {
  addGiftCardPaymentMethod,
  makeGiftCard,
  makeGiftCardShop,
  type GiftCardShop,
  readGiftCardState,
  validatePaymentMethod,
} from '#tests/support/gift-cards.ts'
import { processDueOrders } from '#server/workflows/gift-card-orders/advance-order.ts'

const t = setupTestApp()
afterEach(() => t.checkLedger())
const redeem = ({ buyer, reward }: GiftCardShop, body: object = {}) =>
  t.call('shop.redeem', { token: buyer.token, params: { id: reward }, body })
const mine = async ({ buyer }: GiftCardShop) =>
  (await t.call('shop.purchases', { token: buyer.token })).body.items
const claim = (url: string | null | undefined, headers: Record<string, string> = {}) =>
  t.call('giftcards.claim', { body: { token: url?.split('/claim/')[1] ?? '' }, headers })
const card = async (team: Team) =>
  (await t.call('rewards.payment_method', { token: team.admin.token })).body

test('charges the company’s card, settles the order and shows the voucher', async () => {
  const shop = await makeGiftCardShop(t, { available_amount: 3 })
  const { status, body } = await redeem(shop)
  expect([status, body]).toMatchObject([
    200,
    {
      status: 'pending',
      type: 'automatic',
      claim_url: null,
      country: 'US',
      gift_card_value: 2_500,
      abilities: { cancel: false, fulfil: false, decline: false },
    },
  ])
  expect(await getBalance(t, shop.buyer)).toBe(750)
  await processDueOrders(t.services)
  const [purchase] = await mine(shop)
  expect(purchase).toMatchObject({
    status: 'fulfilled',
    delivery: { state: 'delivered', email: shop.buyer.email },
  })
  expect(purchase?.history.map((one) => [one.type, one.amount])).toEqual([
    ['redeemed', 250],
    ['charged', 2_750],
    ['ordered', null],
    ['delivered', null],
    ['fulfilled', null],
  ])
  const now = await readGiftCardState(t, shop)
  expect(now.charges).toMatchObject([{ amount_cents: 2_750, refunded_cents: 0 }])
  expect(now.orders).toMatchObject([{ step: 'settled', charge_cents: 2_750, currency: 'USD' }])
  expect(now.mails).toEqual(['reward_fulfilled'])
  await processOutbox(t.services)
  expect(t.mails.at(-1)).toMatchObject({
    to: shop.buyer.email,
    subject: 'Your gift card: “Gift card”',
  })
  expect(t.mails.at(-1)?.text).toContain(purchase?.claim_url)
  const { body: voucher } = await claim(purchase?.claim_url)
  expect(voucher).toMatchObject({
    product: 'Shopping voucher',
    currency: 'USD',
    value_cents: 2_500,
    country: 'US',
  })
  expect(isVoucherCode(voucher.code)).toBe(true)
  expect((await claim(purchase?.claim_url, { 'accept-language': 'ru' })).body.product).toBe(
    'Сертификат на покупки',
  )
  // Only the buyer gets the link. The administrator sees the delivery, without address or code.
  const [seen] = (await t.call('rewards.purchases', { token: shop.team.admin.token })).body.items
  expect(seen).toMatchObject({
    status: 'fulfilled',
    claim_url: null,
    delivery: { state: 'delivered', email: null },
  })
  for (const token of [
    'x',
    'x'.repeat(54),
    '',
    (purchase?.claim_url ?? '').split('/claim/')[1]?.replace(/.$/, '_'),
  ])
    expect((await t.call('giftcards.claim', { body: { token } })).codes).toEqual(['claim_invalid'])
})

test('rejects decisions on a gift card purchase', async () => {
  const shop = await makeGiftCardShop(t)
  const {
    body: { id },
  } = await redeem(shop)
  const decide = async () =>
    [
      (await t.call('shop.cancel', { token: shop.buyer.token, params: { id } })).codes,
      (await t.call('rewards.fulfil', { token: shop.team.admin.token, params: { id }, body: {} }))
        .codes,
      (await t.call('rewards.decline', { token: shop.team.admin.token, params: { id }, body: {} }))
        .codes,
    ].flat()
  expect(await decide()).toEqual(['purchase_decided', 'purchase_decided', 'purchase_decided'])
  await processDueOrders(t.services)
  expect(await decide()).toEqual(['purchase_decided', 'purchase_decided', 'purchase_decided'])
  expect((await mine(shop))[0]?.status).toBe('fulfilled')
})

test('refunds points and stock when the card is declined later', async () => {
  const shop = await makeGiftCardShop(t, { available_amount: 1 }, '4000000000000341')
  await redeem(shop)
  expect((await redeem(shop)).codes).toEqual(['out_of_stock'])
  await processDueOrders(t.services)
  expect((await mine(shop))[0]).toMatchObject({
    status: 'declined',
    decline_reason: 'The purchase failed',
    claim_url: null,
    canceled_at: null,
  })
  expect(await getBalance(t, shop.buyer)).toBe(1_000)
  const now = await readGiftCardState(t, shop)
  expect([now.charges, now.vouchers, now.mails]).toEqual([
    [],
    [],
    ['reward_declined', 'gift_failed'],
  ])
  expect(now.events).toEqual(['redeemed', 'failed'])
  await processOutbox(t.services)
  const [buyerMail, why] = [shop.buyer, shop.team.admin].map(
    (who) => t.mails.findLast((mail) => mail.to === who.email)?.text,
  )
  expect(buyerMail).toContain('The purchase failed')
  expect(why).toContain('The card that pays for gift cards was declined.')
  expect(now.orders).toMatchObject([{ step: 'released', reason: 'payment_failed' }])
  expect((await t.call('shop.list', { token: shop.buyer.token })).body[0]).toMatchObject({
    available_amount: 1,
  })
})

test('charges nothing for a product that the provider does not sell', async () => {
  for (const offer of [{ product_id: 'gone' }, { gift_card_value: 2_501 }, { country: 'AQ' }]) {
    const shop = await makeGiftCardShop(t, offer)
    expect((await redeem(shop)).codes).toEqual(['gift_card_unavailable'])
    expect([await getBalance(t, shop.buyer), await readGiftCardState(t, shop)]).toMatchObject([
      1_000,
      { orders: [], charges: [], purchases: [] },
    ])
  }
})

test('restarts the delay of 48 hours with another card', async () => {
  const team = await makeTeam(t)
  const buyer = await makeMember(t, team.workspace_id)
  await addBalance(t, buyer, 1_000)
  const shop = { team, buyer, reward: await makeGiftCard(t, team) }
  const blocked = async () =>
    (await t.call('shop.list', { token: shop.buyer.token })).body[0]?.blocked
  const remove = () => t.call('rewards.remove_payment_method', { token: team.admin.token })
  const ends = () => new Date(t.clock.now().getTime() + 48 * 3_600_000).toISOString()
  expect(await card(team)).toBeNull()
  expect([(await redeem(shop)).codes, await blocked()]).toEqual([
    ['gift_card_unavailable'],
    'not_available',
  ])
  await addGiftCardPaymentMethod(t, team)
  expect(await card(team)).toEqual({
    brand: 'Visa',
    last4: '4242',
    expiry: '12/40',
    validated: false,
    validates_at: ends(),
  })
  expect([(await redeem(shop)).codes, await blocked()]).toEqual([
    ['not_validated'],
    'not_validated',
  ])
  // Another card restarts the wait; entering the same card again does not.
  t.clock.advance(24 * 3_600_000)
  await addGiftCardPaymentMethod(t, team, '4000000000000341')
  const again = ends()
  expect(await card(team)).toMatchObject({ last4: '0341', validated: false, validates_at: again })
  t.clock.advance(24 * 3_600_000)
  await addGiftCardPaymentMethod(t, team, '4000000000000341')
  expect(await card(team)).toMatchObject({ validated: false, validates_at: again })
  expect((await redeem(shop)).codes).toEqual(['not_validated'])
  t.clock.advance(24 * 3_600_000)
  expect(await card(team)).toMatchObject({ validated: true, validates_at: null })
  expect(await blocked()).toBeNull()
  // Removing a card also removes its waiting period.
  for (const number of ['4242424242424242', '4000000000000341']) {
    expect([(await remove()).status, (await remove()).status, await card(team)]).toEqual([
      204,
      204,
      null,
    ])
    expect([(await redeem(shop)).codes, await blocked()]).toEqual([
      ['gift_card_unavailable'],
      'not_available',
    ])
    await addGiftCardPaymentMethod(t, team, number)
    expect(await card(team)).toMatchObject({ validated: false, validates_at: ends() })
    expect((await redeem(shop)).codes).toEqual(['not_validated'])
  }
  expect((await readGiftCardState(t, shop)).purchases).toEqual([])
  const other = await makeTeam(t)
  await addGiftCardPaymentMethod(t, other)
  await validatePaymentMethod(t, other)
  expect(await card(other)).toMatchObject({ validated: true, validates_at: null })
})

test('charges existing orders to a removed card', async () => {
  const shop = await makeGiftCardShop(t)
  await redeem(shop)
  await t.call('rewards.remove_payment_method', { token: shop.team.admin.token })
  await processDueOrders(t.services)
  expect(await readGiftCardState(t, shop)).toMatchObject({
    orders: [{ step: 'settled' }],
    charges: [{ amount_cents: 2_750 }],
  })
})

test('redeems once per key and once per one-time reward', async () => {
  const shop = await makeGiftCardShop(t, { one_time: true })
  const answers = await Promise.all([redeem(shop), redeem(shop)])
  expect(answers.map((one) => one.status).sort((a, b) => a - b)).toEqual([200, 422])
  await Promise.all([
    processDueOrders(t.services),
    processDueOrders(t.services),
    processDueOrders(t.services),
  ])
  expect(await readGiftCardState(t, shop)).toMatchObject({
    charges: [{}],
    vouchers: [{}],
    orders: [{ step: 'settled' }],
  })
  expect(await getBalance(t, shop.buyer)).toBe(750)
})

test('gives no gift card to a former user and charges nothing', async () => {
  const shop = await makeGiftCardShop(t)
  await redeem(shop)
  expect(
    (
      await t.call('users.delete', {
        token: shop.team.admin.token,
        params: { id: shop.buyer.user_id },
      })
    ).status,
  ).toBe(204)
  await processDueOrders(t.services)
  const now = await readGiftCardState(t, shop)
  expect(now).toMatchObject({
    charges: [],
    vouchers: [],
    orders: [{ step: 'released', reason: 'left', recipient_email: '', recipient_name: '' }],
    purchases: [{ status: 'declined' }],
    mails: [],
  })
})

test('rejects the reset of a team with pending gift cards', async () => {
  const shop = await makeGiftCardShop(t)
  await redeem(shop)
  const token = await startSession(t.services.db.global, t.clock.now(), {
    account_id: shop.team.admin.account_id,
    kind: 'session',
    workspace_id: shop.team.workspace_id,
    user_id: shop.team.admin.user_id,
  })
  const actor = await authenticate(t.services.db, token, t.clock.now(), 'local')
  if (!actor || !isActor(actor)) throw new Error('no session')
  const reset = async () => {
    await markPresent(t, { token })
    const { name } = (await t.call('config.get', { token: shop.team.admin.token })).body.workspace
    return resetWorkspace(t.services, actor, { name }, t.clock.now())
  }
  await expect(reset()).rejects.toThrow('reset_failed')
  await processDueOrders(t.services)
  await reset()
  expect(await readGiftCardState(t, shop)).toMatchObject({
    orders: [],
    vouchers: [],
    charges: [{ amount_cents: 2_750 }],
  })
})

test('finishes pending orders, then erases charges and vouchers of a team', async () => {
  const shop = await makeGiftCardShop(t)
  await redeem(shop)
  await processDueOrders(t.services)
  const {
    body: { id },
  } = await redeem(shop)
  const { workspace_id: workspaceId } = shop.team
  await t.services.db.tenant(workspaceId, (trx) =>
    trx
      .updateTable('workspaces')
      .set({ deleted_at: t.clock.now() })
      .where('id', '=', workspaceId)
      .execute(),
  )
  const ends: string[] = []
  const cards = {
    ...t.services.cards,
    charge: (request: ChargeRequest) => {
      ends.push(request.key)
      return t.services.cards.charge(request)
    },
  }
  await eraseWorkspace({ ...t.services, cards }, workspaceId)
  expect(ends).toEqual([`purchase-${id}`])
  expect(await readGiftCardState(t, shop)).toEqual({
    orders: [],
    charges: [],
    vouchers: [],
    purchases: [],
    events: [],
    mails: [],
  })
})

test('charges nothing and requires no delay on a self-hosted server', async () => {
  const own = await startTestApp({ env: { BILLING: 'off' } })
  try {
    const team = await makeTeam(own)
    const buyer = await makeMember(own, team.workspace_id)
    await addBalance(own, buyer, 1_000)
    const reward = await makeGiftCard(own, team)
    expect((await own.call('rewards.payment_method', { token: team.admin.token })).status).toBe(404)
    expect(
      (await own.call('shop.redeem', { token: buyer.token, params: { id: reward }, body: {} }))
        .status,
    ).toBe(200)
    await processDueOrders(own.services)
    const now = await readGiftCardState(own, { team })
    expect(now).toMatchObject({
      orders: [{ step: 'settled', card_id: null, charge_cents: 0 }],
      charges: [],
      vouchers: [{}],
    })
    expect(now.events).toEqual(['redeemed', 'ordered', 'delivered', 'fulfilled'])
    await own.checkLedger()
  } finally {
    await own.close()
  }
})

test('hides gift cards from the shop while they are off', async () => {
  const none = await startTestApp({ env: { GIFT_CARDS: 'off' } })
  try {
    const team = await makeTeam(none)
    await validatePaymentMethod(none, team)
    await addBalance(none, team.admin, 1_000)
    const reward = await makeGiftCard(none, team)
    expect((await none.call('shop.list', { token: team.admin.token })).body).toEqual([])
    expect(
      (
        await none.call('shop.redeem', {
          token: team.admin.token,
          params: { id: reward },
          body: {},
        })
      ).codes,
    ).toEqual(['gift_card_unavailable'])
  } finally {
    await none.close()
  }
})

test.each([
  [
    'a charge refunded manually',
    'update local_charges set refunded_cents = amount_cents',
    'gift card charged with a wrong amount, or charged and not delivered',
  ],
  [
    'a missing charge',
    'delete from local_charges',
    'gift card charged with a wrong amount, or charged and not delivered',
  ],
  [
    'a reset step',
    "update gift_orders set step = 'charged'",
    'gift card order differs from the status of its purchase',
  ],
])('reports %s in the ledger check', async (_, tampering, what) => {
  const own = await startTestApp()
  try {
    const shop = await makeGiftCardShop(own)
    await own.call('shop.redeem', {
      token: shop.buyer.token,
      params: { id: shop.reward },
      body: {},
    })
    await processDueOrders(own.services)
    await own.checkLedger()
    await withClient(own.ownerUrl, (owner) =>
      owner.query(`set session_replication_role = 'replica'; ${tampering}`),
    )
    expect((await reconcileLedger(own.ownerUrl)).map((one) => one.what)).toEqual([what])
  } finally {
    await own.close()
  }
})

test('detects a mistyped voucher code', () => {
  const codes = Array.from({ length: 200 }, generateVoucherCode)
  expect(new Set(codes).size).toBe(200)
  for (const code of codes) {
    expect(code).toMatch(/^[2-9A-HJKMNP-TV-Y]{4}(-[2-9A-HJKMNP-TV-Y]{4}){3}$/)
    expect(isVoucherCode(code)).toBe(true)
    const wrong = (code.startsWith('A') ? 'B' : 'A') + code.slice(1)
    expect(isVoucherCode(wrong)).toBe(false)
  }
})

test('has vouchers for every country, translated to every language', async () => {
  const { giftCards } = t.services
  if (!giftCards) throw new Error('off')
  const countries = await giftCards.listCountries()
  expect(countries.length).toBeGreaterThan(40)
  expect(new Set(countries.map((one) => one.country)).size).toBe(countries.length)
  for (const { country, currency } of countries) {
    const products = await giftCards.listProducts(country, 'ua')
    expect(
      products.every(
        (one) =>
          one.currency === currency &&
          one.values_cents.length >= 3 &&
          /[а-яі]/.test(one.name) &&
          one.values_cents.every((value) => Number.isSafeInteger(value) && value <= 1_000_000_000),
      ),
    ).toBe(true)
  }
  expect(await giftCards.listProducts('AQ')).toEqual([])
})
