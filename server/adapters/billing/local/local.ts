import { sql } from 'kysely'
import type { Database, Trx } from '#server/platform/database.ts'
import type { Jobs } from '#server/platform/jobs.ts'
import type { Billing, Customer } from '../billing.ts'
import { begin, cancel, changePlan, forget, payOpen, resume, setSeats } from './acts.ts'
import { catchUp, reschedule } from './course.ts'
import { listInvoices, listReceipts, preview, readAccount } from './look.ts'

/**
 * Subscriptions looked at in one turn; a worker that dies in it leaves them to others after the
 * lease.
 */
const batch = 20
const lease = '10 seconds'

/**
 * What is due with one subscription happens, and news of it are told, in one transaction. Another
 * one that holds it will do so by itself.
 */
async function walk(
  db: Database,
  jobs: Jobs,
  { workspace_id, id }: { workspace_id: string; id: string },
  at: Date,
): Promise<void> {
  await db.tenant(workspace_id, async (trx) => {
    const sub = await trx
      .selectFrom('local_subscriptions')
      .selectAll()
      .where('workspace_id', '=', workspace_id)
      .where('id', '=', id)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst()
    if (!sub) return
    const changed = await catchUp(trx, sub, at)
    await reschedule(trx, sub)
    if (changed) await jobs.send(trx, 'refresh_billing', { workspace_id })
  })
}

/** Subscriptions without a provider: their whole life in our own tables. No real money moves. */
export function localBilling(publicUrl: string, db: Database, jobs: Jobs): Billing {
  const tenant = <T>(
    { workspace_id }: Customer,
    work: (trx: Trx, workspace_id: string) => Promise<T>,
  ) => db.tenant(workspace_id, (trx) => work(trx, workspace_id))
  return {
    kind: 'local',
    // The payer stands in our own table: every invoice takes them from there.
    keepCustomer: (_ref, { workspace_id }) => Promise.resolve(workspace_id),
    read: (customer, at) => tenant(customer, (trx, id) => readAccount(trx, id, at)),
    subscribe: async (customer, order, card, at) => {
      await tenant(customer, (trx, id) => begin(trx, id, order, card, at))
      return true
    },
    startCheckout: async (customer, order, { token }, at) => {
      // What is wrong with an order is told before a page opens for it.
      await tenant(customer, (trx, id) => preview(trx, id, order, 'en', at))
      return { url: `${publicUrl}/checkout/${token}`, ref: null }
    },
    changePlan: (customer, to, at) => tenant(customer, (trx, id) => changePlan(trx, id, to, at)),
    setSeats: (customer, seats, at) => tenant(customer, (trx, id) => setSeats(trx, id, seats, at)),
    cancel: (customer, why, at) => tenant(customer, (trx, id) => cancel(trx, id, why, at)),
    resume: (customer, at) => tenant(customer, (trx, id) => resume(trx, id, at)),
    useCard: (customer, card, at) => tenant(customer, (trx, id) => payOpen(trx, id, card, at)),
    preview: (customer, order, language, at) =>
      tenant(customer, (trx, id) => preview(trx, id, order, language, at)),
    invoices: (customer, ask) => tenant(customer, (trx, id) => listInvoices(trx, id, ask)),
    receipts: (customer, ask) => tenant(customer, (trx, id) => listReceipts(trx, id, ask)),
    forget: (customer, at) => tenant(customer, (trx, id) => forget(trx, id, at)),
    async turn(at) {
      const { rows } = await sql<{
        workspace_id: string
        id: string
      }>`select * from local_subscriptions_take(${at}, ${lease}::interval, ${batch})`.execute(
        db.global,
      )
      // A fault with one subscription is not the others'; its lease ends, and it is tried again.
      const faults: unknown[] = []
      for (const row of rows)
        await walk(db, jobs, row, at).catch((error: unknown) => faults.push(error))
      if (faults.length)
        throw new AggregateError(
          faults,
          `${faults.length} of ${rows.length} subscriptions: ${(faults[0] as Error).message}`,
        )
      return rows.length === batch
    },
  }
}
