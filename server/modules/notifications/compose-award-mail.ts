import { limits } from '#contract/limits.ts'
import { findApproverFor } from '#server/modules/award-gifts/approver-queries.ts'
import type { AwardMailEvent, OutboxMail } from '#server/modules/outbox/enqueue-mails.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { findGiftForMail, type GiftMailData } from './award-mail-queries.ts'
import { awardMail, type AwardNews } from './mail/award-mail.ts'
import type { MailBody } from './mail/layout.ts'
import type { NotificationMail } from './mail/notification-mails.ts'
import { findPersonName } from './queries.ts'

export type AwardMail = Extract<OutboxMail, { kind: 'award' }>

/** Returns what the mail says about a gift as it is now; undefined if its cause has gone. */
function newsOf(event: AwardMailEvent, gift: GiftMailData): AwardNews | undefined {
  if (event !== 'decided') return gift.status === 'pending' ? event : undefined
  if (gift.receiver_left) return 'receiver_left'
  return gift.status === 'approved' || gift.status === 'declined' ? gift.status : undefined
}

/**
 * Returns the body of a mail about an award. Null when the gift was decided or withdrawn meanwhile,
 * or when the reader may no longer decide.
 */
export async function composeAwardMail(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: { workspace_id: string; user_id: string },
  to: NotificationMail,
  { gift_id: giftId, news: event }: AwardMail['params'],
  { publicUrl, at }: { publicUrl: string; at: Date },
): Promise<MailBody | null> {
  const gift = await findGiftForMail(trx, workspaceId, giftId)
  const news = gift && newsOf(event, gift)
  if (!news) return null
  const isRequest = news === 'requested' || news === 'reminder'
  const place = { giftId, step: gift.step, userId, at }
  if (isRequest && (await findApproverFor(trx, workspaceId, place)) === undefined) return null
  const nameOf = (id: string) => findPersonName(trx, workspaceId, id)
  return awardMail(to, news, {
    award: gift.award_name,
    name: await nameOf((news === 'declined' && gift.decliner_id) || gift.giver_id),
    receiver: await nameOf(gift.receiver_id),
    receivers: gift.receivers,
    points: gift.points,
    quote: news === 'declined' ? gift.decline_reason : gift.text,
    days: limits.award_waiting_days,
    link: `${publicUrl}/awards/gifts/${giftId}`,
  })
}
