import { secondMs } from '#contract/durations.ts'
import { registerGiftCardWorker } from '#server/modules/giftcards/wake-worker.ts'
import { sql } from 'kysely'
import { startPoller, type Poller } from '#server/platform/background/poller.ts'
import type { Services } from '#server/platform/services.ts'
import { publishPurchaseChanged } from '#server/modules/purchases/events.ts'
import { type StepResult, stepHandlers } from './order-state-machine.ts'
import { processGiftCardWebhooks } from './webhooks.ts'

const batchSize = 20
const maxConcurrentOrders = 3

/**
 * Runs a single step of an order in a transaction. The row lock prevents two workers from running
 * the same step; a locked row is skipped. The workspace row is locked first, to serialize with a
 * reset of the team.
 */
async function runStep(
  services: Services,
  workspaceId: string,
  purchaseId: string,
): Promise<StepResult> {
  return services.db.tenant(workspaceId, async (trx) => {
    await trx
      .selectFrom('workspaces')
      .select('id')
      .where('id', '=', workspaceId)
      .forKeyShare()
      .execute()
    const order = await trx
      .selectFrom('gift_orders')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('purchase_id', '=', purchaseId)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    const handler = order && stepHandlers[order.step]
    return handler ? handler({ services, trx, order, at: services.clock.now() }) : 'done'
  })
}

/** Publishes the progress of an order to the purchase lists and its buyer. */
async function publishOrderProgress(
  services: Services,
  workspaceId: string,
  purchaseId: string,
): Promise<void> {
  const purchase = await services.db.tenant(workspaceId, (trx) =>
    trx
      .selectFrom('purchases')
      .select('created_by')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', purchaseId)
      .executeTakeFirst(),
  )
  if (purchase) publishPurchaseChanged(services, workspaceId, [purchase.created_by])
}

/** Runs all steps of an order that are possible now. */
export async function advanceOrder(
  services: Services,
  workspaceId: string,
  purchaseId: string,
): Promise<void> {
  let result = await runStep(services, workspaceId, purchaseId)
  const isDelayed = result === 'retry'
  while (result === 'continue') result = await runStep(services, workspaceId, purchaseId)
  if (!isDelayed) await publishOrderProgress(services, workspaceId, purchaseId)
}

/**
 * Advances due orders of all teams. Orders of a dead worker are available again after 30 seconds.
 * Several processes can run this. Returns the number of orders.
 */
export async function processDueOrders(services: Services): Promise<number> {
  const { rows } = await sql<{
    workspace_id: string
    purchase_id: string
  }>`select * from gift_orders_take(${services.clock.now()}, interval '30 seconds', ${batchSize})`.execute(
    services.db.global,
  )
  const next = rows.values()
  const work = async () => {
    for (const { workspace_id: workspaceId, purchase_id: purchaseId } of next) {
      // A failing order does not block the others. After its lease it is retried.
      await advanceOrder(services, workspaceId, purchaseId).catch((error: unknown) =>
        services.log.error(
          { err: error, workspace: workspaceId, purchase: purchaseId },
          'gift card',
        ),
      )
    }
  }
  await Promise.all(Array.from({ length: maxConcurrentOrders }, work))
  return rows.length
}

/**
 * Starts the worker for gift card orders and webhook events. It polls every second until stopped.
 */
export function startGiftCardWorker(services: Services): Poller {
  const poller = startPoller(secondMs, 'gift cards', services.log, async () => {
    await processGiftCardWebhooks(services)
    return (await processDueOrders(services)) === batchSize
  })
  registerGiftCardWorker(services, poller)
  return poller
}
