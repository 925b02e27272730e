import type { HistoryMerge } from '#contract/schemas/history-imports.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { isCurrentUser } from '#server/modules/users/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { Services } from '#server/platform/services.ts'
import {
  longStatementMs,
  setStatementTimeout,
} from '#server/platform/database/statement-timeout.ts'
import { findHistoryImport, isFormerTeammate, isHistoryRunning, mergePeople } from './queries.ts'

/**
 * Moves the imported posts of a former teammate to a member. Throws user_not_found, conflict while
 * an import runs, and history_merge_overlap when the two are together in a post.
 */
export async function mergeFormerTeammate(
  { db, events }: Services,
  actor: Actor,
  id: string,
  { former_user_id: formerId, user_id: userId }: HistoryMerge,
  at: Date,
): Promise<{ posts: number }> {
  const { workspace_id: workspaceId } = actor
  const posts = await db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    if (!(await findHistoryImport(trx, workspaceId, id))) throwRefusal('not_found')
    if (await isHistoryRunning(trx, workspaceId)) throwRefusal('conflict')
    if (!(await isFormerTeammate(trx, workspaceId, id, formerId)))
      throwRefusal('user_not_found', { field: 'former_user_id' })
    if (!(await isCurrentUser(trx, workspaceId, userId)))
      throwRefusal('user_not_found', { field: 'user_id' })
    await setStatementTimeout(trx, longStatementMs)
    const moved =
      (await mergePeople(trx, workspaceId, formerId, userId)) ??
      throwRefusal('history_merge_overlap', { field: 'user_id' })
    await audit(trx, actor, 'history_import.merge', { user_id: userId, rows: moved }, at)
    return moved
  })
  events.publish(workspaceId, ['posts'])
  return { posts }
}
