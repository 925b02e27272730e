import type { OutputOf, QueryOf } from '#contract/routes/index.ts'
import { loadPeople } from '#server/modules/people/load-people.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { decodeCursor, encodeCursor } from '#server/platform/http/cursors.ts'
import { isUuid } from '#server/platform/ids.ts'
import { listNominatedGroups } from './nominee-queries.ts'
import { listWords } from './word-queries.ts'

/** Returns the time and id of a cursor. Throws malformed. */
function decodeWordsCursor(cursor: string | undefined): [passedAt: string, id: string] | undefined {
  const keys = decodeCursor(cursor, 2)
  if (!keys) return undefined
  const [passedAt = '', id = ''] = keys.map(String)
  const ms = Date.parse(passedAt)
  const time = Number.isNaN(ms) ? '' : new Date(ms).toISOString()
  // PostgreSQL reads no year of six digits.
  if (!/^\d{4}-/.test(time) || !isUuid(id)) return throwRefusal('malformed', { field: 'cursor' })
  return [time, id]
}

/**
 * Returns the kind words of nominators about the actor, with the time at which they were passed on:
 * that of a nomination could tell who wrote it.
 */
export async function loadWords(
  trx: Trx,
  actor: Actor,
  query: QueryOf<'nominations.words'>,
): Promise<OutputOf<'nominations.words'>> {
  const { workspace_id: workspaceId } = actor
  const after = decodeWordsCursor(query.cursor)
  const rows = await listWords(trx, actor, { after, limit: query.limit + 1 })
  const shown = rows.slice(0, query.limit)
  const [people, groups] = await Promise.all([
    loadPeople(
      trx,
      workspaceId,
      shown.flatMap((row) => row.nominator_id ?? []),
    ),
    listNominatedGroups(trx, workspaceId, [...new Set(shown.flatMap((row) => row.group_id ?? []))]),
  ])
  const last = rows.length > query.limit ? shown.at(-1) : undefined
  return {
    items: shown.map((row) => ({
      id: row.id,
      round: { id: row.round_id, name: row.round_name, emoji: row.round_emoji },
      group: groups.find(({ id }) => id === row.group_id) ?? null,
      nominator: (row.nominator_id === null ? null : people.get(row.nominator_id)) ?? null,
      text: row.text,
      created_at: row.passed_at.toISOString(),
    })),
    next_cursor: last ? encodeCursor([last.passed_at.toISOString(), last.id]) : null,
  }
}
