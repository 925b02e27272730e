import { loadPeople } from '#server/modules/users/load-people.ts'
import { decodeIdCursor } from '#server/platform/http/cursors.ts'
import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import { isUuid } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { listAuditEntries } from './queries.ts'

const subjectIdOf = (details: unknown) => {
  const id = (details as { user_id?: unknown }).user_id
  return typeof id === 'string' && isUuid(id) ? id : null
}

/** Mounts the audit log: acts of administrators, newest first. Only `audit` writes to the log. */
export function mountAudit(handle: MountRoute, { db }: Services): void {
  handle('workspace.audit', ({ actor: { workspace_id: workspaceId }, query }) =>
    db.tenant(workspaceId, async (trx) => {
      const before = decodeIdCursor(query.cursor)
      const rows = await listAuditEntries(trx, workspaceId, { before, limit: query.limit + 1 })
      const page = rows.slice(0, query.limit)
      const people = await loadPeople(
        trx,
        workspaceId,
        page.flatMap((row) => [row.actor_id, subjectIdOf(row.details)]).filter((id) => id !== null),
      )
      const last = page.at(-1)
      return {
        items: page.map((row) => ({
          id: row.id,
          action: row.action,
          actor: row.actor_id ? (people.get(row.actor_id) ?? null) : null,
          impersonated: row.impersonated,
          token: row.token_id === null ? null : { id: row.token_id, name: row.token_name ?? '' },
          subject: people.get(subjectIdOf(row.details) ?? '') ?? null,
          details: row.details as Record<string, unknown>,
          created_at: row.created_at.toISOString(),
        })),
        next_cursor: rows.length > query.limit && last ? last.id : null,
      }
    }),
  )
}
