import { addAwardToInboxes } from '#server/modules/inbox-items/award-queries.ts'
import { type AwardMailEvent, enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { findAwardRecipients } from '#server/modules/outbox/recipient-queries.ts'
import { enqueueDirectNews } from '#server/modules/outbox/webhook-event-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'

const mailOfItem = {
  approval_requested: 'requested',
  approval_reminder: 'reminder',
  award_decided: 'decided',
  award_waiting: 'waiting',
} as const satisfies Record<string, AwardMailEvent>

/**
 * Tells people about a gift: in their inbox, by mail, and in the chat apps. `actorId`: who caused it. Returns the ids of
 * users whose inbox changed.
 */
export async function notifyAboutGift(
  trx: Trx,
  workspaceId: string,
  kind: keyof typeof mailOfItem,
  notice: { giftId: string; userIds: string[]; actorId: string | null; at: Date },
): Promise<string[]> {
  const { giftId, userIds, at } = notice
  const params = { gift_id: giftId, news: mailOfItem[kind] }
  const recipients = await findAwardRecipients(trx, workspaceId, userIds)
  await enqueueMails(
    trx,
    workspaceId,
    recipients.map((recipient) => ({ kind: 'award', params, ...recipient })),
    at,
  )
  await enqueueDirectNews(trx, { workspaceId, event: 'direct.award', subjectId: giftId, at })
  return addAwardToInboxes(trx, workspaceId, kind, notice)
}
