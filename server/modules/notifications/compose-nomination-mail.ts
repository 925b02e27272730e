import { describeRoundNotice } from '#server/modules/nominations/describe-notice.ts'
import { findRoundNotice } from '#server/modules/nominations/notice-queries.ts'
import type { OutboxMail } from '#server/modules/outbox/enqueue-mails.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { MailBody } from './mail/layout.ts'
import { type NotificationMail, renderNotification } from './mail/notification-mails.ts'

export type NominationMail = Extract<OutboxMail, { kind: 'jury_asked' | 'kind_words' }>
export const isNominationMail = (mail: OutboxMail): mail is NominationMail =>
  mail.kind === 'jury_asked' || mail.kind === 'kind_words'

/**
 * Returns the body of a mail about a nomination round. Null when the round was deleted, or when the
 * reader can no longer score.
 */
export async function composeNominationMail(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: { workspace_id: string; user_id: string },
  to: NotificationMail,
  { kind, params: { round_id: roundId } }: NominationMail,
  { publicUrl, at }: { publicUrl: string; at: Date },
): Promise<MailBody | null> {
  const round = await findRoundNotice(trx, workspaceId, { roundId, userId, at })
  if (!round || (kind === 'jury_asked' && !round.awaits_scores)) return null
  const texts = describeRoundNotice(to.language, kind, round)
  return renderNotification(to, {
    subject: texts.title,
    ...texts,
    link: `${publicUrl}/nominations${kind === 'jury_asked' ? `/${roundId}` : '?tab=words'}`,
  })
}
