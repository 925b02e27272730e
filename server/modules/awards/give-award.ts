import { recognize } from '#server/ledger/recognition.ts'
import { releaseAward } from '#server/ledger/awards.ts'
import type { GiftRow } from '#server/modules/award-gifts/queries.ts'
import { postEffects } from '#server/modules/posts/create-post.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { findValueOfAward } from './queries.ts'

type GivenGift = Pick<
  GiftRow,
  | 'id'
  | 'award_id'
  | 'giver_id'
  | 'receiver_ids'
  | 'points'
  | 'text'
  | 'private'
  | 'budget_id'
  | 'steps'
>

/**
 * Creates the post of a gift and moves its points to the receivers: from the held points if it had
 * steps, otherwise from its budget or the issued points. Returns the id of the post.
 */
export async function giveAward(
  trx: Trx,
  { workspaceId, timezone, at }: { workspaceId: string; timezone: string; at: Date },
  gift: GivenGift,
): Promise<string> {
  const postId = newId(at)
  // Until recognizeAsCompany is in main, the post has its giver as the sender.
  if (gift.budget_id !== null && gift.steps.length)
    await releaseAward(trx, { workspaceId, giftId: gift.id, actorId: null, at })
  await recognize(
    trx,
    {
      workspaceId,
      postId,
      senderId: gift.giver_id,
      recipientIds: gift.receiver_ids,
      valueId: await findValueOfAward(trx, workspaceId, gift.award_id),
      points: gift.points,
      description: gift.text,
      isPrivate: gift.private,
      at,
      periodStart: at,
      day: toLocalDay(at, timezone),
      budgetId: gift.budget_id,
    },
    postEffects,
  )
  return postId
}
