import type { Trx } from '#server/platform/database/database.ts'
import { listApprovers, listNotified } from './approver-queries.ts'
import { toExcluding } from './find-approvers.ts'
import { findGift } from './queries.ts'

/**
 * Returns who gets a chat message about a gift as it is now: people who may decide its current step,
 * and its giver once they are asked whether to wait, or once somebody else has ended it.
 */
export async function listNoticeReaders(
  trx: Trx,
  workspaceId: string,
  giftId: string,
  at: Date,
): Promise<string[]> {
  const gift = await findGift(trx, workspaceId, giftId)
  if (!gift) return []
  if (gift.status === 'pending') {
    const approverIds = (await listApprovers(trx, workspaceId, [giftId]))
      .filter(({ step }) => step === gift.step)
      .map((approver) => approver.user_id)
    const deciders = await listNotified(trx, toExcluding(workspaceId, gift), approverIds, at)
    return gift.asked_at ? [...deciders, gift.giver_id] : deciders
  }
  return gift.status === 'withdrawn' && !gift.receiver_left ? [] : [gift.giver_id]
}
