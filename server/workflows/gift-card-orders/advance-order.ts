import { holdLease, type Lease, leaseMs, leaseUntil } from '#server/platform/background/lease.ts'
import { runUntilIdle, type SlotWork } from '#server/platform/background/slot-runner.ts'
import type { Services } from '#server/platform/services.ts'
import { publishPurchaseChanged } from '#server/modules/purchases/events.ts'
import { planStep, type ProviderCall } from './order-state-machine.ts'
import type { StepResult } from './order-steps.ts'
import {
  findBuyerId,
  type GiftOrderRow,
  leaseDueOrders,
  lockLeasedOrder,
  lockTeam,
  type OrderKey,
  renewOrderLease,
  takeOrder,
} from './queries.ts'

const maxConcurrentOrders = 3

type PlannedCall = { order: GiftOrderRow; call: ProviderCall }

/** Renews the lease of an order that ends at `until`, while its worker works or waits. */
export const holdOrderLease = (services: Services, key: OrderKey, until: Date): Lease =>
  holdLease(services, until, (heldUntil, next) =>
    services.db.tenant(key.workspaceId, (trx) => renewOrderLease(trx, key, heldUntil, next)),
  )

/**
 * Plans the next step of a leased order in one transaction. The team is locked first, to serialize
 * with its reset.
 */
function planNext(
  services: Services,
  key: OrderKey,
  lease: Lease,
): Promise<StepResult | PlannedCall> {
  return lease.withEnd((until) =>
    services.db.tenant(key.workspaceId, async (trx) => {
      await lockTeam(trx, key.workspaceId)
      const order = await takeOrder(trx, key, { heldUntil: until, until })
      if (!order) return 'done'
      const { log } = services
      const at = services.clock.now()
      const plan = await planStep({ services, log, trx, order, at, isWoken: false })
      return typeof plan === 'string' ? plan : { order, call: plan }
    }),
  )
}

/**
 * Runs a single step of a leased order: calls the provider outside any transaction, and records the
 * outcome unless another worker has taken the order over.
 */
async function runStep(services: Services, key: OrderKey, lease: Lease): Promise<StepResult> {
  const planned = await planNext(services, key, lease)
  if (typeof planned === 'string') return planned
  // The process was paused: another worker makes the call.
  if (lease.hasExpired()) return 'done'
  const recordOutcome = await planned.call()
  return lease.withEnd((until) =>
    services.db.tenant(key.workspaceId, async (trx) => {
      await lockTeam(trx, key.workspaceId)
      const order = await lockLeasedOrder(trx, planned.order, until)
      if (!order) return 'done'
      const { log, clock } = services
      return recordOutcome({ log, trx, order, at: clock.now(), isWoken: order.next_at < until })
    }),
  )
}

/** Publishes the progress of an order to the purchase lists and its buyer. */
async function publishOrderProgress(services: Services, key: OrderKey): Promise<void> {
  const buyer = await services.db.tenant(key.workspaceId, (trx) => findBuyerId(trx, key))
  if (buyer !== undefined) publishPurchaseChanged(services, key.workspaceId, [buyer])
}

/** Runs all steps of a leased order that are possible now. */
async function advanceOrder(services: Services, key: OrderKey, lease: Lease): Promise<void> {
  try {
    let result = await runStep(services, key, lease)
    const isDelayed = result === 'retry'
    while (result === 'continue') result = await runStep(services, key, lease)
    if (!isDelayed) await publishOrderProgress(services, key)
  } finally {
    await lease.stop()
  }
}

/** Takes an order over from its worker, which then records nothing, and advances it. */
export async function advanceOrderNow(services: Services, key: OrderKey): Promise<void> {
  const until = leaseUntil(services.clock.now())
  const order = await services.db.tenant(key.workspaceId, async (trx) => {
    await lockTeam(trx, key.workspaceId)
    return takeOrder(trx, key, { heldUntil: null, until })
  })
  if (order) await advanceOrder(services, key, holdOrderLease(services, key, until))
}

type LeasedOrder = { key: OrderKey; until: Date }

async function leaseOrders({ db, clock }: Services, limit: number): Promise<LeasedOrder[]> {
  const at = clock.now()
  const orders = await leaseDueOrders(db.global, at, leaseMs, limit)
  return orders.map((key) => ({ key, until: leaseUntil(at) }))
}

/** Work on orders in slots: a slow answer of a provider holds up only its own order. */
export const orderSlots = {
  size: maxConcurrentOrders,
  take: leaseOrders,
  async work(services: Services, { key, until }: LeasedOrder): Promise<void> {
    // A failing order does not block the others. After its lease it is retried.
    await advanceOrder(services, key, holdOrderLease(services, key, until)).catch(
      (error: unknown) =>
        services.log.error(
          { err: error, workspace: key.workspaceId, purchase: key.purchaseId },
          'gift card',
        ),
    )
  },
} satisfies SlotWork<LeasedOrder>

/**
 * Advances the due orders of all teams until none is left, for tests. Orders of a dead worker are
 * available again after their lease. Returns the number of orders.
 */
export async function processDueOrders(services: Services): Promise<number> {
  let count = 0
  await runUntilIdle(services, {
    ...orderSlots,
    async take(_services, limit) {
      const orders = await leaseOrders(services, limit)
      count += orders.length
      return orders
    },
  })
  return count
}
