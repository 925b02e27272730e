import { listAbilities } from '#contract/permissions.ts'
import { loadReportSummary } from '#server/modules/reports/report-summary.ts'
import { findPermissions } from '#server/modules/people/permission-queries.ts'
import { findSettings } from '#server/modules/workspaces/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { MailBody } from './mail/layout.ts'
import type { NotificationMail } from './mail/notification-mails.ts'
import { monthlyReportMail } from './mail/report-mail.ts'

/**
 * Returns the body of a monthly report. Null for a reader who may no longer read reports, and for a
 * month without any activity.
 */
export async function composeReportMail(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId }: { workspace_id: string; user_id: string },
  to: NotificationMail,
  { from, to: lastDay }: { from: string; to: string },
  publicUrl: string,
): Promise<MailBody | null> {
  const held = await findPermissions(trx, workspaceId, userId)
  const abilities = held ? listAbilities(held) : []
  if (!abilities.includes('see_dashboard')) return null
  const { timezone } = await findSettings(trx, workspaceId)
  const summary = await loadReportSummary(
    trx,
    workspaceId,
    { from, to: lastDay, all: false },
    { timezone, includePrivate: abilities.includes('see_private_posts') },
  )
  if (!summary.active) return null
  const link = `${publicUrl}/dashboard?range=own&from=${from}&to=${lastDay}`
  return monthlyReportMail(to, { ...summary, month: from, link })
}
