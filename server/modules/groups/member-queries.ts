import { sql } from 'kysely'
import type { GroupKind } from '#contract/schemas/organization-record.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { rankOfState } from '#server/modules/people/queries.ts'
import { groupsBelow } from '#server/modules/memberships/queries.ts'

/** The place of people `u` in the order of the team list, of which an index has all by name. */
const stateRank = rankOfState('u.state')

/**
 * Returns the number of accepted and pending people of groups and of those below them: all current
 * memberships, which an index counts, without those of the other people. In one statement with the
 * recursion, the plan would expect many groups and read all members.
 */
export async function countGroupMembers(
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<Map<string, number>> {
  const { rows: below } = await sql<{ root_id: string; id: string }>`
    ${groupsBelow(workspaceId, ids)} select root_id, id from below`.execute(trx)
  const { rows } = await sql<{ id: string; n: number }>`
    with below as (
      select root_id, id from unnest(${below.map((group) => group.root_id)}::uuid[],
        ${below.map((group) => group.id)}::uuid[]) as b (root_id, id)),
    -- The index of the team list finds these people.
    absent as materialized (
      select m.group_id, count(*) as people
      from users u
      join group_members m on m.workspace_id = ${workspaceId} and m.user_id = u.id
        and m.left_at is null
      where u.workspace_id = ${workspaceId} and ${stateRank} in (2, 3)
      group by m.group_id),
    sizes as materialized (
      select m.group_id, count(*) as people
      from group_members m
      where m.workspace_id = ${workspaceId} and m.left_at is null
        and m.group_id = any (${[...new Set(below.map((group) => group.id))]}::uuid[])
      group by m.group_id)
    select below.root_id as id, sum(s.people - coalesce(a.people, 0))::int as n
    from below
    join sizes s on s.group_id = below.id
    left join absent a on a.group_id = below.id
    group by below.root_id`.execute(trx)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** A member with the group in which they are, and their position in the list. */
export type MemberRow = { user_id: string; group_id: string; sort_name: string }

type ListedMemberRow = MemberRow & { group_name: string; group_kind: GroupKind }
type MemberPage = { after?: [name: string, userId: string] | undefined; limit: number }
/** A page of more people is found among everyone in the order of names. */
const membersSortedMax = 1_000

const memberName = sql`lower(u.first_name || ' ' || u.last_name)`
const afterMember = ({ after }: MemberPage) =>
  after ? sql`and (${memberName}, u.id) > (${after[0]}, ${after[1]}::uuid)` : sql``

/** Returns the query of the first people of a group: all of them are read and sorted. */
const sortedMembers = (workspaceId: string, groupIds: string[], page: MemberPage) => sql`
  -- Otherwise the plan reads everyone by name to find the members.
  with members as materialized (
    select user_id, group_id from group_members
    where workspace_id = ${workspaceId} and left_at is null
      and group_id = any (${groupIds}::uuid[]))
  select u.id as user_id, m.group_id, ${memberName} as sort_name
  from members m
  join users u on u.workspace_id = ${workspaceId} and u.id = m.user_id
  where u.state in ('pending', 'accepted') ${afterMember(page)}`

/** Returns the query of the first people of a large group: the index of the team list has the order. */
const membersInOrder = (workspaceId: string, groupIds: string[], page: MemberPage) =>
  sql.join(
    [0, 1].map(
      (rank) => sql`(
  select u.id as user_id, m.group_id, ${memberName} as sort_name
  from users u
  cross join lateral (
    select m.group_id from group_members m
    where m.workspace_id = ${workspaceId} and m.user_id = u.id and m.left_at is null
      and m.group_id = any (${groupIds}::uuid[])
    limit 1) m
  where u.workspace_id = ${workspaceId} and ${stateRank} = ${sql.lit(rank)}
    ${afterMember(page)}
  order by ${memberName}, u.id
  limit ${page.limit})`,
    ),
    sql` union all `,
  )

/** Returns the people of a group and of those below it by name, after a position. */
export async function listGroupMembers(
  trx: Trx,
  workspaceId: string,
  groupId: string,
  page: MemberPage,
  sortedMax = membersSortedMax,
): Promise<ListedMemberRow[]> {
  const { rows: found } = await sql<{ ids: string[]; is_large: boolean }>`
    ${groupsBelow(workspaceId, [groupId])}
    select array(select id from below) as ids, (
      select count(*) from (
        select from group_members
        where workspace_id = ${workspaceId} and left_at is null
          and group_id = any (array(select id from below))
        limit ${sortedMax + 1}) m
    ) > ${sortedMax} as is_large`.execute(trx)
  const [{ ids, is_large: isLarge } = { ids: [], is_large: false }] = found
  const { rows } = await sql<ListedMemberRow>`
    select m.user_id, m.group_id, m.sort_name, g.name as group_name, g.kind as group_kind
    from (${isLarge ? membersInOrder(workspaceId, ids, page) : sortedMembers(workspaceId, ids, page)}) m
    join groups g on g.workspace_id = ${workspaceId} and g.id = m.group_id
    order by m.sort_name, m.user_id
    limit ${page.limit}`.execute(trx)
  return rows
}
