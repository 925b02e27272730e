import type { OutputOf, QueryOf } from '#contract/routes/index.ts'
import type { Group } from '#contract/schemas/groups.ts'
import { isSingleKind } from '#server/modules/memberships/join-group.ts'
import { loadPeople, requirePerson } from '#server/modules/people/load-people.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { decodeCursor, encodeCursor } from '#server/platform/http/cursors.ts'
import { hasAbility } from '#server/platform/http/mount-routes.ts'
import { isUuid } from '#server/platform/ids.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { countGroupMembers, listGroupMembers } from './member-queries.ts'
import {
  findListedGroup,
  type GroupPosition,
  listGroupOwners,
  listGroups,
  type ListedGroupRow,
} from './queries.ts'
import { presentRules } from './rules.ts'

/** Returns whether the actor may change the members of a group that is kept by hand. */
export const mayChangeMembers = (
  actor: Actor,
  group: Pick<ListedGroupRow, 'kind' | 'managed_by'>,
  ownerIds: string[],
): boolean =>
  group.managed_by === 'manual' &&
  (hasAbility(actor, 'manage_team') ||
    (!isSingleKind(group.kind) && ownerIds.includes(actor.user_id)))

/** Returns groups as the API presents them. The number of queries does not depend on the page. */
async function presentGroups(trx: Trx, actor: Actor, rows: ListedGroupRow[]): Promise<Group[]> {
  const { workspace_id: workspaceId } = actor
  const ids = rows.map(({ id }) => id)
  if (!ids.length) return []
  const [counts, owners] = await Promise.all([
    countGroupMembers(trx, workspaceId, ids),
    listGroupOwners(trx, workspaceId, ids),
  ])
  const people = await loadPeople(
    trx,
    workspaceId,
    owners.map((owner) => owner.user_id),
  )
  const ownersOf = Map.groupBy(owners, (owner) => owner.group_id)
  // Rules can tell what only administrators see, such as cost centers.
  const mayEdit = hasAbility(actor, 'manage_team')
  const rules = await presentRules(
    trx,
    workspaceId,
    rows.map(({ rule }) => (mayEdit ? rule : null)),
  )
  return rows.map((row, index) => {
    const ownerIds = (ownersOf.get(row.id) ?? []).map((owner) => owner.user_id)
    return {
      id: row.id,
      kind: row.kind,
      name: row.name,
      parent_id: row.parent_id,
      path: row.path,
      managed_by: row.managed_by,
      rule: rules[index] ?? null,
      members: counts.get(row.id) ?? 0,
      owners: ownerIds.map((id) => requirePerson(people, id)),
      created_at: row.created_at.toISOString(),
      abilities: {
        edit: mayEdit,
        change_members: mayChangeMembers(actor, row, ownerIds),
      },
    }
  })
}

/** Returns the position in a cursor. Throws malformed. */
function decodePosition(cursor: string | undefined): GroupPosition | undefined {
  const keys = decodeCursor(cursor, 2)
  if (!keys) return undefined
  const [rank, path] = keys
  if (typeof rank === 'number' && typeof path === 'string')
    return { kindRank: rank, sortPath: path.split('\n') }
  return throwRefusal('malformed', { field: 'cursor' })
}

/** Returns a page of groups, each department after the one above it. */
export async function loadGroupPage(
  trx: Trx,
  actor: Actor,
  { kind, search, cursor, limit }: QueryOf<'groups.list'>,
): Promise<OutputOf<'groups.list'>> {
  const after = decodePosition(cursor)
  const rows = await listGroups(
    trx,
    actor.workspace_id,
    { kind, search },
    { after, limit: limit + 1 },
  )
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return {
    items: await presentGroups(trx, actor, page),
    // Names are single lines.
    next_cursor:
      rows.length > limit && last
        ? encodeCursor([last.kind_rank, last.sort_path.join('\n')])
        : null,
  }
}

/** Returns a group. Throws not_found. */
export async function loadGroup(trx: Trx, actor: Actor, id: string): Promise<Group> {
  const row = await findListedGroup(trx, actor.workspace_id, id)
  const [group] = row ? await presentGroups(trx, actor, [row]) : []
  return group ?? throwRefusal('not_found')
}

/** Returns a page of the people of a group and of the departments below it. Throws not_found. */
export async function loadMemberPage(
  trx: Trx,
  actor: Actor,
  groupId: string,
  { cursor, limit }: QueryOf<'groups.members'>,
): Promise<OutputOf<'groups.members'>> {
  const { workspace_id: workspaceId } = actor
  if (!(await findListedGroup(trx, workspaceId, groupId))) throwRefusal('not_found')
  const keys = decodeCursor(cursor, 2)
  if (keys && !isUuid(String(keys[1]))) throwRefusal('malformed', { field: 'cursor' })
  const rows = await listGroupMembers(trx, workspaceId, groupId, {
    after: keys && [String(keys[0]), String(keys[1])],
    limit: limit + 1,
  })
  const page = rows.slice(0, limit)
  const people = await loadPeople(
    trx,
    workspaceId,
    page.map((row) => row.user_id),
  )
  const last = page.at(-1)
  return {
    items: page.map((row) => ({
      ...requirePerson(people, row.user_id),
      group:
        row.group_id === groupId
          ? null
          : { id: row.group_id, kind: row.group_kind, name: row.group_name },
    })),
    next_cursor: rows.length > limit && last ? encodeCursor([last.sort_name, last.user_id]) : null,
  }
}
