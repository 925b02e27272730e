import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { insertApprovers, listNotified } from './approver-queries.ts'
import { findApprovers, toExcluding } from './find-approvers.ts'
import { notifyAboutGift } from './notify.ts'
import { type GiftRow, updateGift } from './queries.ts'

const addDays = (at: Date, days: number) => new Date(at.getTime() + days * dayMs)

type Timetable = Pick<
  GiftRow,
  'step_at' | 'created_at' | 'reminded_at' | 'escalated_at' | 'asked_at'
>
/** Returns the time of the next reminder, escalation or question of a pending gift. */
export function findNextTime(gift: Timetable): Date | null {
  const times = [
    gift.reminded_at ? [] : addDays(gift.step_at, limits.award_reminder_days),
    gift.escalated_at ? [] : addDays(gift.step_at, limits.award_escalation_days),
    gift.asked_at ? [] : addDays(gift.created_at, limits.award_waiting_days),
  ].flat()
  return times.length ? new Date(Math.min(...times.map((time) => time.getTime()))) : null
}

/** Returns the ids of users whose inbox changed. */
export async function notifyApprovers(
  trx: Trx,
  workspaceId: string,
  kind: 'approval_requested' | 'approval_reminder',
  { gift, approverIds, at }: { gift: GiftRow; approverIds: string[]; at: Date },
): Promise<string[]> {
  const excluding = toExcluding(workspaceId, gift)
  return notifyAboutGift(trx, workspaceId, kind, {
    giftId: gift.id,
    userIds: await listNotified(trx, excluding, approverIds, at),
    actorId: gift.giver_id,
    at,
  })
}

/**
 * Adds the approvers of the current step and asks them. Returns them, and the ids of users whose
 * inbox changed.
 */
export async function requestApproval(
  trx: Trx,
  workspaceId: string,
  gift: GiftRow,
  at: Date,
): Promise<{ approverIds: string[]; inboxes: string[] }> {
  const step = gift.steps[gift.step]
  if (!step) throw new Error('gift has no such step')
  const approverIds = await findApprovers(trx, workspaceId, step, gift)
  await insertApprovers(trx, workspaceId, {
    giftId: gift.id,
    step: gift.step,
    userIds: approverIds,
  })
  const request = { gift, approverIds, at }
  return {
    approverIds,
    inboxes: await notifyApprovers(trx, workspaceId, 'approval_requested', request),
  }
}

/** Begins a step of a gift. Returns the ids of users whose inbox changed. */
export async function beginStep(
  trx: Trx,
  workspaceId: string,
  gift: GiftRow,
  { step, at }: { step: number; at: Date },
): Promise<string[]> {
  const start = { step, step_at: at, reminded_at: null, escalated_at: null }
  const begun = { ...gift, ...start }
  await updateGift(trx, workspaceId, gift.id, { ...start, next_at: findNextTime(begun) })
  return (await requestApproval(trx, workspaceId, begun, at)).inboxes
}
