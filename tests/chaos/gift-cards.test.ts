import { expect, test } from 'vitest'
import { processGiftCardWebhooks } from '#server/workflows/gift-card-orders/webhooks.ts'
import { processDueOrders } from '#server/workflows/gift-card-orders/advance-order.ts'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import {
  type TremendousFault,
  startTremendousServer,
  type TremendousServer,
} from '#tests/contracts/tremendous-server.ts'
import { addBalance, makeMember, type Member } from '#tests/support/factories.ts'
import {
  makeGiftCardShop,
  type GiftCardShop,
  readGiftCardState,
} from '#tests/support/gift-cards.ts'
import { spawnServer } from '#tests/support/processes.ts'

/**
 * Gift cards under combined faults (promise: never lose a point or a cent): two workers killed at
 * random, and a provider that drops answers, refuses, is down, and sends webhooks late, twice and
 * out of order. In the end each order is charged and issued exactly once, or refunded and not
 * issued. `npm run chaos` runs for minutes.
 */
const durationSeconds = Number(process.env['CHAOS_SECONDS'] ?? 8)
const randomInt = (n: number) => Math.floor(Math.random() * n)
const sleep = (ms: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, ms)
  })

/** Keeps a worker process running, and kills it repeatedly. */
async function runAndKillWorker(
  t: TestApp,
  env: Record<string, string>,
  until: number,
): Promise<number> {
  let kills = 0
  while (Date.now() < until) {
    const child = spawnServer(t.ownerUrl, { isWorker: true, settings: env })
    const exited = new Promise<void>((resolve) => {
      child.once('exit', () => resolve())
    })
    await Promise.race([
      exited,
      new Promise<void>((resolve) => {
        child.stdout?.once('data', () => resolve())
      }),
    ])
    await Promise.race([exited, sleep(200 + randomInt(1_800))])
    child.kill('SIGKILL')
    await exited
    kills += 1
  }
  return kills
}

const faults: TremendousFault[] = [
  'lost',
  'garbled',
  'down',
  'busy',
  'no_funds',
  'refused',
  'key',
  'pending',
  'failed',
]
const events = [
  'ORDERS.CREATED',
  'ORDERS.APPROVED',
  'ORDERS.FAILED',
  'REWARDS.DELIVERY.SUCCEEDED',
] as const
/** Injects one fault after another into the provider. */
async function injectFaults(t: TestApp, provider: TremendousServer, until: number): Promise<void> {
  while (Date.now() < until) {
    if (provider.faults.length < 3 && randomInt(3) === 0)
      provider.faults.push(faults[randomInt(faults.length)] ?? 'down')
    const outage = randomInt(2) ? 'down' : 'silent'
    provider.outage.value = randomInt(12) === 0 ? outage : null
    const all = [...provider.orders.values()]
    for (const order of all)
      if (order.status === 'PENDING APPROVAL' && randomInt(4) === 0)
        order.status = randomInt(3) ? 'EXECUTED' : 'FAILED'
    const order = all[randomInt(all.length)]
    if (order) {
      const webhook = provider.createWebhook(
        events[randomInt(events.length)] ?? '',
        randomInt(2) ? { id: order.id, type: 'orders' } : { id: order.card.id, type: 'rewards' },
      )
      for (let n = randomInt(3); n >= 0; n -= 1)
        await t.app.inject({ method: 'POST', url: '/webhooks/tremendous', ...webhook })
    }
    await sleep(100)
  }
  provider.outage.value = null
  provider.faults.length = 0
  provider.maxDelayMs.value = 0
  for (const order of provider.orders.values())
    if (order.status === 'PENDING APPROVAL') order.status = 'EXECUTED'
}

async function redeemUntil(
  t: TestApp,
  shops: { shop: GiftCardShop; buyers: Member[] }[],
  until: number,
): Promise<number> {
  let redeemed = 0
  while (Date.now() < until) {
    t.clock.set(new Date())
    const { shop, buyers } = shops[randomInt(shops.length)] ?? { buyers: [] as Member[] }
    const [buyer] = [buyers[randomInt(buyers.length)]]
    if (shop && buyer) {
      const key = `${redeemed}`
      const redeem = () =>
        t.call('shop.redeem', { token: buyer.token, params: { id: shop.reward }, body: {}, key })
      // Some requests are sent twice concurrently.
      const replies = await Promise.all(randomInt(4) ? [redeem()] : [redeem(), redeem()])
      expect([200, 422]).toContain(replies[0]?.status)
      if (replies[0]?.status === 200) redeemed += 1
    }
    await sleep(randomInt(60))
  }
  return redeemed
}

