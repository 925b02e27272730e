import type { ChildProcess } from 'node:child_process'
import { expect, test } from 'vitest'
import { startTestApp, type TestApp } from '#tests/support/test-app.ts'
import { startTremendousServer, type TremendousServer } from '#tests/contracts/tremendous-server.ts'
import {
  makeGiftCardShop,
  type GiftCardShop,
  readGiftCardState,
} from '#tests/support/gift-cards.ts'
import { startProcess } from '#tests/support/processes.ts'
import { waitUntil } from '#tests/support/wait-until.ts'
import { isChaosRun, reportMeasurement } from './duration.ts'

/**
 * A worker that is killed, or paused for longer than its leases, in the middle of its provider
 * calls. Another process continues within 30 seconds (longer on a busy machine of tests), and what
 * the paused worker records when it wakes up is discarded.
 */
const orders = 3
const takeoverMsMax = isChaosRun ? 30_000 : 90_000

async function redeemAll(t: TestApp, shop: GiftCardShop): Promise<void> {
  for (let n = 0; n < orders; n += 1) {
    const { status } = await t.call('shop.redeem', {
      token: shop.buyer.token,
      params: { id: shop.reward },
      body: {},
      key: `purchase${n}`,
    })
    expect(status).toBe(200)
  }
}
const isSettled = async (t: TestApp, shop: GiftCardShop): Promise<boolean> =>
  (await readGiftCardState(t, shop)).orders.every(({ step }) => step === 'settled')

async function expectOneOfEach(
  t: TestApp,
  shop: GiftCardShop,
  provider: TremendousServer,
): Promise<void> {
  const { charges, events, orders: rows } = await readGiftCardState(t, shop)
  expect(provider.orders.size).toBe(orders)
  expect(new Set(rows.map((row) => row.order_ref)).size).toBe(orders)
  expect(charges.map((charge) => charge.refunded_cents)).toEqual(Array(orders).fill(0))
  expect(new Set(charges.map((charge) => charge.key)).size).toBe(orders)
  const countOf = (type: string) => events.filter((event) => event === type).length
  expect(['charged', 'ordered', 'delivered', 'fulfilled'].map(countOf)).toEqual(
    Array(4).fill(orders),
  )
  expect(provider.violations).toEqual([])
  await t.checkLedger()
}

test.each(['SIGKILL', 'SIGSTOP'] as const)(
  'stopped-worker: another process continues its orders, each once (%s)',
  async (signal) => {
    const provider = await startTremendousServer()
    const t = await startTestApp({ at: new Date(), env: provider.env })
    const children: ChildProcess[] = []
    const startWorker = async () => {
      const { child } = await startProcess(t.ownerUrl, {
        isWorker: true,
        settings: provider.env,
      })
      children.push(child)
      return child
    }
    try {
      const shop = await makeGiftCardShop(t, { product_id: 'OKMHM2X2OHYV', price: 100 })
      await t.services.giftCards?.listCountries()
      provider.maxDelayMs.value = 4_000
      const first = await startWorker()
      await redeemAll(t, shop)
      await waitUntil('the provider has an order', () => provider.orders.size > 0)
      first.kill(signal)
      const stoppedAt = performance.now()
      provider.maxDelayMs.value = 0
      expect(await isSettled(t, shop)).toBe(false)
      await startWorker()
      await waitUntil('all orders are settled', () => isSettled(t, shop), takeoverMsMax)
      reportMeasurement(`${signal}: continued after ms`, performance.now() - stoppedAt)
      await expectOneOfEach(t, shop, provider)
      // The paused worker reads the answers to its calls.
      first.kill('SIGCONT')
      await new Promise((resolve) => {
        setTimeout(resolve, 3_000)
      })
      await expectOneOfEach(t, shop, provider)
    } finally {
      for (const child of children) child.kill('SIGKILL')
      await t.close()
      await provider.stop()
    }
  },
  takeoverMsMax + 120_000,
)
