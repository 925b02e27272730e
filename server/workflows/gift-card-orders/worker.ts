import { registerGiftCardWorker } from '#server/modules/giftcards/wake-worker.ts'
import { sql } from 'kysely'
import { startPoller, type Poller } from '#server/platform/background/poller.ts'
import type { Services } from '#server/platform/services.ts'
import { publishPurchaseChanged } from '#server/modules/purchases/events.ts'
import { type StepResult, stepHandlers } from './order-state-machine.ts'
import { processGiftCardWebhooks } from './webhooks.ts'

const secondMs = 1_000
const batchSize = 20
const maxConcurrentOrders = 3

/**
 * One step of one order, in one transaction. The row is held while the world is asked, so that no
 * two workers take the same step; a row that another one holds is left to it. The team's row comes
 * first: who resets the team waits for the step to end, or the step for them.
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
    const work = order && stepHandlers[order.step]
    return work ? work({ services, trx, order, at: services.clock.now() }) : 'done'
  })
}

/** Tells whoever looks at the purchase, and its buyer, how far it has come. */
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

/** Walks one order as far as it goes now. */
export async function advanceOrder(
  services: Services,
  workspaceId: string,
  purchaseId: string,
): Promise<void> {
  let after = await runStep(services, workspaceId, purchaseId)
  const waits = after === 'wait'
  while (after === 'on') after = await runStep(services, workspaceId, purchaseId)
  if (!waits) await publishOrderProgress(services, workspaceId, purchaseId)
}

/**
 * Walks on with every order that is due, whosoever it is. A dead worker's come back after half a
 * minute. Several workers share the work. Answers how many were looked at.
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
      // A fault with one order is not the others'; its lease ends, and it is tried again.
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

/** Works on gift cards and on what their provider tells, every second, until stopped. */
export function startGiftCardWorker(services: Services): Poller {
  const turns = startPoller(secondMs, 'gift cards', services.log, async () => {
    await processGiftCardWebhooks(services)
    return (await processDueOrders(services)) === batchSize
  })
  registerGiftCardWorker(services, turns)
  return turns
}
