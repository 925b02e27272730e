import type { OutboxMail, OutboxRow } from '#server/modules/outbox/enqueue-mails.ts'
import { bcp47Tag, translate } from '#server/platform/i18n/messages.ts'
import type { Trx } from '#server/platform/database/database.ts'
import {
  button,
  heading,
  laurelBrand,
  type MailBody,
  mailLayout,
  paragraph,
  renderMailBody,
} from './mail/layout.ts'
import { findExpiryMailTeam } from './mandatory-mail-queries.ts'

/**
 * Returns the mail about points that expire. Null for a reader who is no longer a member or has no
 * points, and when the team has given the expiry up.
 */
export async function composeExpiryMail(
  trx: Trx,
  publicUrl: string,
  { workspace_id: workspaceId, user_id: userId, language }: OutboxRow,
  { points, month_end: monthEnd }: Extract<OutboxMail, { kind: 'points_expiring' }>['params'],
): Promise<MailBody | null> {
  const team = await findExpiryMailTeam(trx, workspaceId, userId)
  if (!team) return null
  const tag = bcp47Tag(language)
  const day = new Intl.DateTimeFormat(tag, {
    day: 'numeric',
    month: 'long',
    timeZone: 'UTC',
  }).format(new Date(monthEnd))
  const t = (key: string) =>
    translate(language, 'mail', `points_expiring.${key}`, {
      team: team.name,
      points: new Intl.NumberFormat(tag).format(points),
      day,
    })
  const link = `${publicUrl}/rewards`
  const page = mailLayout(language, laurelBrand, t('intro'), [
    heading(t('title')),
    paragraph(t('intro')),
    paragraph(t('what')),
    button(laurelBrand, t('action'), link),
  ])
  return renderMailBody(t('subject'), [t('title'), t('intro'), t('what'), link], page)
}
