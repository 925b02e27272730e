import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Subscription } from '#server/adapters/billing/billing-provider.ts'
import { type BillingMailEvent, enqueueMails } from '../outbox/enqueue-mails.ts'
import { findBillingRecipients } from '../outbox/recipients.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import type { SubscriptionRow } from './queries.ts'

const dayMs = 86_400_000
const batchSize = 50

/**
 * Tells everybody who looks after billing, in their own language. These mails have no switch: they
 * are about the team's contract.
 */
async function notifyBillingAdmins(
  trx: Trx,
  workspaceId: string,
  news: BillingMailEvent,
  at: Date,
): Promise<void> {
  const readers = await findBillingRecipients(trx, workspaceId)
  await enqueueMails(
    trx,
    workspaceId,
    readers.map((reader) => ({ ...reader, kind: 'billing', params: { news } })),
    at,
  )
}

/**
 * A subscription is another than it was: its administrators learn of a payment that failed and of
 * its end.
 */
export async function notifySubscriptionChange(
  trx: Trx,
  workspaceId: string,
  before: SubscriptionRow | undefined,
  now: Subscription,
  at: Date,
): Promise<void> {
  const same = before?.ref === now.ref && before.status === now.status
  if (same) return
  if (now.status === 'past_due') await notifyBillingAdmins(trx, workspaceId, 'payment_failed', at)
  if (now.status === 'canceled' && before)
    await notifyBillingAdmins(trx, workspaceId, now.unpaid ? 'ended_unpaid' : 'ended', at)
}

/**
 * Teams whose trial ends within days, without a subscription: their administrators are told, once.
 */
export async function notifyTrialsEnding(services: Services): Promise<void> {
  const { db, clock } = services
  const at = clock.now()
  const { rows } = await sql<{ workspace_id: string }>`
    select trials_take as workspace_id from trials_take(${at},
      ${new Date(at.getTime() + limits.trial_mail_days * dayMs)}, ${batchSize})`.execute(db.global)
  for (const { workspace_id: workspaceId } of rows) {
    await db.tenant(workspaceId, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('workspaces')
        .set({ trial_mailed_at: at })
        .where('id', '=', workspaceId)
        .where('trial_mailed_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 1n) await notifyBillingAdmins(trx, workspaceId, 'trial_ending', at)
    })
  }
}
