import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'

/** A person's position in a list by name. */
export type NamePosition = { id: string; sort_name: string }
type Page = { after?: [name: string, id: string] | undefined; limit: number }
/** A manager's team: the people who report to them directly, or everyone below them. */
export type Team = { managerId: string; scope: 'direct' | 'all' }

const sortName = sql`lower(u.first_name || ' ' || u.last_name)`
const afterCondition = ({ after }: Page) =>
  after ? sql`and (${sortName}, u.id) > (${after[0]}, ${after[1]}::uuid)` : sql``

/** Returns the number of accepted and pending people who report to each of these people. */
export async function countReports(
  trx: Trx,
  workspaceId: string,
  managerIds: string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select manager_id as id, count(*)::int as n from users
    where workspace_id = ${workspaceId} and manager_id = any (${managerIds}::uuid[])
      and state in ('pending', 'accepted')
    group by manager_id`.execute(trx)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

/** Returns the people who report to a person by name, after a position. */
export async function listReports(
  trx: Trx,
  workspaceId: string,
  managerId: string,
  page: Page,
): Promise<NamePosition[]> {
  const { rows } = await sql<NamePosition>`
    select u.id, ${sortName} as sort_name from users u
    where u.workspace_id = ${workspaceId} and u.manager_id = ${managerId}
      and u.state in ('pending', 'accepted') ${afterCondition(page)}
    order by ${sortName}, u.id limit ${page.limit}`.execute(trx)
  return rows
}

/** Returns the managers without an active manager of their own by name, after a position. */
export async function listTopManagers(
  trx: Trx,
  workspaceId: string,
  page: Page,
): Promise<NamePosition[]> {
  const { rows } = await sql<NamePosition>`
    select u.id, ${sortName} as sort_name from users u
    left join users m on m.workspace_id = u.workspace_id and m.id = u.manager_id
    where u.workspace_id = ${workspaceId} and u.state in ('pending', 'accepted')
      and (m.id is null or m.state not in ('pending', 'accepted'))
      and exists (select from users r where r.workspace_id = ${workspaceId}
        and r.manager_id = u.id and r.state in ('pending', 'accepted'))
      ${afterCondition(page)}
    order by ${sortName}, u.id limit ${page.limit}`.execute(trx)
  return rows
}

/** Returns the query of a team. People below a deactivated person belong to it too. */
const teamQuery = (workspaceId: string, { managerId, scope }: Team) => sql`
  with recursive team as (
    select id from users where workspace_id = ${workspaceId} and manager_id = ${managerId}
    ${
      scope === 'direct'
        ? sql``
        : sql`union select u.id from team
            join users u on u.workspace_id = ${workspaceId} and u.manager_id = team.id`
    }
  )`

/** Returns the SQL condition of people without public thanks since a day. */
const isUnthanked = (workspaceId: string, since: string) => sql`
  not exists (select from daily_recognition d where d.workspace_id = ${workspaceId}
    and d.user_id = u.id and d.day >= ${since}::date and d.received_posts > 0 and not d.private)`

export type TeamRow = NamePosition & {
  last_thanked_on: string | null
  away_from: string | null
  away_to: string | null
  first_accepted_at: Date | null
}

/** Returns the people of a team by name, with their leave and the day of the last public post. */
export async function listTeam(
  trx: Trx,
  workspaceId: string,
  team: Team,
  page: Page & { unthankedSince?: string | undefined },
): Promise<TeamRow[]> {
  const { unthankedSince } = page
  const { rows } = await sql<TeamRow>`
    ${teamQuery(workspaceId, team)}, page as (
      select u.id, ${sortName} as sort_name, u.away_from, u.away_to, u.first_accepted_at
      from team
      join users u on u.workspace_id = ${workspaceId} and u.id = team.id
      where u.state in ('pending', 'accepted') ${afterCondition(page)}
        ${unthankedSince === undefined ? sql`` : sql`and ${isUnthanked(workspaceId, unthankedSince)}`}
      order by ${sortName}, u.id limit ${page.limit}
    )
    select page.id, page.sort_name, page.away_from, page.away_to, page.first_accepted_at, (
      select max(d.day)::text from daily_recognition d
      where d.workspace_id = ${workspaceId} and d.user_id = page.id and d.received_posts > 0
        and not d.private
    ) as last_thanked_on
    from page order by page.sort_name, page.id`.execute(trx)
  return rows
}

/** Returns the number of people of a team, and of those without public thanks since a day. */
export async function countTeam(
  trx: Trx,
  workspaceId: string,
  team: Team,
  unthankedSince: string,
): Promise<{ total: number; unthanked: number }> {
  const { rows } = await sql<{ total: number; unthanked: number }>`
    ${teamQuery(workspaceId, team)}
    select count(*)::int as total,
      count(*) filter (where ${isUnthanked(workspaceId, unthankedSince)})::int as unthanked
    from team join users u on u.workspace_id = ${workspaceId} and u.id = team.id
    where u.state in ('pending', 'accepted')`.execute(trx)
  return rows[0] ?? { total: 0, unthanked: 0 }
}

/** Returns which of these people belong to a team. */
export async function listTeamMembersAmong(
  trx: Trx,
  workspaceId: string,
  team: Team,
  userIds: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    ${teamQuery(workspaceId, team)}
    select id from team where id = any (${userIds}::uuid[])`.execute(trx)
  return new Set(rows.map(({ id }) => id))
}

export type TeamValueRow = { id: string; name: string; emoji: string; posts: number }

/** Returns the values of public posts about a team since a day, the most frequent first. */
export async function listTeamValues(
  trx: Trx,
  workspaceId: string,
  team: Team,
  since: string,
): Promise<TeamValueRow[]> {
  const { rows } = await sql<TeamValueRow>`
    ${teamQuery(workspaceId, team)}
    select v.id, v.name, v.emoji, sum(d.received_posts)::int as posts
    from team
    join daily_recognition d on d.workspace_id = ${workspaceId} and d.user_id = team.id
    join "values" v on v.workspace_id = ${workspaceId} and v.id = d.value_id
    where d.day >= ${since}::date and not d.private and d.received_posts > 0
    group by v.id, v.name, v.emoji
    order by posts desc, v.name, v.id`.execute(trx)
  return rows
}
