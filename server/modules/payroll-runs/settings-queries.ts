import type { Selectable } from 'kysely'
import type { PayrollSettings } from '#contract/schemas/payroll.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export async function findSettingsRow(
  trx: Trx,
  workspaceId: string,
): Promise<Selectable<Tables['payroll_settings']> | undefined> {
  return trx
    .selectFrom('payroll_settings')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirst()
}

export async function saveSettings(
  trx: Trx,
  workspaceId: string,
  { columns, ...settings }: PayrollSettings,
): Promise<void> {
  const row = { ...settings, columns: JSON.stringify(columns) }
  await trx
    .insertInto('payroll_settings')
    .values({ workspace_id: workspaceId, ...row })
    .onConflict((conflict) => conflict.column('workspace_id').doUpdateSet(row))
    .execute()
}
