import type { Trx } from '#server/platform/database/database.ts'
import { listApprovers, listNotified } from './approver-queries.ts'
import { toExcluding } from './find-approvers.ts'
import { findGift } from './queries.ts'

/**
 * The ids of people who get a chat message about a gift as it is now. `readers`: who may decide its
 * current step, or its giver once somebody else has ended it. `asked`: the giver of a pending gift,
 * once they are asked whether to wait.
 */
type NoticeReaders = { readers: string[]; asked: string[] }

/** Returns who gets a chat message about a gift now; nobody for an unknown one. */
export async function listNoticeReaders(
  trx: Trx,
  workspaceId: string,
  giftId: string,
  at: Date,
): Promise<NoticeReaders> {
  const gift = await findGift(trx, workspaceId, giftId)
  if (!gift) return { readers: [], asked: [] }
  if (gift.status === 'pending') {
    const approverIds = (await listApprovers(trx, workspaceId, [giftId]))
      .filter(({ step }) => step === gift.step)
      .map((approver) => approver.user_id)
    return {
      readers: await listNotified(trx, toExcluding(workspaceId, gift), approverIds, at),
      asked: gift.asked_at ? [gift.giver_id] : [],
    }
  }
  const isWithdrawn = gift.status === 'withdrawn' && !gift.receiver_left
  return { readers: isWithdrawn ? [] : [gift.giver_id], asked: [] }
}
