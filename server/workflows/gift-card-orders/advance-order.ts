import { leaseMs, leaseUntil } from '#server/platform/background/lease.ts'
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
} from './queries.ts'

export const ordersPerRun = 20
const maxConcurrentOrders = 3

type PlannedCall = { order: GiftOrderRow; call: ProviderCall }

/**
 * Renews the lease and plans the next step in one transaction. The team is locked first, to
 * serialize with its reset.
 */
function leaseAndPlan(
  services: Services,
  key: OrderKey,
  heldUntil: Date | null,
  until: Date,
): Promise<StepResult | PlannedCall> {
  return services.db.tenant(key.workspaceId, async (trx) => {
    await lockTeam(trx, key.workspaceId)
    const order = await renewOrderLease(trx, key, heldUntil, until)
    if (!order) return 'done'
    const { log } = services
    const at = services.clock.now()
    const plan = await planStep({ services, log, trx, order, at, isWoken: false })
    return typeof plan === 'string' ? plan : { order, call: plan }
  })
}

/**
 * Runs a single step of an order: leases it, calls the provider outside any transaction, and
 * records the outcome unless another worker has taken the order over.
 */
async function runStep(
  services: Services,
  key: OrderKey,
  heldUntil: Date | null,
  until: Date,
): Promise<StepResult> {
  const planned = await leaseAndPlan(services, key, heldUntil, until)
  if (typeof planned === 'string') return planned
  const recordOutcome = await planned.call()
  return services.db.tenant(key.workspaceId, async (trx) => {
    await lockTeam(trx, key.workspaceId)
    const order = await lockLeasedOrder(trx, planned.order, until)
    if (!order) return 'done'
    const { log, clock } = services
    return recordOutcome({ log, trx, order, at: clock.now(), isWoken: order.next_at < until })
  })
}

/** Publishes the progress of an order to the purchase lists and its buyer. */
async function publishOrderProgress(services: Services, key: OrderKey): Promise<void> {
  const buyer = await services.db.tenant(key.workspaceId, (trx) => findBuyerId(trx, key))
  if (buyer !== undefined) publishPurchaseChanged(services, key.workspaceId, [buyer])
}

/**
 * Runs all steps of an order that are possible now. `heldUntil` is the end of the caller's lease;
 * without one the order is taken over from its worker, which then records nothing.
 */
export async function advanceOrder(
  services: Services,
  key: OrderKey,
  heldUntil: Date | null = null,
): Promise<void> {
  let until = leaseUntil(services.clock.now())
  let result = await runStep(services, key, heldUntil, until)
  const isDelayed = result === 'retry'
  while (result === 'continue') {
    const held = until
    until = leaseUntil(services.clock.now())
    result = await runStep(services, key, held, until)
  }
  if (!isDelayed) await publishOrderProgress(services, key)
}

/**
 * Advances due orders of all teams. Orders of a dead worker are available again after their lease.
 * Several processes can run this. Returns the number of orders.
 */
export async function processDueOrders(services: Services): Promise<number> {
  const at = services.clock.now()
  const orders = await leaseDueOrders(services.db.global, at, leaseMs, ordersPerRun)
  const next = orders.values()
  const work = async () => {
    for (const key of next) {
      // A failing order does not block the others. After its lease it is retried.
      await advanceOrder(services, key, leaseUntil(at)).catch((error: unknown) =>
        services.log.error(
          { err: error, workspace: key.workspaceId, purchase: key.purchaseId },
          'gift card',
        ),
      )
    }
  }
  await Promise.all(Array.from({ length: maxConcurrentOrders }, work))
  return orders.length
}
