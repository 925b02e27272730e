import { afterEach, expect, test, vi } from 'vitest'
import { leaseMs } from '#server/platform/background/lease.ts'
import { createLog } from '#server/platform/observability/log.ts'
import type { Services } from '#server/platform/services.ts'
import { withClient } from '#tests/support/database.ts'
import {
  makeGiftCardShop,
  type GiftCardShop,
  readGiftCardState,
} from '#tests/support/gift-cards.ts'
import { setupTestApp } from '#tests/support/test-app.ts'
import { waitUntil } from '#tests/support/wait-until.ts'
import { processDueOrders } from './advance-order.ts'
import { giftCardWorker } from './worker.ts'

const t = setupTestApp()
afterEach(() => t.checkLedger())

async function makePendingOrder(): Promise<GiftCardShop> {
  const shop = await makeGiftCardShop(t)
  const { status } = await t.call('shop.redeem', {
    token: shop.buyer.token,
    params: { id: shop.reward },
    body: {},
  })
  expect(status).toBe(200)
  return shop
}
/** Returns services whose charges run `onCharge` before or after the call, and their keys. */
function interceptCharges(hooks: { before?: () => Promise<void>; after?: () => Promise<void> }): {
  services: Services
  keys: string[]
} {
  const keys: string[] = []
  const { cards } = t.services
  return {
    keys,
    services: {
      ...t.services,
      cards: {
        ...cards,
        async charge(request) {
          keys.push(request.key)
          await hooks.before?.()
          const id = await cards.charge(request)
          await hooks.after?.()
          return id
        },
      },
    },
  }
}
const countOpenTransactions = () =>
  withClient(t.ownerUrl, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and xact_start is not null`,
    )
    return rows[0]?.n
  })
const stepsOf = async (shop: GiftCardShop) =>
  (await readGiftCardState(t, shop)).orders.map((order) => order.step)

test('holds no transaction while a provider answers slowly', async () => {
  const shop = await makePendingOrder()
  const seen: unknown[] = []
  const { services } = interceptCharges({
    before: async () => void seen.push(await countOpenTransactions()),
  })
  await processDueOrders(services)
  expect([seen, await stepsOf(shop)]).toEqual([[0], ['settled']])
})

test('an order that the provider answers slowly holds up no other order', async () => {
  const slow = await makePendingOrder()
  const answers: (() => void)[] = []
  const { services, keys } = interceptCharges({
    before: () => new Promise((resolve) => void answers.push(resolve)),
  })
  const run = () => giftCardWorker.run(services, () => false)
  await run()
  await waitUntil('the first order is charged', () => keys.length === 1)
  const fast = await makePendingOrder()
  await run()
  await waitUntil('the second order is charged', () => keys.length === 2)
  for (const answer of answers) answer()
  await giftCardWorker.drain?.(services)
  expect([await stepsOf(slow), await stepsOf(fast)]).toEqual([['settled'], ['settled']])
})

test('calls the provider once for two workers', async () => {
  const shop = await makePendingOrder()
  const { services, keys } = interceptCharges({
    before: async () => void (await processDueOrders(t.services)),
  })
  await processDueOrders(services)
  expect([keys.length, await stepsOf(shop)]).toEqual([1, ['settled']])
})

test('charges once when the worker dies between call and record', async () => {
  const shop = await makePendingOrder()
  const { services, keys } = interceptCharges({
    // Every later statement of this worker fails, as after kill -9.
    after: async () => {
      services.db = { ...t.services.db, tenant: () => Promise.reject(new Error('killed')) }
    },
  })
  services.log = createLog('silent')
  await processDueOrders(services)
  expect([keys.length, await stepsOf(shop)]).toEqual([1, ['held']])
  // The lease of the dead worker has not expired yet.
  await processDueOrders(t.services)
  expect(await stepsOf(shop)).toEqual(['held'])
  t.clock.advance(leaseMs)
  await processDueOrders(t.services)
  expect(await readGiftCardState(t, shop)).toMatchObject({
    orders: [{ step: 'settled' }],
    charges: [{ amount_cents: 2_750, refunded_cents: 0 }],
    vouchers: [{}],
    events: ['redeemed', 'charged', 'ordered', 'delivered', 'fulfilled'],
  })
})

test('makes no call after a pause that was longer than the lease', async () => {
  const shop = await makePendingOrder()
  const { services, keys } = interceptCharges({})
  const { db } = t.services
  // The process is paused after its plan, and another worker completes the order.
  let isFirst = true
  services.db = {
    ...db,
    async tenant(workspaceId, work) {
      const result = await db.tenant(workspaceId, work)
      if (isFirst) {
        isFirst = false
        t.clock.advance(leaseMs)
        await processDueOrders(t.services)
      }
      return result
    },
  }
  await processDueOrders(services)
  expect([keys, await stepsOf(shop)]).toEqual([[], ['settled']])
  expect(await readGiftCardState(t, shop)).toMatchObject({
    charges: [{ amount_cents: 2_750, refunded_cents: 0 }],
    vouchers: [{}],
  })
})

test('renews the lease of an order while its provider answers slowly', async () => {
  const shop = await makePendingOrder()
  const isRenewed = async () => {
    const [order] = (await readGiftCardState(t, shop)).orders
    return order !== undefined && order.next_at.getTime() === t.clock.now().getTime() + leaseMs
  }
  const { services, keys } = interceptCharges({
    async before() {
      // Twice the duration of a lease, in steps of the time between two renewals.
      for (let step = 0; step < 6; step += 1) {
        t.clock.advance(leaseMs / 3)
        await vi.advanceTimersByTimeAsync(leaseMs / 3)
        for (let tries = 0; tries < 500 && !(await isRenewed()); tries += 1);
        expect(await processDueOrders(t.services)).toBe(0)
      }
    },
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await processDueOrders(services).finally(() => vi.useRealTimers())
  expect([keys.length, await stepsOf(shop)]).toEqual([1, ['settled']])
})

test('discards the outcome of a worker whose lease has expired', async () => {
  const shop = await makePendingOrder()
  const { services, keys } = interceptCharges({
    after: async () => {
      t.clock.advance(leaseMs)
      await processDueOrders(t.services)
    },
  })
  await processDueOrders(services)
  expect(keys).toHaveLength(1)
  expect(await readGiftCardState(t, shop)).toMatchObject({
    orders: [{ step: 'settled' }],
    charges: [{ amount_cents: 2_750, refunded_cents: 0 }],
    vouchers: [{}],
    events: ['redeemed', 'charged', 'ordered', 'delivered', 'fulfilled'],
  })
})
