import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'

/** Figures of a department; `id` null: of people and groups without one. */
export type DepartmentRow = {
  id: string | null
  name: string | null
  people: number
  nominations: number
  wins: number
}

/**
 * Returns the nominations and wins of a round by the department of the nominees. A nominated
 * department counts as its own, other groups have none.
 */
export async function listDepartmentFigures(
  trx: Trx,
  workspaceId: string,
  roundId: string,
): Promise<DepartmentRow[]> {
  const departmentOf = sql`(m.workspace_id = ${workspaceId} and m.left_at is null
    and m.kind = 'department')`
  const { rows } = await sql<DepartmentRow>`
    with people as (
      select m.group_id as id, count(*)::int as people from users u
      left join group_members m on ${departmentOf} and m.user_id = u.id
      where u.workspace_id = ${workspaceId} and u.state = 'accepted' group by 1),
    nominated as (
      select coalesce(g.id, m.group_id) as id,
        sum((select count(*) from nominations n where n.workspace_id = ${workspaceId}
          and n.nominee_id = e.id))::int as nominations,
        (count(*) filter (where e.won and r.announced_at is not null))::int as wins
      from nominees e
      join nomination_rounds r on r.workspace_id = ${workspaceId} and r.id = e.round_id
      left join groups g on g.workspace_id = ${workspaceId} and g.id = e.group_id
        and g.kind = 'department'
      left join group_members m on ${departmentOf} and m.user_id = e.user_id
      where e.workspace_id = ${workspaceId} and e.round_id = ${roundId} group by 1)
    select d.id, g.name, coalesce(p.people, 0) as people,
      coalesce(n.nominations, 0) as nominations, coalesce(n.wins, 0) as wins
    from (select id from people union select id from nominated) d
    left join people p on p.id is not distinct from d.id
    left join nominated n on n.id is not distinct from d.id
    left join groups g on g.workspace_id = ${workspaceId} and g.id = d.id
    order by lower(g.name), d.id`.execute(trx)
  return rows
}

/** Returns how many people have nominated in a round. */
export async function countNominators(
  trx: Trx,
  workspaceId: string,
  roundId: string,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(distinct nominator_id)::int as n from nominations
    where workspace_id = ${workspaceId} and round_id = ${roundId}`.execute(trx)
  return rows[0]?.n ?? 0
}
