import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import { rowsMax } from '#server/platform/database/insert-rows.ts'

/** A person whose manager has not arrived yet. `reference`: address or number, in lower case. */
export type WaitingManager = { user_id: string; reference: string }

/** Stores whom people report to, until that manager arrives. */
export async function upsertWaitingManagers(
  trx: Trx,
  workspaceId: string,
  waiting: WaitingManager[],
): Promise<void> {
  for (let start = 0; start < waiting.length; start += rowsMax)
    await trx
      .insertInto('waiting_managers')
      .values(
        waiting.slice(start, start + rowsMax).map((row) => ({ workspace_id: workspaceId, ...row })),
      )
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'user_id'])
          .doUpdateSet((eb) => ({ reference: eb.ref('excluded.reference') })),
      )
      .execute()
}

/** Returns the people whose manager has arrived, in the order of their ids. */
export async function listArrivedManagers(
  trx: Trx,
  workspaceId: string,
): Promise<{ user_id: string; manager_id: string }[]> {
  const { rows } = await sql<{ user_id: string; manager_id: string }>`
    select w.user_id, m.id as manager_id
    from waiting_managers w
    join users m on m.workspace_id = ${workspaceId}
      and (m.email = w.reference
        or (m.employee_number <> '' and lower(m.employee_number) = w.reference))
    where w.workspace_id = ${workspaceId} and m.state in ('pending', 'accepted')
    order by w.user_id`.execute(trx)
  return rows
}

/** Returns who reports to whom in the whole team. */
export async function listAllManagers(trx: Trx, workspaceId: string): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; manager_id: string }>`
    select id, manager_id from users
    where workspace_id = ${workspaceId} and manager_id is not null`.execute(trx)
  return new Map(rows.map((row) => [row.id, row.manager_id]))
}

/** Returns whether someone waits for a manager. */
export async function hasWaitingManagers(trx: Trx, workspaceId: string): Promise<boolean> {
  const row = await trx
    .selectFrom('waiting_managers')
    .select('user_id')
    .where('workspace_id', '=', workspaceId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** Gives people their managers, unless another system keeps the field. */
export async function updateManagers(
  trx: Trx,
  workspaceId: string,
  links: { user_id: string; manager_id: string }[],
): Promise<void> {
  await sql`
    update users u set manager_id = new.manager_id,
      field_sources = u.field_sources || '{"manager_id": "import"}'
    from unnest(
      ${links.map((link) => link.user_id)}::uuid[], ${links.map((link) => link.manager_id)}::uuid[]
    ) as new (user_id, manager_id)
    where u.workspace_id = ${workspaceId} and u.id = new.user_id
      and coalesce(u.field_sources ->> 'manager_id', '') not in ('scim', 'sync')`.execute(trx)
}

/** Forgets for whom people wait. */
export async function deleteWaitingManagers(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
): Promise<void> {
  await sql`
    delete from waiting_managers
    where workspace_id = ${workspaceId} and user_id = any (${userIds}::uuid[])`.execute(trx)
}
