import { dayMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import type { OutputOf, QueryOf } from '#contract/routes/index.ts'
import { isTextSort } from '#contract/schemas/users.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { decodeCursor, encodeCursor } from '#server/platform/http/cursors.ts'
import { isUuid } from '#server/platform/ids.ts'
import { findPeriod, toLocalDay } from '#server/platform/periods.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { countHolders } from './permission-queries.ts'
import { loadOrganizations } from './organization.ts'
import { presentMember } from './present.ts'
import { findUsers } from './queries.ts'
import {
  countUsersByState,
  listActivity,
  listUserIds,
  listUserPositions,
  type TeamFilter,
  type TeamOrder,
} from './team-list-queries.ts'

/** `given` counts today and the days before it. */
const givenDays = 30

type ListQuery = QueryOf<'users.list'>
const toFilter = (
  { state, search, permission, invited, activity, group_id: groupId }: QueryOf<'users.ids'>,
  at: Date,
): TeamFilter => ({
  state,
  search,
  permission,
  invitedBefore: invited && new Date(at.getTime() - limits.stale_invite_days * dayMs),
  isNeverActive: activity === 'never',
  groupId,
})
const toOrder = ({ sort, order }: QueryOf<'users.ids'>, actor: Actor, at: Date): TeamOrder => ({
  sort,
  order,
  givenSince: toLocalDay(new Date(at.getTime() - (givenDays - 1) * dayMs), actor.timezone),
})
/** Returns the position in a cursor. Throws malformed when it belongs to another sort. */
function decodePosition({ cursor, sort }: ListQuery): unknown[] | undefined {
  const after = decodeCursor(cursor, 3)
  if (!after) return undefined
  const [key, name, id] = after
  const isValid =
    typeof key === (isTextSort(sort) ? 'string' : 'number') &&
    typeof name === 'string' &&
    isUuid(String(id))
  return isValid ? after : throwRefusal('malformed', { field: 'cursor' })
}

/** Returns a page of the team list, and the counts by state of its filter. */
export async function loadTeamPage(
  trx: Trx,
  actor: Actor,
  query: ListQuery,
  at: Date,
): Promise<OutputOf<'users.list'>> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const filter = toFilter(query, at)
  const order = toOrder(query, actor, at)
  const [positions, counts, holders] = await Promise.all([
    listUserPositions(trx, workspaceId, filter, {
      ...order,
      after: decodePosition(query),
      limit: query.limit + 1,
    }),
    countUsersByState(trx, workspaceId, filter),
    countHolders(trx, workspaceId),
  ])
  const page = positions.slice(0, query.limit)
  const ids = page.map(({ id }) => id)
  const { start } = findPeriod(at, actor.limit_period, actor.timezone)
  const [rows, activity, places] = await Promise.all([
    findUsers(trx, workspaceId, ids, start),
    listActivity(trx, workspaceId, ids, order.givenSince),
    loadOrganizations(trx, workspaceId, ids),
  ])
  const viewer = {
    user_id: userId,
    held: actor.permissions,
    impersonated: actor.kind === 'impersonation',
  }
  const rowsById = new Map(rows.map((row) => [row.id, row]))
  const last = page.at(-1)
  return {
    items: ids.flatMap((id) => {
      const row = rowsById.get(id)
      const place = places.get(id)
      if (!row || !place) return []
      const {
        given = 0,
        last_seen_at: seenAt,
        first_accepted_at: joinedAt,
      } = activity.get(id) ?? {}
      return {
        ...presentMember(row, workspaceId, viewer, holders, place),
        given_30_days: given,
        last_active_on: seenAt ? toLocalDay(seenAt, actor.timezone) : null,
        joined_at: joinedAt?.toISOString() ?? null,
      }
    }),
    next_cursor:
      positions.length > query.limit && last
        ? encodeCursor([last.sort_key, last.sort_name, last.id])
        : null,
    counts,
  }
}

/** Returns the ids of the members of a filter, for a selection across pages. */
export const loadTeamIds = (
  trx: Trx,
  actor: Actor,
  query: QueryOf<'users.ids'>,
  at: Date,
): Promise<string[]> =>
  listUserIds(trx, actor.workspace_id, toFilter(query, at), toOrder(query, actor, at))
