import { translate } from '#server/platform/i18n/messages.ts'
import { findSettings } from '#server/modules/workspaces/queries.ts'
import type { OutboxMail, OutboxRow } from '#server/modules/outbox/enqueue-mails.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { MailBody } from './mail/layout.ts'
import type { NotificationMail } from './mail/notification-mails.ts'
import { digestMail, pointsLeftMail } from './mail/reminder-mails.ts'
import { findPersonName } from './queries.ts'
import { findOwnWeek, findPointsLeft, listDigestPosts } from './reminder-mail-queries.ts'

export type ReminderMail = Extract<OutboxMail, { kind: 'weekly_digest' | 'points_left' }>
type Row = Pick<OutboxRow, 'workspace_id' | 'language'> & { user_id: string }

async function composeDigest(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId, language }: Row,
  to: NotificationMail,
  link: string,
  digest: Extract<ReminderMail, { kind: 'weekly_digest' }>['params'],
): Promise<MailBody | null> {
  const rows = await listDigestPosts(trx, workspaceId, digest.post_ids)
  if (!rows.length) return null
  const nameOf = async (id: string) =>
    (await findPersonName(trx, workspaceId, id)) || translate(language, 'common', 'former')
  const posts = []
  for (const { from_id: from, to_id: recipient, ...post } of rows)
    posts.push({ ...post, name: await nameOf(from), to: await nameOf(recipient) })
  return digestMail(to, {
    thanks: digest.thanks,
    own: await findOwnWeek(trx, workspaceId, userId, digest),
    posts,
    link,
  })
}

/**
 * Returns the body of a reminder. Null when the posts of a digest were deleted, when the reader has
 * given all points since, or when the period has ended.
 */
export async function composeReminderMail(
  trx: Trx,
  row: Row,
  to: NotificationMail,
  mail: ReminderMail,
  { link, at }: { link: string; at: Date },
): Promise<MailBody | null> {
  if (mail.kind === 'weekly_digest') return composeDigest(trx, row, to, link, mail.params)
  const { workspace_id: workspaceId, user_id: userId } = row
  const end = new Date(mail.params.end)
  const points = await findPointsLeft(trx, workspaceId, userId, new Date(mail.params.start))
  if (points === null || points <= 0 || end <= at) return null
  const { timezone } = await findSettings(trx, workspaceId)
  return pointsLeftMail(to, { points, end, timezone, link })
}
