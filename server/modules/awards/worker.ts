import { dayMs, minuteMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { insertApprovers, listApprovers } from '#server/modules/award-gifts/approver-queries.ts'
import { findEscalation } from '#server/modules/award-gifts/find-approvers.ts'
import { notifyAboutGift } from '#server/modules/award-gifts/notify.ts'
import { type GiftRow, findGift, updateGift } from '#server/modules/award-gifts/queries.ts'
import { findNextTime, notifyApprovers, requestApproval } from '#server/modules/award-gifts/step.ts'
import { publishInboxChanged } from '#server/modules/inbox-items/events.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
import { forEachDue } from '#server/platform/background/for-each-due.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { listDueGifts } from './gift-queries.ts'

const batchSize = 100
const isDue = (since: Date, days: number, at: Date) =>
  at.getTime() - since.getTime() >= days * dayMs

/** Returns the approvers of the current step. Finds others if nobody remains. */
async function listCurrentApprovers(
  trx: Trx,
  workspaceId: string,
  gift: GiftRow,
  at: Date,
): Promise<{ approverIds: string[]; inboxes: string[] }> {
  const approvers = await listApprovers(trx, workspaceId, [gift.id])
  const approverIds = approvers
    .filter(({ step }) => step === gift.step)
    .map((approver) => approver.user_id)
  return approverIds.length
    ? { approverIds, inboxes: [] }
    : requestApproval(trx, workspaceId, gift, at)
}

/** Lets the next managers and administrators decide as well, and asks them. */
async function escalate(
  trx: Trx,
  workspaceId: string,
  { gift, approverIds, at }: { gift: GiftRow; approverIds: string[]; at: Date },
): Promise<string[]> {
  const added = await findEscalation(trx, workspaceId, approverIds, gift)
  await insertApprovers(trx, workspaceId, { giftId: gift.id, step: gift.step, userIds: added })
  const request = { gift, approverIds: added, at }
  return notifyApprovers(trx, workspaceId, 'approval_requested', request)
}

/**
 * Sends the reminder, the escalation and the question of a pending gift that are due, each once: the
 * lock of the gift and its columns decide. Returns the ids of users whose inbox changed.
 */
async function followUpGift(
  trx: Trx,
  workspaceId: string,
  giftId: string,
  at: Date,
): Promise<string[]> {
  const gift = await findGift(trx, workspaceId, giftId, 'lock')
  if (gift?.status !== 'pending') return []
  const { approverIds, inboxes } = await listCurrentApprovers(trx, workspaceId, gift, at)
  const changed = [...inboxes]
  const request = { gift, approverIds, at }
  const sent = { ...gift }
  if (!gift.reminded_at && isDue(gift.step_at, limits.award_reminder_days, at)) {
    changed.push(...(await notifyApprovers(trx, workspaceId, 'approval_reminder', request)))
    sent.reminded_at = at
  }
  if (!gift.escalated_at && isDue(gift.step_at, limits.award_escalation_days, at)) {
    changed.push(...(await escalate(trx, workspaceId, request)))
    sent.escalated_at = at
  }
  if (!gift.asked_at && isDue(gift.created_at, limits.award_waiting_days, at)) {
    const question = { giftId, userIds: [gift.giver_id], actorId: null, at }
    changed.push(...(await notifyAboutGift(trx, workspaceId, 'award_waiting', question)))
    sent.asked_at = at
  }
  const { reminded_at, escalated_at, asked_at } = sent
  await updateGift(trx, workspaceId, giftId, {
    reminded_at,
    escalated_at,
    asked_at,
    // Without an approver, the next run looks for one a day later.
    next_at: approverIds.length ? findNextTime(sent) : new Date(at.getTime() + dayMs),
  })
  return changed
}

/** Follows up the gifts that are due. Returns true when more are waiting. */
export async function followUpGifts({ db, clock, events, log }: Services): Promise<boolean> {
  const at = clock.now()
  const due = await listDueGifts(db.global, at, batchSize)
  const done = await forEachDue(
    due,
    {
      log,
      message: 'award was not followed up',
      describe: (row) => ({ workspace: row.workspace_id, gift: row.gift_id }),
    },
    async ({ workspace_id: workspaceId, gift_id: giftId }) => {
      const changed = await db.tenant(workspaceId, (trx) =>
        followUpGift(trx, workspaceId, giftId, at),
      )
      publishInboxChanged({ events }, workspaceId, changed)
    },
  )
  return done > 0 && due.length === batchSize
}

/** Reminds approvers of awards and escalates them. Safe with several processes. */
export const awardWorker = defineWorker({
  name: 'awards',
  everyMs: 5 * minuteMs,
  run: followUpGifts,
})
