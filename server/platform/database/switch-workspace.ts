import { sql } from 'kysely'
import type { Trx } from './database.ts'

/**
 * Continues a transaction of one team in another one: a change of an account that belongs to both
 * is recorded in both or in neither.
 */
export async function switchWorkspace(trx: Trx, workspaceId: string): Promise<void> {
  // Citus passes only SET LOCAL on to its nodes, which takes no parameters.
  await sql`set local laurel.workspace = ${sql.lit(workspaceId)}`.execute(trx)
}
