import type { OutputOf, ParamsOf, QueryOf } from '#contract/routes/index.ts'
import type { SsoSettings } from '#contract/schemas/sso.ts'
import { presentPerson } from '#server/modules/people/present.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { decodeCursor, encodeCursor } from '#server/platform/http/cursors.ts'
import { isUuid } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { endSessionsOfConnection, findConnection } from './connection-queries.ts'
import { requireConnection } from './connections.ts'
import {
  type ConnectionPersonPosition,
  deleteIdentity,
  listConnectionPeople,
} from './person-queries.ts'
import { changeSsoSettings } from './settings.ts'

/** Returns the position in a cursor. Throws malformed. */
function decodePosition(cursor: string | undefined): ConnectionPersonPosition | undefined {
  const keys = decodeCursor(cursor, 3)
  if (!keys) return undefined
  const [rank, name, id] = keys
  if (typeof rank === 'number' && typeof name === 'string' && isUuid(String(id)))
    return { state_rank: rank, sort_name: name, id: String(id) }
  return throwRefusal('malformed', { field: 'cursor' })
}

/** Returns a page of the people of a connection, in the order of the team. Throws not_found. */
export async function loadConnectionPeople(
  trx: Trx,
  workspaceId: string,
  connectionId: string,
  { cursor, limit, search }: QueryOf<'sso.people'>,
): Promise<OutputOf<'sso.people'>> {
  if (!(await findConnection(trx, workspaceId, connectionId))) throwRefusal('not_found')
  const rows = await listConnectionPeople(trx, workspaceId, connectionId, {
    search,
    after: decodePosition(cursor),
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: page.map((row) => ({
      user: presentPerson(row, workspaceId),
      subject: row.subject,
      linked_at: row.linked_at.toISOString(),
      signed_in_at: row.signed_in_at.toISOString(),
    })),
    next_cursor:
      rows.length > limit && last ? encodeCursor([last.state_rank, last.sort_name, last.id]) : null,
  }
}

/**
 * Deletes the link of a person to a connection, and ends the sessions that the connection started
 * for them. Their next sign-in links them again by their address. Throws not_found.
 */
export async function disconnectPerson(
  services: Services,
  actor: Actor,
  { id, user_id: userId }: ParamsOf<'sso.disconnect_person'>,
  at: Date,
): Promise<SsoSettings> {
  const { workspace_id: workspaceId } = actor
  await requireConnection(services, workspaceId, id)
  let ended: string[] = []
  const settings = await changeSsoSettings(services, actor, at, async ({ trx }) => {
    const { name } = (await findConnection(trx, workspaceId, id)) ?? throwRefusal('not_found')
    // First, because it waits for a running sign-in, whose session ends then too.
    if (!(await deleteIdentity(trx, workspaceId, id, userId))) throwRefusal('not_found')
    ended = await endSessionsOfConnection(trx, workspaceId, id, at, userId)
    await audit(trx, actor, 'sso.disconnect', { connection: name, user_id: userId }, at)
  })
  if (ended.length) services.events.publish(workspaceId, ['config'], ended)
  return settings
}
