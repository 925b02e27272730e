import type { Insertable } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export async function insertWorkspaceRow(
  trx: Trx,
  workspace: Insertable<Tables['workspaces']>,
): Promise<void> {
  await trx.insertInto('workspaces').values(workspace).execute()
}

export async function insertSettings(
  trx: Trx,
  settings: Insertable<Tables['settings']>,
): Promise<void> {
  await trx.insertInto('settings').values(settings).execute()
}
