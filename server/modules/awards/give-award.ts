import type { GiftRow } from '#server/modules/award-gifts/queries.ts'
import { type CompanyPost, createCompanyPost } from '#server/modules/posts/company-posts.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { findValueOfAward } from './queries.ts'

type GivenGift = Pick<
  GiftRow,
  | 'award_id'
  | 'award_name'
  | 'giver_id'
  | 'receiver_ids'
  | 'points'
  | 'text'
  | 'private'
  | 'budget_id'
  | 'steps'
>

/**
 * Creates the post of a gift by the company and moves its points to the receivers: from the held
 * points if it had steps, otherwise from its budget or the issued points. Its giver sees a private
 * post too.
 */
export async function giveAward(
  trx: Trx,
  { workspaceId, timezone, at }: { workspaceId: string; timezone: string; at: Date },
  gift: GivenGift,
): Promise<CompanyPost> {
  const budgetSource = gift.steps.length ? 'held' : 'budget'
  return createCompanyPost(trx, {
    workspaceId,
    occasion: { kind: 'award', name: gift.award_name },
    recipientIds: gift.receiver_ids,
    valueId: await findValueOfAward(trx, workspaceId, gift.award_id),
    points: gift.points,
    description: gift.text,
    isPrivate: gift.private,
    readerIds: [gift.giver_id],
    at,
    day: toLocalDay(at, timezone),
    budgetId: gift.budget_id,
    source: gift.budget_id === null ? 'issued' : budgetSource,
  })
}
