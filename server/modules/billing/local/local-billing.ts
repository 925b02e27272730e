import { leaseMs } from '#server/platform/background/lease.ts'
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
import { leaseDueSubscriptions, lockIdleSubscription } from './queries.ts'
import {
  fetchLocalAccount,
  listLocalInvoices,
  listLocalReceipts,
  previewLocalInvoice,
} from './read-account.ts'
import { runDueSteps, updateNextDueAt } from './lifecycle.ts'

/** Subscriptions per batch. If the worker dies, others take over after the lease. */
const batchSize = 20

/**
 * Runs the due steps of a subscription and enqueues a refresh, in a single transaction. Skips a
 * locked subscription: its holder runs the steps too.
 */
async function processSubscription(
  db: Database,
  jobs: Jobs,
  { workspace_id: workspaceId, id }: { workspace_id: string; id: string },
  at: Date,
): Promise<void> {
  await db.tenant(workspaceId, async (trx) => {
    const sub = await lockIdleSubscription(trx, workspaceId, id)
    if (!sub) return
    const changed = await runDueSteps(trx, sub, at)
    await updateNextDueAt(trx, sub)
    if (changed) await jobs.send(trx, 'refresh_billing', { workspace_id: workspaceId })
  })
}

/**
 * Creates billing without a provider: subscriptions live in our own tables, and no real money
 * moves.
 */
export function createLocalBilling(publicUrl: string, db: Database, jobs: Jobs): BillingProvider {
  const tenant = <T>(
    { workspace_id: workspaceId }: Customer,
    work: (trx: Trx, workspaceId: string) => Promise<T>,
  ) => db.tenant(workspaceId, (trx) => work(trx, workspaceId))
  const snapshot = <T>(
    { workspace_id: workspaceId }: Customer,
    work: (trx: Trx, workspaceId: string) => Promise<T>,
  ) => db.readSnapshot(workspaceId, (trx) => work(trx, workspaceId))
  return {
    kind: 'local',
    // Invoices read the payer from our own table.
    upsertCustomer: (_ref, { workspace_id: workspaceId }) => Promise.resolve(workspaceId),
    fetchAccount: (customer, at) => snapshot(customer, (trx, id) => fetchLocalAccount(trx, id, at)),
    subscribe: async (customer, order, card, at) => {
      await tenant(customer, (trx, id) => startLocalSubscription(trx, id, order, card, at))
      return true
    },
    startCheckout: async (customer, order, { token }, at) => {
      // Reject an invalid order before its page opens.
      await snapshot(customer, (trx, id) => previewLocalInvoice(trx, id, order, 'en', at))
      return { url: `${publicUrl}/checkout/${token}`, ref: null }
    },
    changePlan: (customer, to, at) =>
      tenant(customer, (trx, id) => changeLocalPlan(trx, id, to, at)),
    changeSeats: (customer, seats, at) =>
      tenant(customer, (trx, id) => changeLocalSeats(trx, id, seats, at)),
    cancel: (customer, cancellation, at) =>
      tenant(customer, (trx, id) => cancelLocalSubscription(trx, id, cancellation, at)),
    resume: (customer, at) => tenant(customer, (trx, id) => resumeLocalSubscription(trx, id, at)),
    setPaymentCard: (customer, card, at) =>
      tenant(customer, (trx, id) => payOpenInvoice(trx, id, card, at)),
    previewInvoice: (customer, order, language, at) =>
      snapshot(customer, (trx, id) => previewLocalInvoice(trx, id, order, language, at)),
    listInvoices: (customer, page) =>
      snapshot(customer, (trx, id) => listLocalInvoices(trx, id, page)),
    listReceipts: (customer, page) =>
      snapshot(customer, (trx, id) => listLocalReceipts(trx, id, page)),
    deleteCustomer: (customer, at) =>
      tenant(customer, (trx, id) => endLocalSubscription(trx, id, at)),
    async processDue(at) {
      const rows = await leaseDueSubscriptions(db.global, at, leaseMs, batchSize)
      // A failing subscription does not block the others. After its lease it is retried.
      const errors: unknown[] = []
      for (const row of rows)
        await processSubscription(db, jobs, row, at).catch((error: unknown) => errors.push(error))
      if (errors.length)
        throw new AggregateError(
          errors,
          `${errors.length} of ${rows.length} subscriptions: ${(errors[0] as Error).message}`,
        )
      return rows.length === batchSize
    },
  }
}
