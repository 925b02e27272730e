import type { OutboxMail, OutboxRow } from '#server/modules/outbox/enqueue-mails.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { hashToken } from '#server/platform/ids.ts'
import { findLeaverMailData, type LeaverMailData } from './leaver-mail-queries.ts'
import type { MailBody } from './mail/layout.ts'
import { leaverMail } from './mail/leaver-mails.ts'
import { findPurchaseForMail } from './queries.ts'

type LeaverNotice = Extract<OutboxMail, { kind: 'leaver_notice' }>['params']

/** Returns the mail about a decided purchase of a leaver; null while it is open. */
async function composePurchaseNotice(
  trx: Trx,
  { workspace_id: workspaceId, language }: OutboxRow,
  { team }: LeaverMailData,
  purchaseId: string,
): Promise<MailBody | null> {
  const purchase = await findPurchaseForMail(trx, workspaceId, purchaseId)
  if (purchase?.status !== 'fulfilled' && purchase?.status !== 'declined') return null
  const texts =
    purchase.status === 'fulfilled' ? [purchase.note, purchase.code] : [purchase.decline_reason]
  return leaverMail(language, {
    news: 'purchase',
    team,
    outcome: purchase.returned_at ? 'returned' : purchase.status,
    title: purchase.title,
    texts: texts.filter(Boolean),
    link: purchase.status === 'fulfilled' ? purchase.claim_url : null,
  })
}

/**
 * Returns a mail to a leaver. Null when an administrator holds the grace, when the person is active
 * again, or when a newer link has replaced the one of the mail.
 */
export async function composeLeaverMail(
  trx: Trx,
  publicUrl: string,
  row: OutboxRow,
  params: LeaverNotice,
): Promise<MailBody | null> {
  const { workspace_id: workspaceId, user_id: userId, language } = row
  const graceId = params.news === 'ended' ? params.grace_id : null
  const grace = await findLeaverMailData(trx, workspaceId, userId, graceId)
  if (!grace || (grace.held_at && !grace.ended_at)) return null
  const { team } = grace
  if (params.news === 'purchase') return composePurchaseNotice(trx, row, grace, params.purchase_id)
  if (params.news === 'ended')
    return grace.result === null
      ? null
      : leaverMail(language, {
          news: 'ended',
          team,
          result: grace.result,
          points: grace.points ?? 0,
        })
  if (!grace.token_hash?.equals(hashToken(params.token))) return null
  return leaverMail(language, {
    news: 'started',
    team,
    points: Math.max(grace.balance, 0),
    endsAt: grace.ends_at,
    timezone: grace.timezone,
    link: `${publicUrl}/leavers/${params.token}`,
  })
}
