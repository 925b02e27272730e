import { releaseAward } from '#server/ledger/awards.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { notifyAboutGift } from './notify.ts'
import { type GiftRow, updateGift } from './queries.ts'

type End = {
  status: 'declined' | 'withdrawn'
  decline_reason?: string
  receiver_left?: boolean
}

/**
 * Ends a pending gift without giving it, and releases its points. Its giver is told, unless they
 * ended it themselves. Returns the ids of users whose inbox changed.
 */
export async function endGift(
  trx: Trx,
  workspaceId: string,
  gift: GiftRow,
  end: End,
  { actorId, at }: { actorId: string | null; at: Date },
): Promise<string[]> {
  await updateGift(trx, workspaceId, gift.id, { ...end, ended_at: at, next_at: null })
  if (gift.budget_id !== null)
    await releaseAward(trx, { workspaceId, giftId: gift.id, actorId, at })
  if (actorId === gift.giver_id) return []
  return notifyAboutGift(trx, workspaceId, 'award_decided', {
    giftId: gift.id,
    userIds: [gift.giver_id],
    actorId: end.status === 'declined' ? actorId : null,
    at,
  })
}
