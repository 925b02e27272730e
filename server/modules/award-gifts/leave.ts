import { dayMs } from '#contract/durations.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { deleteApprover, listApprovers } from './approver-queries.ts'
import { endGift } from './end-gift.ts'
import {
  clearGiftTexts,
  deleteDelegationsOf,
  type GiftRow,
  listGiftsAwaiting,
  listPendingGiftsBy,
  listPendingGiftsTo,
  findGift,
  updateGift,
} from './queries.ts'
import { requestApproval } from './step.ts'

type Leaver = { workspaceId: string; userId: string; at: Date }

async function lockPending(trx: Trx, { workspaceId }: Leaver, ids: string[]): Promise<GiftRow[]> {
  const gifts = []
  for (const id of ids) {
    const gift = await findGift(trx, workspaceId, id, 'lock')
    if (gift?.status === 'pending') gifts.push(gift)
  }
  return gifts
}

/** Finds other approvers of a gift. Without one, the worker looks for them from the next day on. */
export async function replaceApprovers(
  trx: Trx,
  { workspaceId, at }: Pick<Leaver, 'workspaceId' | 'at'>,
  gift: GiftRow,
): Promise<string[]> {
  const { approverIds, inboxes } = await requestApproval(trx, workspaceId, gift, at)
  if (!approverIds.length)
    await updateGift(trx, workspaceId, gift.id, { next_at: new Date(at.getTime() + dayMs) })
  return inboxes
}

/**
 * Ends what awards await of a person who leaves: gifts to them are withdrawn, and others decide in
 * their place. Follows every deactivation and deletion, in its transaction. Returns the ids of users
 * whose inbox changed.
 */
export async function leaveAwards(trx: Trx, leaver: Leaver): Promise<string[]> {
  const { workspaceId, userId, at } = leaver
  const changed: string[] = []
  for (const gift of await lockPending(
    trx,
    leaver,
    await listPendingGiftsTo(trx, workspaceId, userId),
  )) {
    const end = { status: 'withdrawn', receiver_left: true } as const
    changed.push(...(await endGift(trx, workspaceId, gift, end, { actorId: null, at })))
  }
  await deleteDelegationsOf(trx, workspaceId, userId)
  for (const gift of await lockPending(
    trx,
    leaver,
    await listGiftsAwaiting(trx, workspaceId, userId),
  )) {
    await deleteApprover(trx, workspaceId, { giftId: gift.id, step: gift.step, userId })
    const approvers = await listApprovers(trx, workspaceId, [gift.id])
    if (!approvers.some(({ step }) => step === gift.step))
      changed.push(...(await replaceApprovers(trx, leaver, gift)))
  }
  return changed
}

/**
 * Erases a deleted person from awards: their pending gifts are withdrawn, and their words about
 * gifts that were not given are cleared. Returns the ids of users whose inbox changed.
 */
export async function eraseFromAwards(trx: Trx, leaver: Leaver): Promise<string[]> {
  const { workspaceId, userId, at } = leaver
  const changed = await leaveAwards(trx, leaver)
  for (const gift of await lockPending(
    trx,
    leaver,
    await listPendingGiftsBy(trx, workspaceId, userId),
  ))
    await endGift(trx, workspaceId, gift, { status: 'withdrawn' }, { actorId: userId, at })
  await clearGiftTexts(trx, workspaceId, userId)
  return changed
}
