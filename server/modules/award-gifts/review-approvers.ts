import type { Trx } from '#server/platform/database/database.ts'
import { deleteApprover, listApprovers } from './approver-queries.ts'
import { findApprovers, findEscalation } from './find-approvers.ts'
import { replaceApprovers } from './leave.ts'
import { findGift, type GiftRow, listGiftsAwaitingFormer } from './queries.ts'

type Review = { workspaceId: string; userIds: string[]; at: Date }

/** Returns whether a person could decide a pending gift if its step began now. */
async function isStillApprover(
  trx: Trx,
  workspaceId: string,
  gift: GiftRow,
  { userId, otherIds }: { userId: string; otherIds: string[] },
): Promise<boolean> {
  const step = gift.steps[gift.step]
  if (step && (await findApprovers(trx, workspaceId, step, gift)).includes(userId)) return true
  return gift.escalated_at
    ? (await findEscalation(trx, workspaceId, otherIds, gift)).includes(userId)
    : false
}

/**
 * Removes people from the approvers of gifts that they could decide only as administrators. Follows
 * every loss of a permission, in its transaction. Others decide if nobody remains.
 */
export async function reviewApprovers(
  trx: Trx,
  { workspaceId, userIds, at }: Review,
): Promise<void> {
  const awaiting = await listGiftsAwaitingFormer(trx, workspaceId, userIds)
  for (const { gift_id: giftId, user_id: userId } of awaiting) {
    const gift = await findGift(trx, workspaceId, giftId, 'lock')
    if (gift?.status !== 'pending') continue
    const otherIds = (await listApprovers(trx, workspaceId, [giftId]))
      .filter((one) => one.step === gift.step && one.user_id !== userId)
      .map((one) => one.user_id)
    if (await isStillApprover(trx, workspaceId, gift, { userId, otherIds })) continue
    await deleteApprover(trx, workspaceId, { giftId, step: gift.step, userId })
    if (!otherIds.length) await replaceApprovers(trx, { workspaceId, at }, gift)
  }
}
