import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { Subscription } from '#server/adapters/billing/billing-provider.ts'
import { type BillingMailEvent, enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { findBillingRecipients } from '#server/modules/outbox/recipient-queries.ts'
import { forEachDue } from '#server/platform/background/for-each-due.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import type { SubscriptionRow } from './subscription-queries.ts'
import { listTrialsEnding, markTrialMailed } from './team-queries.ts'

const batchSize = 50

/**
 * Sends a mail to all billing administrators, each in their language. These mails about the
 * contract cannot be turned off.
 */
async function notifyBillingAdmins(
  trx: Trx,
  workspaceId: string,
  event: BillingMailEvent,
  at: Date,
): Promise<void> {
  const recipients = await findBillingRecipients(trx, workspaceId)
  await enqueueMails(
    trx,
    workspaceId,
    recipients.map((recipient) => ({ ...recipient, kind: 'billing', params: { news: event } })),
    at,
  )
}

/** Mails the billing administrators when a payment has failed or the subscription has ended. */
export async function notifySubscriptionChange(
  trx: Trx,
  workspaceId: string,
  before: SubscriptionRow | undefined,
  now: Subscription,
  at: Date,
): Promise<void> {
  const isUnchanged = before?.ref === now.ref && before.status === now.status
  if (isUnchanged) return
  if (now.status === 'past_due') await notifyBillingAdmins(trx, workspaceId, 'payment_failed', at)
  if (now.status === 'canceled' && before)
    await notifyBillingAdmins(trx, workspaceId, now.unpaid ? 'ended_unpaid' : 'ended', at)
}

/**
 * Mails the billing administrators of teams whose trial ends soon without a subscription, once per
 * team.
 */
export async function notifyTrialsEnding(services: Services): Promise<void> {
  const { db, clock, log } = services
  const at = clock.now()
  const until = new Date(at.getTime() + limits.trial_mail_days * dayMs)
  await forEachDue(
    await listTrialsEnding(db.global, at, until, batchSize),
    {
      log,
      message: 'end of a trial was not mailed',
      describe: (workspaceId) => ({ workspace: workspaceId }),
    },
    (workspaceId) =>
      db.tenant(workspaceId, async (trx) => {
        if (await markTrialMailed(trx, workspaceId, at))
          await notifyBillingAdmins(trx, workspaceId, 'trial_ending', at)
      }),
  )
}
