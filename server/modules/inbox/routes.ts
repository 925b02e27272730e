import type { Kysely } from 'kysely'
import type { InboxSummary } from '#contract/schemas/inbox.ts'
import { decodeCursor, encodeCursor } from '#server/platform/http/cursors.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { isUuid } from '#server/platform/ids.ts'
import { type MountRoute, forbidImpersonation } from '#server/platform/http/mount-routes.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import type { Services } from '#server/platform/services.ts'
import { presentInboxItems } from './present.ts'
import { buildInboxQuery, buildUnreadQuery } from './queries.ts'
import { changeInboxPreferences, markInboxRead, toInboxReader } from './service.ts'

function decodePlace(cursor: string | undefined): [at: string, id: string] | undefined {
  const keys = decodeCursor(cursor, 2)
  if (!keys) return undefined
  const [at, id] = keys
  return typeof at === 'string' &&
    /^\d{4}-\d\d-\d\dT[\d:.]{12}Z$/.test(at) &&
    !Number.isNaN(Date.parse(at)) &&
    typeof id === 'string' &&
    isUuid(id)
    ? [at, id]
    : throwRefusal('malformed', { field: 'cursor' })
}

const emptySummary: InboxSummary = { unread: 0, thanks: 0 }

/** Mounts a person's own inbox. An impersonating operator reads it without marking it as read. */
export function mountInbox(handle: MountRoute, services: Services): void {
  const { db } = services
  const compiler: Kysely<Tables> = db.global
  handle('inbox.list', {
    query: ({ actor, query, at }) =>
      buildInboxQuery(toInboxReader(actor, at), {
        unread: query.filter === 'unread',
        after: decodePlace(query.cursor),
        limit: query.limit,
      }).compile(compiler),
    respond: ({ actor, query }, [page]) => {
      const found = presentInboxItems(page ?? { items: null, people: null }, actor.workspace_id)
      const items = found.slice(0, query.limit)
      const last = found.length > query.limit ? items.at(-1) : undefined
      return { items, next_cursor: last ? encodeCursor([last.updated_at, last.id]) : null }
    },
  })
  handle('inbox.summary', {
    query: ({ actor, at }) => buildUnreadQuery(toInboxReader(actor, at)).compile(compiler),
    respond: (_call, [summary]) => summary ?? emptySummary,
  })
  handle('inbox.mark_read', async ({ actor, body, at }) => {
    forbidImpersonation(actor)
    await markInboxRead(services, actor, body, at)
    const [summary] = await db.read(
      actor.workspace_id,
      buildUnreadQuery(toInboxReader(actor, at)).compile(compiler),
    )
    return summary ?? emptySummary
  })
  handle('inbox.preferences', ({ actor }) => changeInboxPreferences(services, actor, {}))
  handle('inbox.set_preferences', ({ actor, body }) => {
    forbidImpersonation(actor)
    return changeInboxPreferences(services, actor, body)
  })
}
