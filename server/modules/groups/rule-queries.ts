import { sql } from 'kysely'
import type { GroupKind } from '#contract/schemas/organization-record.ts'
import type { Trx } from '#server/platform/database/database.ts'

/** Returns the names of departments and locations by their ids. */
export async function listPlaceNames(
  trx: Trx,
  workspaceId: string,
  ids: string[],
): Promise<Map<string, { kind: GroupKind; name: string }>> {
  const { rows } = await sql<{ id: string; kind: GroupKind; name: string }>`
    select id, kind, name from groups
    where workspace_id = ${workspaceId} and id = any (${ids}::uuid[])
      and kind in ('department', 'location') and deleted_at is null`.execute(trx)
  return new Map(rows.map(({ id, kind, name }) => [id, { kind, name }]))
}

/** Returns the name of another group whose rule has a condition on a department or location. */
export async function findRuleWithPlace(
  trx: Trx,
  workspaceId: string,
  placeId: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ name: string }>`
    select g.name from groups g
    cross join lateral jsonb_array_elements(g.rule) as c (condition)
    where g.workspace_id = ${workspaceId} and g.rule is not null and g.deleted_at is null
      and c.condition ->> 'field' in ('department_id', 'location_id')
      and c.condition -> 'values' ? ${placeId}
    order by lower(g.name)
    limit 1`.execute(trx)
  return rows[0]?.name
}

/** Returns the number of groups kept by a rule. */
export async function countRules(trx: Trx, workspaceId: string): Promise<number> {
  const row = await trx
    .selectFrom('groups')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('workspace_id', '=', workspaceId)
    .where('rule', 'is not', null)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(row.n)
}
