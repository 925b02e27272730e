import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import type { Subscription } from '#server/adapters/billing/billing.ts'
import { type BillingNews, enqueueMails } from '#server/modules/notifications/outbox.ts'
import { readersOfBilling } from '#server/modules/notifications/queries.ts'
import type { Trx } from '#server/platform/database.ts'
import type { Services } from '#server/platform/services.ts'
import type { SubscriptionRow } from './queries.ts'

const day = 86_400_000
const batch = 50

/**
 * Tells everybody who looks after billing, in their own language. These mails have no switch: they
 * are about the team's contract.
 */
async function tell(trx: Trx, workspace_id: string, news: BillingNews, at: Date): Promise<void> {
  const readers = await readersOfBilling(trx, workspace_id)
  await enqueueMails(
    trx,
    workspace_id,
    readers.map((reader) => ({ ...reader, kind: 'billing', params: { news } })),
    at,
  )
}

/**
 * A subscription is another than it was: its administrators learn of a payment that failed and of
 * its end.
 */
export async function tellOfChange(
  trx: Trx,
  workspace_id: string,
  before: SubscriptionRow | undefined,
  now: Subscription,
  at: Date,
): Promise<void> {
  const same = before?.ref === now.ref && before.status === now.status
  if (same) return
  if (now.status === 'past_due') await tell(trx, workspace_id, 'payment_failed', at)
  if (now.status === 'canceled' && before)
    await tell(trx, workspace_id, now.unpaid ? 'ended_unpaid' : 'ended', at)
}

/**
 * Teams whose trial ends within days, without a subscription: their administrators are told, once.
 */
export async function tellOfTrials(services: Services): Promise<void> {
  const { db, clock } = services
  const at = clock.now()
  const { rows } = await sql<{ workspace_id: string }>`
    select trials_take as workspace_id from trials_take(${at},
      ${new Date(at.getTime() + limits.trial_mail_days * day)}, ${batch})`.execute(db.global)
  for (const { workspace_id } of rows) {
    await db.tenant(workspace_id, async (trx) => {
      const { numUpdatedRows } = await trx
        .updateTable('workspaces')
        .set({ trial_mailed_at: at })
        .where('id', '=', workspace_id)
        .where('trial_mailed_at', 'is', null)
        .executeTakeFirst()
      if (numUpdatedRows === 1n) await tell(trx, workspace_id, 'trial_ending', at)
    })
  }
}
