import type { Insertable, Updateable } from 'kysely'
import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

/** Returns the number of people to whom each rule applies. */
export async function countPeopleOfRules(
  trx: Trx,
  workspaceId: string,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ id: string; n: number }>`
    select allowance_rule_id as id, count(*)::int as n from users
    where workspace_id = ${workspaceId} and allowance_rule_id is not null
      and points_limit is null
    group by allowance_rule_id`.execute(trx)
  return new Map(rows.map(({ id, n }) => [id, n]))
}

export async function insertRule(
  trx: Trx,
  rule: Insertable<Tables['allowance_rules']>,
): Promise<void> {
  await trx.insertInto('allowance_rules').values(rule).execute()
}

/** Sets columns of a rule. */
export async function updateRuleColumns(
  trx: Trx,
  workspaceId: string,
  id: string,
  columns: Updateable<Tables['allowance_rules']>,
): Promise<void> {
  await trx
    .updateTable('allowance_rules')
    .set(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Sets the positions of all rules to their order in a list. */
export async function updateRulePositions(
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<void> {
  await sql`
    update allowance_rules set position = array_position(${ids}::uuid[], id)
    where workspace_id = ${workspaceId}`.execute(trx)
}

/** Deletes a rule. People to whom it applied have none afterwards. */
export async function deleteRuleRow(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx
    .updateTable('users')
    .set({ allowance_rule_id: null })
    .where('workspace_id', '=', workspaceId)
    .where('allowance_rule_id', '=', id)
    .execute()
  await trx
    .deleteFrom('allowance_rules')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}
