import { sql } from 'kysely'
import type { AudienceInput } from '#contract/schemas/audiences.ts'
import type { GroupName } from '#contract/schemas/organization-record.ts'
import { limits } from '#contract/limits.ts'
import { audienceCondition } from '#server/modules/audience-members/queries.ts'
import { groupsBelow } from '#server/modules/memberships/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** A nominated person or group. */
export type NomineeKey = { user_id: string; group_id: null } | { user_id: null; group_id: string }

/** Returns whether a person can be nominated; undefined unless they are accepted. */
export async function findNominatedPerson(
  trx: Trx,
  workspaceId: string,
  userId: string,
  { nominees, today }: { nominees: AudienceInput; today: string },
): Promise<{ is_in_audience: boolean } | undefined> {
  const { rows } = await sql<{ is_in_audience: boolean }>`
    select ${audienceCondition(workspaceId, nominees, today)} as is_in_audience
    from users u where u.workspace_id = ${workspaceId} and u.id = ${userId}
      and u.state = 'accepted'`.execute(trx)
  return rows[0]
}

/**
 * Returns the number of accepted people of a group and of the departments below it, up to one more
 * than allowed, and whether a person is one of them or owns the group; undefined for an unknown or
 * deleted one.
 */
export async function findNominatedGroup(
  trx: Trx,
  workspaceId: string,
  groupId: string,
  readerId: string,
): Promise<{ people: number; is_own: boolean } | undefined> {
  const members = sql`
    from group_members m where m.workspace_id = ${workspaceId} and m.left_at is null
      and m.group_id = any (array(${groupsBelow(workspaceId, [groupId])} select id from below))`
  const { rows } = await sql<{ people: number; is_own: boolean }>`
    select (select count(*)::int from (
        select distinct m.user_id ${members} and exists (select from users u
          where u.workspace_id = ${workspaceId} and u.id = m.user_id and u.state = 'accepted')
        limit ${limits.nominated_group_people_max + 1}) found) as people,
      exists (select ${members} and m.user_id = ${readerId})
        or exists (select from group_owners o where o.workspace_id = ${workspaceId}
          and o.group_id = g.id and o.user_id = ${readerId}) as is_own
    from groups g where g.workspace_id = ${workspaceId} and g.id = ${groupId}
      and g.deleted_at is null`.execute(trx)
  return rows[0]
}

/** Returns the names of nominated groups, deleted ones included. */
export const listNominatedGroups = (
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<GroupName[]> =>
  trx
    .selectFrom('groups')
    .select(['id', 'kind', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where(sql<boolean>`id = any (${ids}::uuid[])`)
    .execute()

/** Returns which of these company values are not retired. */
export async function listOpenValues(
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from "values" where workspace_id = ${workspaceId} and id::text = any (${ids}::text[])
      and retired_at is null`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

export type AnswerValue = { id: string; name: string; emoji: string }

/** Returns company values by their ids, retired ones included. */
export async function listAnswerValues(
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<AnswerValue[]> {
  return trx
    .selectFrom('values')
    .select(['id', 'name', 'emoji'])
    .where('workspace_id', '=', workspaceId)
    .where('id', 'in', ids)
    .execute()
}

/** Inserts a nominee unless the round has it, and returns its id. */
export async function upsertNominee(
  trx: Trx,
  workspaceId: string,
  nominee: NomineeKey & { id: string; round_id: string },
): Promise<string> {
  await trx
    .insertInto('nominees')
    .values({ ...nominee, workspace_id: workspaceId })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  const { id } = await trx
    .selectFrom('nominees')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('round_id', '=', nominee.round_id)
    .$if(nominee.user_id !== null, (query) => query.where('user_id', '=', nominee.user_id))
    .$if(nominee.group_id !== null, (query) => query.where('group_id', '=', nominee.group_id))
    .executeTakeFirstOrThrow()
  return id
}
