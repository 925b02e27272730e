import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'

/** Returns whether a user is accepted, in a team that is not deleted. */
export async function findAcceptedMember(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`
    select exists (
      select from users u
      join workspaces w on w.id = u.workspace_id and w.deleted_at is null
      where u.workspace_id = ${workspaceId} and u.id = ${userId} and u.state = 'accepted') as found
    `.execute(trx)
  return rows[0]?.found ?? false
}
