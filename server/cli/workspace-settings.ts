import type { Updateable } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'
import { printLine } from './command.ts'

/**
 * Updates a workspace and prints the result. Returns false, after an error message, when there is no
 * such workspace.
 */
export async function updateWorkspace(
  db: Database,
  id: string,
  values: Updateable<Tables['workspaces']>,
  message: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db.tenant(id, (trx) =>
    trx.updateTable('workspaces').set(values).where('id', '=', id).executeTakeFirst(),
  )
  const found = numUpdatedRows === 1n
  printLine(found ? message : `There is no workspace ${id}.`)
  return found
}
