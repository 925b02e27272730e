import type { BodyOf } from '#contract/routes/index.ts'
import {
  countAccepted,
  findApproverFor,
  insertDecision,
} from '#server/modules/award-gifts/approver-queries.ts'
import { endGift } from '#server/modules/award-gifts/end-gift.ts'
import { notifyAboutGift } from '#server/modules/award-gifts/notify.ts'
import { type GiftRow, findGift, updateGift } from '#server/modules/award-gifts/queries.ts'
import { beginStep } from '#server/modules/award-gifts/step.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { GiftChange } from './events.ts'
import { isVisibleGift } from './gift-queries.ts'
import { giveAward } from './give-award.ts'

/** Returns a gift that the actor sees, locked. Throws not_found. */
async function requireVisibleGift(trx: Trx, actor: Actor, id: string, at: Date): Promise<GiftRow> {
  const gift = await findGift(trx, actor.workspace_id, id, 'lock')
  if (!gift || !(await isVisibleGift(trx, actor, id, at))) throwRefusal('not_found')
  return gift
}

/**
 * Throws award_decided unless the actor may decide the step of a gift that they have seen, forbidden
 * if they never could. Returns the approver in whose place they decide.
 */
async function requireApprover(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: Actor,
  gift: GiftRow,
  step: number,
  at: Date,
): Promise<string> {
  const isInvolved = gift.giver_id === userId || gift.receiver_ids.includes(userId)
  const place = { giftId: gift.id, step, userId, at }
  const approverId = isInvolved ? undefined : await findApproverFor(trx, workspaceId, place)
  if (approverId === undefined) throwRefusal('forbidden')
  if (gift.status !== 'pending' || gift.step !== step) throwRefusal('award_decided')
  return approverId
}

/** Gives a gift whose last step is approved. */
async function giveGift(trx: Trx, actor: Actor, gift: GiftRow, at: Date): Promise<GiftChange> {
  const { workspace_id: workspaceId, user_id: actorId, timezone } = actor
  const post = await giveAward(trx, { workspaceId, timezone, at }, gift)
  await updateGift(trx, workspaceId, gift.id, {
    status: 'approved',
    step: gift.steps.length,
    post_id: post.id,
    ended_at: at,
    next_at: null,
  })
  const told = await notifyAboutGift(trx, workspaceId, 'award_decided', {
    giftId: gift.id,
    userIds: [gift.giver_id],
    actorId,
    at,
  })
  return { inboxes: told, hasMovedPoints: true, post }
}

/** Approves the current step: the next one begins, or the gift is given. */
async function approveStep(trx: Trx, actor: Actor, gift: GiftRow, at: Date): Promise<GiftChange> {
  const next = gift.step + 1
  if (next >= gift.steps.length) return giveGift(trx, actor, gift, at)
  const inboxes = await beginStep(trx, actor.workspace_id, gift, { step: next, at })
  return { inboxes, hasMovedPoints: false, post: null }
}

/**
 * Approves or declines the current step of a gift. A gift to somebody who has left ends instead.
 * Throws the codes of `awards.decide`.
 */
export async function decideGift(
  trx: Trx,
  actor: Actor,
  id: string,
  { approve, step, reason }: BodyOf<'awards.decide'>,
  at: Date,
): Promise<GiftChange> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const gift = await requireVisibleGift(trx, actor, id, at)
  const approverId = await requireApprover(trx, actor, gift, step, at)
  const hasMovedPoints = gift.budget_id !== null
  const accepted = await countAccepted(trx, workspaceId, gift.receiver_ids)
  if (accepted < gift.receiver_ids.length) {
    const end = { status: 'withdrawn', receiver_left: true } as const
    const inboxes = await endGift(trx, workspaceId, gift, end, { actorId: null, at })
    return { inboxes, hasMovedPoints, post: null }
  }
  await insertDecision(trx, {
    workspace_id: workspaceId,
    gift_id: id,
    step,
    user_id: userId,
    delegate_of: approverId === userId ? null : approverId,
    approved: approve,
    created_at: at,
  })
  // Neither receivers nor the reason are in the audit log, which receivers may read.
  const fact = { award_id: gift.award_id, name: gift.award_name, gift_id: id }
  await audit(trx, actor, approve ? 'award.approve' : 'award.decline', fact, at)
  if (approve) return approveStep(trx, actor, gift, at)
  const end = { status: 'declined', decline_reason: reason } as const
  const inboxes = await endGift(trx, workspaceId, gift, end, { actorId: userId, at })
  return { inboxes, hasMovedPoints, post: null }
}

/** Withdraws a pending gift of the actor. Throws not_found, forbidden, award_decided. */
export async function withdrawGift(
  trx: Trx,
  actor: Actor,
  id: string,
  at: Date,
): Promise<GiftChange> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const gift = await requireVisibleGift(trx, actor, id, at)
  if (gift.giver_id !== userId) throwRefusal('forbidden')
  if (gift.status !== 'pending') throwRefusal('award_decided')
  const inboxes = await endGift(
    trx,
    workspaceId,
    gift,
    { status: 'withdrawn' },
    { actorId: userId, at },
  )
  return { inboxes, hasMovedPoints: gift.budget_id !== null, post: null }
}