/** Advances the clock until no order is pending. */
async function drainOrders(t: TestApp, shops: { shop: GiftCardShop }[]): Promise<void> {
  for (let n = 0; n < 100; n += 1) {
    await processGiftCardWebhooks(t.services)
    while ((await processDueOrders(t.services)) > 0);
    const open = await Promise.all(
      shops.map(async ({ shop }) =>
        (await readGiftCardState(t, shop)).orders.some(
          (order) => !['settled', 'released'].includes(order.step),
        ),
      ),
    )
    if (!open.includes(true)) return
    t.clock.advance(30 * 60_000)
  }
  throw new Error('not everything came to an end')
}

test.each(['tremendous', 'local'] as const)(
  'gift-cards: every gift card is paid and issued once or not at all (%s)',
  async (kind) => {
    const provider = await startTremendousServer()
    const env = kind === 'local' ? {} : provider.env
    const t = await startTestApp({ at: new Date(), env })
    try {
      const offer = kind === 'local' ? {} : { product_id: 'OKMHM2X2OHYV' }
      const shops = []
      for (const number of ['4242424242424242', '4242424242424242', '4000000000000341']) {
        const shop = await makeGiftCardShop(t, offer, number)
        const buyers = [
          shop.buyer,
          await makeMember(t, shop.team.workspace_id),
          await makeMember(t, shop.team.workspace_id),
        ]
        for (const buyer of buyers) await addBalance(t, buyer, 250 * (5 + durationSeconds * 2))
        shops.push({ shop, buyers })
      }
      // A redemption without a cached catalog would be refused during an outage.
      await t.services.giftCards?.listCountries()
      provider.maxDelayMs.value = 120
      const until = Date.now() + durationSeconds * 1_000
      const [redeemed, , ...kills] = await Promise.all([
        redeemUntil(t, shops, until),
        injectFaults(t, provider, until),
        runAndKillWorker(t, env, until),
        runAndKillWorker(t, env, until),
      ])
      expect(kills.reduce((sum, one) => sum + one, 0)).toBeGreaterThan(1)
      await drainOrders(t, shops)

      const all = await Promise.all(shops.map(({ shop }) => readGiftCardState(t, shop)))
      const [orders, charges, vouchers] = [
        all.flatMap((one) => one.orders),
        all.flatMap((one) => one.charges),
        all.flatMap((one) => one.vouchers),
      ]
      expect(orders).toHaveLength(redeemed)
      for (const order of orders) {
        const charge = charges.filter((one) => one.key === `purchase-${order.purchase_id}`)
        const voucherCount =
          kind === 'local'
            ? vouchers.filter((one) => one.purchase_id === order.purchase_id).length
            : Number(provider.orders.get(`purchase-${order.purchase_id}`)?.status === 'EXECUTED')
        if (order.step === 'settled')
          expect([
            order.purchase_id,
            charge.length,
            charge[0]?.refunded_cents,
            voucherCount,
          ]).toEqual([order.purchase_id, 1, 0, 1])
        else
          expect([
            order.purchase_id,
            charge.every((one) => one.refunded_cents === one.amount_cents),
            voucherCount,
          ]).toEqual([order.purchase_id, true, 0])
      }
      const settled = orders.filter((order) => order.step === 'settled')
      expect(charges.reduce((sum, one) => sum + one.amount_cents - one.refunded_cents, 0)).toBe(
        settled.reduce((sum, order) => sum + order.charge_cents, 0),
      )
      expect(settled.length).toBeGreaterThan(0)
      expect(provider.violations).toEqual([])
      await t.checkLedger()
    } finally {
      await t.close()
      await provider.stop()
    }
  },
  (durationSeconds * 3 + 60) * 1_000,
)
