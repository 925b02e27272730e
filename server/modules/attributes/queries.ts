import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { AttributeVisibility } from '#contract/schemas/attributes.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { sliceRows } from '#server/platform/database/insert-rows.ts'
import type { Tables } from '#server/platform/database/tables.generated.ts'

export type AttributeRow = Pick<
  Selectable<Tables['attributes']>,
  'id' | 'name' | 'kind' | 'options' | 'visibility'
>

/** Returns the attributes of a team by name. There are at most `limits.attributes_max`. */
export async function listAttributes(trx: Trx, workspaceId: string): Promise<AttributeRow[]> {
  return trx
    .selectFrom('attributes')
    .select(['id', 'name', 'kind', 'options', 'visibility'])
    .where('workspace_id', '=', workspaceId)
    .orderBy(sql`lower(name)`)
    .orderBy('id')
    .execute()
}

export async function insertAttribute(
  trx: Trx,
  attribute: Insertable<Tables['attributes']>,
): Promise<void> {
  await trx.insertInto('attributes').values(attribute).execute()
}

/** Sets columns of an attribute. */
export async function updateAttributeColumns(
  trx: Trx,
  workspaceId: string,
  id: string,
  columns: Updateable<Tables['attributes']>,
): Promise<void> {
  await trx
    .updateTable('attributes')
    .set(columns)
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
}

/** Deletes an attribute with its values, and the sources of the values. */
export async function deleteAttributeRows(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<void> {
  await trx
    .deleteFrom('attributes')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  await sql`
    update users set field_sources = field_sources - ${sourceKey(id)}::text
    where workspace_id = ${workspaceId} and field_sources ? ${sourceKey(id)}`.execute(trx)
}

/** The key of an attribute in `users.field_sources`. */
export const sourceKey = (attributeId: string): string => `attribute:${attributeId}`

/** Returns one of the options that someone has, in any case, or none. */
export async function findUsedOption(
  trx: Trx,
  workspaceId: string,
  attributeId: string,
  options: string[],
): Promise<string | undefined> {
  const { rows } = await sql<{ value: string }>`
    select value from attribute_values
    where workspace_id = ${workspaceId} and attribute_id = ${attributeId}
      and lower(value) = any (array(select lower(name) from unnest(${options}::text[]) as o (name)))
    limit 1`.execute(trx)
  return rows[0]?.value
}

/** Gives values the spelling of their option. */
export async function respellValues(
  trx: Trx,
  workspaceId: string,
  attributeId: string,
  options: string[],
): Promise<void> {
  await sql`
    update attribute_values v set value = option.name
    from unnest(${options}::text[]) as option (name)
    where v.workspace_id = ${workspaceId} and v.attribute_id = ${attributeId}
      and lower(v.value) = lower(option.name) and v.value <> option.name`.execute(trx)
}

/** Returns the rules of groups with a condition on an attribute. */
export async function listRulesWithAttribute(
  trx: Trx,
  workspaceId: string,
  attributeId: string,
): Promise<{ name: string; values: string[] }[]> {
  const { rows } = await sql<{ name: string; values: string[] }>`
    select g.name, array(select jsonb_array_elements_text(c.condition -> 'values')) as values
    from groups g cross join lateral jsonb_array_elements(g.rule) as c (condition)
    where g.workspace_id = ${workspaceId} and g.rule is not null and g.deleted_at is null
      and c.condition ->> 'attribute_id' = ${attributeId}
    order by lower(g.name)`.execute(trx)
  return rows
}

export type AttributeValueRow = {
  user_id: string
  attribute_id: string
  name: string
  visibility: AttributeVisibility
  /** Empty only if another system keeps the value. */
  value: string
}

/** Returns the filled or managed attributes of people, by the names of the attributes. */
export async function listAttributeValues(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
): Promise<AttributeValueRow[]> {
  const { rows } = await sql<AttributeValueRow>`
    select u.id as user_id, a.id as attribute_id, a.name, a.visibility,
      coalesce(v.value, '') as value
    from attributes a
    join users u on u.workspace_id = a.workspace_id and u.id = any (${userIds}::uuid[])
    left join attribute_values v on v.workspace_id = a.workspace_id and v.user_id = u.id
      and v.attribute_id = a.id
    where a.workspace_id = ${workspaceId}
      and (v.value is not null
        or u.field_sources ->> ('attribute:' || a.id) in ('scim', 'sync'))
    order by lower(a.name), a.id`.execute(trx)
  return rows
}

export type NewAttributeValue = { user_id: string; attribute_id: string; value: string }

/** Stores values of people. */
export async function upsertAttributeValues(
  trx: Trx,
  workspaceId: string,
  values: NewAttributeValue[],
): Promise<void> {
  for (const slice of sliceRows(values))
    await trx
      .insertInto('attribute_values')
      .values(slice.map((row) => ({ workspace_id: workspaceId, ...row })))
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'user_id', 'attribute_id'])
          .doUpdateSet((eb) => ({ value: eb.ref('excluded.value') })),
      )
      .execute()
}

/** Deletes values of a person. */
export async function deleteAttributeValues(
  trx: Trx,
  workspaceId: string,
  userId: string,
  attributeIds: string[],
): Promise<void> {
  await sql`
    delete from attribute_values
    where workspace_id = ${workspaceId} and user_id = ${userId}
      and attribute_id = any (${attributeIds}::uuid[])`.execute(trx)
}

/** Returns the source keys of attributes of these people that another system keeps. */
export async function listManagedAttributes(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
): Promise<{ user_id: string; key: string }[]> {
  const { rows } = await sql<{ user_id: string; key: string }>`
    select u.id as user_id, source.key
    from users u cross join lateral jsonb_each_text(u.field_sources) as source (key, value)
    where u.workspace_id = ${workspaceId} and u.id = any (${userIds}::uuid[])
      and source.key like 'attribute:%' and source.value in ('scim', 'sync')`.execute(trx)
  return rows
}

/** Returns whether someone reports to a person. */
export async function hasReports(
  trx: Trx,
  workspaceId: string,
  managerId: string,
): Promise<boolean> {
  const row = await trx
    .selectFrom('users')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('manager_id', '=', managerId)
    .where('state', 'in', ['pending', 'accepted'])
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}
