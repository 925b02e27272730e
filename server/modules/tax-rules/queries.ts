import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type TaxRuleRow = Selectable<Tables['tax_rules']>

/** Returns the rules of a team by country, all countries first, the latest day first. */
export async function listRuleRows(
  trx: Trx,
  workspaceId: string,
  limit: number,
): Promise<TaxRuleRow[]> {
  return trx
    .selectFrom('tax_rules')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .orderBy(sql`country nulls first`)
    .orderBy('valid_from', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()
}

export async function insertRules(
  trx: Trx,
  rules: Insertable<Tables['tax_rules']>[],
): Promise<void> {
  await trx.insertInto('tax_rules').values(rules).execute()
}

export async function updateRuleColumns(
  trx: Trx,
  workspaceId: string,
  id: string,
  changes: Updateable<Tables['tax_rules']>,
): Promise<void> {
  await trx
    .updateTable('tax_rules')
    .set(changes)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

export async function deleteRuleRow(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx
    .deleteFrom('tax_rules')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Returns the country of a person's profile, or null without one. */
export async function findCountryOf(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<string | null> {
  const user = await trx
    .selectFrom('users')
    .select('country')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', userId)
    .executeTakeFirst()
  return user?.country ?? null
}
