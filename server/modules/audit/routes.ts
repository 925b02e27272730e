import { audit } from '#server/platform/audit/audit-log.ts'
import { decodeIdCursor } from '#server/platform/http/cursors.ts'
import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import type { Services } from '#server/platform/services.ts'
import { streamAuditLines, streamAuditRows } from './export-rows.ts'
import { loadAuditEntries, toConditions } from './service.ts'

/**
 * Mounts the audit log: actions of administrators, newest first. Only `audit` writes to the log.
 */
export function mountAudit(handle: MountRoute, { db }: Services): void {
  handle('workspace.audit', ({ actor: { workspace_id: workspaceId, timezone }, query }) => {
    const { cursor, limit, ...filter } = query
    const conditions = toConditions(filter, timezone)
    const before = decodeIdCursor(cursor)
    return db.readSnapshot(workspaceId, async (trx) => {
      const entries = await loadAuditEntries(trx, workspaceId, conditions, {
        before,
        limit: limit + 1,
      })
      const items = entries.slice(0, limit)
      return {
        items,
        next_cursor: entries.length > limit ? (items.at(-1)?.id ?? null) : null,
      }
    })
  })
  handle('workspace.audit_csv', async ({ actor, query, language, at }) => {
    const { workspace_id: workspaceId, timezone } = actor
    const { bom: _, ...filter } = query
    const conditions = toConditions(filter, timezone)
    await db.tenant(workspaceId, (trx) => audit(trx, actor, 'export.audit', filter, at))
    return streamAuditRows(db, workspaceId, conditions, language)
  })
  handle('workspace.audit_lines', async ({ actor, query, at }) => {
    const { workspace_id: workspaceId, timezone } = actor
    const conditions = toConditions(query, timezone)
    await db.tenant(workspaceId, (trx) =>
      audit(trx, actor, 'export.audit', { ...query, format: 'jsonl' }, at),
    )
    return streamAuditLines(db, workspaceId, conditions)
  })
}
