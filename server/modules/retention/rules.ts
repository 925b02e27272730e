import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { deleteAbandonedImports } from '#server/modules/imports/queries.ts'
import { deleteOldHistoryRows } from '#server/modules/history-imports/row-queries.ts'
import { deleteOldRuns } from '#server/modules/people-sync/run-queries.ts'
import { refreshPeopleRules } from '#server/modules/allowances/refresh-people-rules.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import type { Db, Trx } from '#server/platform/database/database.ts'
import { deleteExpiredExports, deleteUnusedFiles } from './file-queries.ts'
import { deletePayrollLeavers, deletePayrollLines } from './payroll-queries.ts'
import {
  deleteAddressChanges,
  deleteCardSetups,
  deleteChatAuthorizations,
  deleteChatDrafts,
  deleteChatLinkRequests,
  deleteFinishedMails,
  deleteEndedGraces,
  deleteGoogleNonces,
  deleteIdempotencyKeys,
  deleteImpersonationLinks,
  deleteInboxItems,
  deleteInboxOverflow,
  deleteImportRows,
  deleteInvites,
  deleteMailBudgets,
  deleteOauthGrants,
  deleteOauthStates,
  deleteScimRequests,
  deleteSessions,
  deleteSignInCodes,
  deleteSsoMessages,
  deleteSsoRequests,
  deleteTeamCreations,
  deleteUnconfirmedSecondFactors,
  deleteUnsentAuditEntries,
  hasOldDemoData,
  pruneAuditLog,
  deleteExpiredDemoData,
} from './queries.ts'

/** Keeps rows for some days. `deleteBatch` deletes older ones and returns their number. */
type Rule<DeleteBatch> = { days: number; deleteBatch: DeleteBatch }
type GlobalRule = Rule<(db: Db, before: Date) => Promise<number>>
type WorkspaceRule = Rule<(trx: Trx, workspaceId: string, before: Date) => Promise<number>>

export const subtractDays = (at: Date, days: number) => new Date(at.getTime() - days * dayMs)

/** Rules of tables without a workspace, by the name of their count. */
export const globalRules: Record<string, GlobalRule> = {
  sessions: { days: limits.ended_session_days, deleteBatch: deleteSessions },
  oauth_grants: { days: limits.used_code_days, deleteBatch: deleteOauthGrants },
  oauth_states: { days: limits.used_code_days, deleteBatch: deleteOauthStates },
  sign_in_codes: { days: limits.used_code_days, deleteBatch: deleteSignInCodes },
  team_creations: { days: limits.used_code_days, deleteBatch: deleteTeamCreations },
  used_google_nonces: { days: limits.used_code_days, deleteBatch: deleteGoogleNonces },
  second_factors: { days: limits.used_code_days, deleteBatch: deleteUnconfirmedSecondFactors },
  address_changes: { days: limits.address_change_days, deleteBatch: deleteAddressChanges },
}

/** Deletes the demo people and rewards, which help a new workspace to start. */
async function deleteDemoData(trx: Trx, workspaceId: string, before: Date): Promise<number> {
  if (!(await hasOldDemoData(trx, workspaceId, before))) return 0
  await lockSettings(trx, workspaceId)
  await deleteExpiredDemoData(trx, workspaceId)
  // People of a demo manager have none now.
  const at = subtractDays(before, -limits.demo_retention_days)
  await refreshPeopleRules(trx, workspaceId, 'all', at)
  return 1
}

/** Rules of every workspace, by the name of their count. */
export const workspaceRules: Record<string, WorkspaceRule> = {
  idempotency_keys: { days: limits.idempotency_days, deleteBatch: deleteIdempotencyKeys },
  mails: { days: limits.sent_mail_days, deleteBatch: deleteFinishedMails },
  mail_budgets: { days: limits.mail_budget_days, deleteBatch: deleteMailBudgets },
  invites: { days: limits.used_link_days, deleteBatch: deleteInvites },
  impersonation_links: { days: limits.used_link_days, deleteBatch: deleteImpersonationLinks },
  card_setups: { days: limits.used_link_days, deleteBatch: deleteCardSetups },
  chat_drafts: { days: 1, deleteBatch: deleteChatDrafts },
  chat_link_requests: { days: limits.used_link_days, deleteBatch: deleteChatLinkRequests },
  chat_authorizations: { days: limits.used_link_days, deleteBatch: deleteChatAuthorizations },
  sso_requests: { days: 1, deleteBatch: deleteSsoRequests },
  sso_used_messages: { days: 1, deleteBatch: deleteSsoMessages },
  scim_requests: { days: limits.scim_activity_days, deleteBatch: deleteScimRequests },
  leaver_graces: { days: limits.leaver_grace_kept_days, deleteBatch: deleteEndedGraces },
  // Of erased people, for the years of the team's settings.
  payroll_lines: { days: 0, deleteBatch: deletePayrollLines },
  payroll_leavers: { days: 0, deleteBatch: deletePayrollLeavers },
  // Unsent lists are deleted as a whole. Other imports lose their rows and keep their counts.
  imports: { days: limits.import_rows_days, deleteBatch: deleteAbandonedImports },
  import_rows: { days: limits.import_rows_days, deleteBatch: deleteImportRows },
  history_imports: { days: limits.import_rows_days, deleteBatch: deleteOldHistoryRows },
  workspace_exports: { days: limits.workspace_export_days, deleteBatch: deleteExpiredExports },
  people_sync_runs: { days: limits.people_sync_days, deleteBatch: deleteOldRuns },
  inbox_items: { days: limits.inbox_days, deleteBatch: deleteInboxItems },
  // Limits the number of rows, not their age.
  inbox_overflow: { days: 0, deleteBatch: deleteInboxOverflow },
  audit_log: { days: limits.audit_days, deleteBatch: pruneAuditLog },
  audit_stream_entries: {
    days: limits.audit_stream_days,
    deleteBatch: deleteUnsentAuditEntries,
  },
  files: { days: 1, deleteBatch: deleteUnusedFiles },
  demo_data: { days: limits.demo_retention_days, deleteBatch: deleteDemoData },
}
