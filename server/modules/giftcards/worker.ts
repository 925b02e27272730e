import { sql } from 'kysely'
import { startPoller, type Poller } from '#server/platform/every.ts'
import type { Services } from '#server/platform/services.ts'
import { publishPurchaseChanged } from '#server/modules/purchases/news.ts'
import { type StepResult, stepHandlers } from './steps.ts'
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
  workspace_id: string,
  purchase_id: string,
): Promise<StepResult> {
  return services.db.tenant(workspace_id, async (trx) => {
    await trx
      .selectFrom('workspaces')
      .select('id')
      .where('id', '=', workspace_id)
      .forKeyShare()
      .execute()
    const order = await trx
      .selectFrom('gift_orders')
      .selectAll()
      .where('workspace_id', '=', workspace_id)
      .where('purchase_id', '=', purchase_id)
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
  workspace_id: string,
  purchase_id: string,
): Promise<void> {
  const purchase = await services.db.tenant(workspace_id, (trx) =>
    trx
      .selectFrom('purchases')
      .select('created_by')
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', purchase_id)
      .executeTakeFirst(),
  )
  if (purchase) publishPurchaseChanged(services, workspace_id, [purchase.created_by])
}

/** Walks one order as far as it goes now. */
export async function advanceOrder(
  services: Services,
  workspace_id: string,
  purchase_id: string,
): Promise<void> {
  let after = await runStep(services, workspace_id, purchase_id)
  const waits = after === 'wait'
  while (after === 'on') after = await runStep(services, workspace_id, purchase_id)
  if (!waits) await publishOrderProgress(services, workspace_id, purchase_id)
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
    for (const { workspace_id, purchase_id } of next) {
      // A fault with one order is not the others'; its lease ends, and it is tried again.
      await advanceOrder(services, workspace_id, purchase_id).catch((error: unknown) =>
        services.log.error(
          { err: error, workspace: workspace_id, purchase: purchase_id },
          'gift card',
        ),
      )
    }
  }
  await Promise.all(Array.from({ length: maxConcurrentOrders }, work))
  return rows.length
}

const workerByServices = new WeakMap<Services, Poller>()
/** Something was redeemed just now: this process's worker need not wait for its next second. */
export function wakeGiftCardWorker(services: Services): void {
  workerByServices.get(services)?.runNow()
}

/** Works on gift cards and on what their provider tells, every second, until stopped. */
export function startGiftCardWorker(services: Services): Poller {
  const turns = startPoller(secondMs, 'gift cards', services.log, async () => {
    await processGiftCardWebhooks(services)
    return (await processDueOrders(services)) === batchSize
  })
  workerByServices.set(services, turns)
  return turns
}
