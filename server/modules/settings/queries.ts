import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'

/** Counts the points that each user has given since the start of a period again. */
export async function rebuildAllowances(
  trx: Trx,
  workspaceId: string,
  periodStart: Date,
): Promise<void> {
  await sql`select allowances_rebuild(${workspaceId}, ${periodStart})`.execute(trx)
}

/**
 * Locks the team's row and returns the file id of the logo. Concurrent uploads run one after the
 * other.
 */
export async function lockLogo(trx: Trx, workspaceId: string): Promise<string | null> {
  const workspace = await trx
    .selectFrom('workspaces')
    .select('logo_file_id')
    .where('id', '=', workspaceId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return workspace.logo_file_id
}
