import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'

/**
 * Returns the ids of a person's managers, the nearest first, at most `max`. Each level is one row of
 * the primary key.
 */
export async function listManagerIds(
  trx: Trx,
  workspaceId: string,
  userId: string,
  max: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with recursive chain as (
      select manager_id as id, 1 as level from users
      where workspace_id = ${workspaceId} and id = ${userId} and manager_id is not null
      union all
      select u.manager_id, chain.level + 1 from chain
      join users u on u.workspace_id = ${workspaceId} and u.id = chain.id
      where u.manager_id is not null and chain.level < ${max}
    )
    select id from chain order by level`.execute(trx)
  return rows.map((row) => row.id)
}

/** Returns the number of levels of people below a person, at most `max`. */
export async function countLevelsBelow(
  trx: Trx,
  workspaceId: string,
  userId: string,
  max: number,
): Promise<number> {
  const { rows } = await sql<{ levels: number }>`
    with recursive below as (
      select id, 1 as level from users
      where workspace_id = ${workspaceId} and manager_id = ${userId}
      union all
      select u.id, below.level + 1 from below
      join users u on u.workspace_id = ${workspaceId} and u.manager_id = below.id
      where below.level < ${max}
    )
    select coalesce(max(level), 0) as levels from below`.execute(trx)
  return rows[0]?.levels ?? 0
}

/** Gives the people who report to a person another manager, or none. Returns their ids. */
export async function moveReports(
  trx: Trx,
  workspaceId: string,
  managerId: string,
  newManagerId: string | null,
): Promise<string[]> {
  const rows = await trx
    .updateTable('users')
    .set({ manager_id: newManagerId })
    .where('workspace_id', '=', workspaceId)
    .where('manager_id', '=', managerId)
    .returning('id')
    .execute()
  return rows.map((row) => row.id)
}
