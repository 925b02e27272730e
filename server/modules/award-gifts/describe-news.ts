import { limits } from '#contract/limits.ts'
import type { Language } from '#contract/schemas/common.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { translate, translatePlural } from '#server/platform/i18n/messages.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import { findApproverFor } from './approver-queries.ts'
import type { GiftFacts } from './notice-queries.ts'

/** What a message says about a gift: to approvers `requested` and `reminder`, otherwise to the giver. */
export type GiftNews =
  | 'requested'
  | 'reminder'
  | 'approved'
  | 'declined'
  | 'receiver_left'
  | 'waiting'

/** Returns what the giver learns about a gift that has ended; undefined if they withdrew it. */
export function findOutcome({ status, receiver_left: hasLeft }: GiftFacts): GiftNews | undefined {
  if (hasLeft) return 'receiver_left'
  return status === 'approved' || status === 'declined' ? status : undefined
}

/** Returns whether a person may decide the current step of a gift. */
export async function mayDecide(
  trx: Trx,
  workspaceId: string,
  gift: GiftFacts,
  { giftId, userId, at }: { giftId: string; userId: string; at: Date },
): Promise<boolean> {
  if (gift.status !== 'pending') return false
  const place = { giftId, step: gift.step, userId, at }
  return (await findApproverFor(trx, workspaceId, place)) !== undefined
}

/** The texts of a message. `quote`: what the giver wrote, or the reason of a decline. */
export type GiftNewsTexts = { title: string; intro: string; quote?: string; action: string }

/** Returns the texts of a message about a gift in the language of its reader. */
export async function describeGiftNews(
  trx: Trx,
  workspaceId: string,
  language: Language,
  news: GiftNews,
  gift: GiftFacts,
): Promise<GiftNewsTexts> {
  const isRequest = news === 'requested' || news === 'reminder'
  const isDeclined = news === 'declined'
  const actorId = (isDeclined && gift.decliner_id) || gift.giver_id
  const people = await loadPeople(trx, workspaceId, [actorId, gift.receiver_id])
  const nameOf = (id: string) => people.get(id)?.name || translate(language, 'common', 'former')
  const receiver = nameOf(gift.receiver_id)
  const others = gift.receivers - 1
  const params = {
    award: gift.award_name,
    name: nameOf(actorId),
    receivers: others
      ? translatePlural(language, 'mail', 'award.more', others, { name: receiver })
      : receiver,
    points: translatePlural(language, 'common', 'points', gift.points),
    days: limits.award_waiting_days,
  }
  const t = (key: string) => translate(language, 'mail', `award.${key}`, params)
  return {
    title: t(`${news}.title`),
    intro: t(isRequest ? 'asked' : `${news}.intro`),
    ...(isRequest || isDeclined ? { quote: isDeclined ? gift.decline_reason : gift.text } : {}),
    action: t(isRequest ? 'decide' : 'open'),
  }
}
