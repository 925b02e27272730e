import type { OutputOf, QueryOf } from '#contract/routes/index.ts'
import type { ScimOutcome } from '#contract/scim.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { decodeIdCursor } from '#server/platform/http/cursors.ts'
import { listMappedGroups, listScimRequests } from './queries.ts'

/** Returns a page of what the provider changed and what failed, newest first. */
export async function loadScimActivity(
  trx: Trx,
  workspaceId: string,
  { cursor, limit, outcome }: QueryOf<'scim.activity'>,
): Promise<OutputOf<'scim.activity'>> {
  const before = decodeIdCursor(cursor)
  const rows = await listScimRequests(trx, workspaceId, {
    ...(before === undefined ? {} : { before }),
    ...(outcome === undefined ? {} : { outcome }),
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  const people = await loadPeople(
    trx,
    workspaceId,
    page.flatMap((row) => (row.user_id === null ? [] : [row.user_id])),
  )
  return {
    items: page.map((row) => ({
      id: row.id,
      token: row.token_name,
      method: row.method,
      resource: row.resource,
      user: people.get(row.user_id ?? '') ?? null,
      subject: row.subject,
      fields: row.fields,
      outcome: row.outcome as ScimOutcome,
      status: row.status,
      detail: row.detail,
      dry_run: row.dry_run,
      created_at: row.created_at.toISOString(),
    })),
    next_cursor: rows.length > limit ? (page.at(-1)?.id ?? null) : null,
  }
}

/** Returns a page of the groups of the provider. */
export async function loadScimGroups(
  trx: Trx,
  workspaceId: string,
  { cursor, limit }: QueryOf<'scim.groups'>,
): Promise<OutputOf<'scim.groups'>> {
  const rows = await listMappedGroups(trx, workspaceId, {
    after: decodeIdCursor(cursor),
    limit: limit + 1,
  })
  const items = rows.slice(0, limit)
  return { items, next_cursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null }
}
