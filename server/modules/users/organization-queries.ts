import { sql } from 'kysely'
import type { Trx } from '#server/platform/database/database.ts'

/** Where a field of the organization came from, if not entered by hand. */
export type FieldSource = 'import' | 'scim' | 'sync'

export type OrganizationRow = {
  user_id: string
  country: string | null
  timezone: string | null
  employee_number: string
  cost_center: string
  away_from: string | null
  away_to: string | null
  field_sources: Record<string, FieldSource>
  manager_id: string | null
  manager_first_name: string | null
  manager_last_name: string | null
  manager_email: string | null
  manager_avatar_key: string | null
}

/** Returns the fields of people in the organization, with names and pictures of their managers. */
export async function listOrganizationRows(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
): Promise<OrganizationRow[]> {
  const { rows } = await sql<OrganizationRow>`
    select u.id as user_id, u.country, u.timezone, u.employee_number, u.cost_center,
      u.away_from, u.away_to, u.field_sources, m.id as manager_id, m.first_name as manager_first_name,
      m.last_name as manager_last_name, m.email as manager_email,
      f.storage_key as manager_avatar_key
    from users u
    left join users m on m.workspace_id = u.workspace_id and m.id = u.manager_id
    left join files f on f.workspace_id = m.workspace_id and f.id = m.avatar_file_id
    where u.workspace_id = ${workspaceId} and u.id = any (${userIds}::uuid[])`.execute(trx)
  return rows
}

/** Returns which of these people exist and can be a manager, an owner or a member of a group. */
export async function listPlaceableUsers(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from users
    where workspace_id = ${workspaceId} and id = any (${userIds}::uuid[])
      and state in ('pending', 'accepted')`.execute(trx)
  return new Set(rows.map((row) => row.id))
}

/** Records where fields came from; without a source they were entered by hand. */
export async function updateFieldSources(
  trx: Trx,
  workspaceId: string,
  userId: string,
  { fields, source }: { fields: string[]; source: FieldSource | null },
): Promise<void> {
  const added = Object.fromEntries(source ? fields.map((field) => [field, source]) : [])
  await sql`
    update users set field_sources = (field_sources - ${fields}::text[]) || ${JSON.stringify(added)}::jsonb
    where workspace_id = ${workspaceId} and id = ${userId}`.execute(trx)
}

/** Returns those of these people whose field another system keeps. */
export async function listManagedUsers(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
  field: string,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select id from users
    where workspace_id = ${workspaceId} and id = any (${userIds}::uuid[])
      and field_sources ->> ${field} in ('scim', 'sync')`.execute(trx)
  return new Set(rows.map((row) => row.id))
}

type NamesRow = {
  first_name: string
  last_name: string
  job_title: string
  field_sources: Record<string, FieldSource>
}

/** Returns the names and job title of a user, with the sources of fields. */
export async function findNames(trx: Trx, workspaceId: string, userId: string): Promise<NamesRow> {
  const row = await trx
    .selectFrom('users')
    .select(['first_name', 'last_name', 'job_title', 'field_sources'])
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return { ...row, field_sources: row.field_sources as NamesRow['field_sources'] }
}
