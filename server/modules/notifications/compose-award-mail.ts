import {
  describeGiftNews,
  findOutcome,
  type GiftNews,
  mayDecide,
} from '#server/modules/award-gifts/describe-news.ts'
import { findGiftFacts, type GiftFacts } from '#server/modules/award-gifts/notice-queries.ts'
import type { AwardMailEvent, OutboxMail } from '#server/modules/outbox/enqueue-mails.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { MailBody } from './mail/layout.ts'
import { type NotificationMail, renderNotification } from './mail/notification-mails.ts'

export type AwardMail = Extract<OutboxMail, { kind: 'award' }>

/** Returns what the mail says about a gift as it is now; undefined if its cause has gone. */
function newsOf(event: AwardMailEvent, gift: GiftFacts): GiftNews | undefined {
  if (event === 'decided') return findOutcome(gift)
  return gift.status === 'pending' ? event : undefined
}

/**
 * Returns the body of a mail about an award. Null when the gift has been decided or withdrawn since,
 * or when the reader may no longer decide.
 */
export async function composeAwardMail(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: { workspace_id: string; user_id: string },
  to: NotificationMail,
  { gift_id: giftId, news: event }: AwardMail['params'],
  { publicUrl, at }: { publicUrl: string; at: Date },
): Promise<MailBody | null> {
  const gift = await findGiftFacts(trx, workspaceId, giftId)
  const news = gift && newsOf(event, gift)
  if (!news) return null
  const isRequest = news === 'requested' || news === 'reminder'
  if (isRequest && !(await mayDecide(trx, workspaceId, gift, { giftId, userId, at }))) return null
  const texts = await describeGiftNews(trx, workspaceId, to.language, news, gift)
  return renderNotification(to, {
    subject: texts.title,
    ...texts,
    link: `${publicUrl}/awards/gifts/${giftId}`,
  })
}
