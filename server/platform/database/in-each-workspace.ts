import { sql } from 'kysely'
import type { Trx } from './database.ts'

/**
 * Continues a transaction of one team in others, one after another: a change of an account that
 * belongs to all of them is recorded in all or in none. Afterwards the transaction sees the last one.
 */
export async function inEachWorkspace(
  trx: Trx,
  workspaceIds: readonly string[],
  work: (workspaceId: string) => Promise<void>,
): Promise<void> {
  for (const workspaceId of workspaceIds) {
    // Citus passes only SET LOCAL on to its nodes, which takes no parameters.
    await sql`set local laurel.workspace = ${sql.lit(workspaceId)}`.execute(trx)
    await work(workspaceId)
  }
}
