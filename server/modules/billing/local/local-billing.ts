import { sql } from 'kysely'
import type { Database, Trx } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/background/jobs.ts'
import type { BillingProvider, Customer } from '#server/adapters/billing/billing-provider.ts'
import {
  startLocalSubscription,
  cancelLocalSubscription,
  changeLocalPlan,
  endLocalSubscription,
  payOpenInvoice,
  resumeLocalSubscription,
  changeLocalSeats,
} from './commands.ts'
import { runDueSteps, updateNextDueAt } from './lifecycle.ts'
import {
  listLocalInvoices,
  listLocalReceipts,
  previewLocalInvoice,
  fetchLocalAccount,
} from './queries.ts'

/**
 * Subscriptions looked at in one turn; a worker that dies in it leaves them to others after the
 * lease.
 */
const batchSize = 20
const leaseDuration = '10 seconds'

/**
 * What is due with one subscription happens, and news of it are told, in one transaction. Another
 * one that holds it will do so by itself.
 */
async function processSubscription(
  db: Database,
  jobs: Jobs,
  { workspace_id: workspaceId, id }: { workspace_id: string; id: string },
  at: Date,
): Promise<void> {
  await db.tenant(workspaceId, async (trx) => {
    const sub = await trx
      .selectFrom('local_subscriptions')
      .selectAll()
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!sub) return
    const changed = await runDueSteps(trx, sub, at)
    await updateNextDueAt(trx, sub)
    if (changed) await jobs.send(trx, 'refresh_billing', { workspace_id: workspaceId })
  })
}

/** Subscriptions without a provider: their whole life in our own tables. No real money moves. */
export function createLocalBilling(publicUrl: string, db: Database, jobs: Jobs): BillingProvider {
  const tenant = <T>(
    { workspace_id: workspaceId }: Customer,
    work: (trx: Trx, workspaceId: string) => Promise<T>,
  ) => db.tenant(workspaceId, (trx) => work(trx, workspaceId))
  return {
    kind: 'local',
    // The payer stands in our own table: every invoice takes them from there.
    upsertCustomer: (_ref, { workspace_id: workspaceId }) => Promise.resolve(workspaceId),
    fetchAccount: (customer, at) => tenant(customer, (trx, id) => fetchLocalAccount(trx, id, at)),
    subscribe: async (customer, order, card, at) => {
      await tenant(customer, (trx, id) => startLocalSubscription(trx, id, order, card, at))
      return true
    },
    startCheckout: async (customer, order, { token }, at) => {
      // What is wrong with an order is told before a page opens for it.
      await tenant(customer, (trx, id) => previewLocalInvoice(trx, id, order, 'en', at))
      return { url: `${publicUrl}/checkout/${token}`, ref: null }
    },
    changePlan: (customer, to, at) =>
      tenant(customer, (trx, id) => changeLocalPlan(trx, id, to, at)),
    changeSeats: (customer, seats, at) =>
      tenant(customer, (trx, id) => changeLocalSeats(trx, id, seats, at)),
    cancel: (customer, why, at) =>
      tenant(customer, (trx, id) => cancelLocalSubscription(trx, id, why, at)),
    resume: (customer, at) => tenant(customer, (trx, id) => resumeLocalSubscription(trx, id, at)),
    setPaymentCard: (customer, card, at) =>
      tenant(customer, (trx, id) => payOpenInvoice(trx, id, card, at)),
    previewInvoice: (customer, order, language, at) =>
      tenant(customer, (trx, id) => previewLocalInvoice(trx, id, order, language, at)),
    listInvoices: (customer, ask) => tenant(customer, (trx, id) => listLocalInvoices(trx, id, ask)),
    listReceipts: (customer, ask) => tenant(customer, (trx, id) => listLocalReceipts(trx, id, ask)),
    deleteCustomer: (customer, at) =>
      tenant(customer, (trx, id) => endLocalSubscription(trx, id, at)),
    async processDue(at) {
      const { rows } = await sql<{
        workspace_id: string
        id: string
      }>`select * from local_subscriptions_take(${at}, ${leaseDuration}::interval, ${batchSize})`.execute(
        db.global,
      )
      // A fault with one subscription is not the others'; its lease ends, and it is tried again.
      const faults: unknown[] = []
      for (const row of rows)
        await processSubscription(db, jobs, row, at).catch((error: unknown) => faults.push(error))
      if (faults.length)
        throw new AggregateError(
          faults,
          `${faults.length} of ${rows.length} subscriptions: ${(faults[0] as Error).message}`,
        )
      return rows.length === batchSize
    },
  }
}
