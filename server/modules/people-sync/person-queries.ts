import { sql } from 'kysely'
import type { Permissions } from '#contract/permissions.ts'
import type { UserState } from '#contract/schemas/users.ts'
import type { FieldSource } from '#server/modules/users/organization-queries.ts'
import { listUsersOfEmployeeNumbers } from '#server/modules/people/employee-number-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'

/**
 * A person as the sync compares them. `synced`: what the file said last; null for somebody whom it
 * has never named.
 */
export type SyncPerson = Permissions & {
  id: string
  state: UserState
  account_id: string | null
  has_accepted: boolean
  email: string
  first_name: string
  last_name: string
  job_title: string
  birth_date: string | null
  hire_date: string | null
  country: string | null
  timezone: string | null
  employee_number: string
  cost_center: string
  away_from: string | null
  away_to: string | null
  field_sources: Record<string, FieldSource>
  manager_email: string | null
  manager_number: string | null
  department: string | null
  location: string | null
  attributes: Record<string, string> | null
  synced: Record<string, string> | null
  is_missing: boolean
}

/**
 * Returns the people with these ids, addresses or employee numbers, in any case. Everything about
 * a person is looked up by key: right after a first load the tables have no statistics, and a join
 * would compare all people with all others.
 */
export async function listSyncPeople(
  trx: Trx,
  workspaceId: string,
  {
    ids = [],
    emails = [],
    numbers = [],
  }: { ids?: string[]; emails?: string[]; numbers?: string[] },
): Promise<SyncPerson[]> {
  const numbered = await listUsersOfEmployeeNumbers(trx, workspaceId, numbers)
  const { rows } = await sql<SyncPerson>`
    with found as materialized (
      select unnest(${[...ids, ...numbered.map((row) => row.user_id)]}::uuid[]) as id
      union
      select id from users
      where workspace_id = ${workspaceId} and email = any (${emails}::text[]) and email <> ''
    )
    select u.id, u.state, u.account_id, u.first_accepted_at is not null as has_accepted, u.email,
      u.first_name, u.last_name, u.job_title, u.birth_date, u.hire_date, u.country, u.timezone,
      u.employee_number, u.cost_center, u.away_from, u.away_to, u.field_sources,
      m.email as manager_email, lower(m.employee_number) as manager_number,
      grouped.department, grouped.location, valued.attributes, f.file_values as synced,
      exists (
        select from people_sync_missing missing
        where missing.workspace_id = ${workspaceId} and missing.user_id = u.id) as is_missing,
      p.global_administrator, p.account_administrator, p.rewards_administrator,
      p.billing_administrator
    from found
    cross join lateral (
      select * from users
      where workspace_id = ${workspaceId} and id = found.id and state <> 'deleted' offset 0) u
    cross join lateral (
      select * from permissions where workspace_id = ${workspaceId} and user_id = u.id offset 0) p
    left join lateral (
      select email, employee_number from users
      where workspace_id = ${workspaceId} and id = u.manager_id offset 0) m on true
    cross join lateral (
      select max(g.name) filter (where g.kind = 'department') as department,
        max(g.name) filter (where g.kind = 'location') as location
      from group_members gm
      join groups g on g.workspace_id = ${workspaceId} and g.id = gm.group_id
        and g.kind in ('department', 'location')
      where gm.workspace_id = ${workspaceId} and gm.user_id = u.id and gm.left_at is null) grouped
    cross join lateral (
      select jsonb_object_agg('attribute:' || v.attribute_id, v.value) as attributes
      from attribute_values v
      where v.workspace_id = ${workspaceId} and v.user_id = u.id) valued
    left join lateral (
      select file_values from people_sync_fields
      where workspace_id = ${workspaceId} and user_id = u.id offset 0) f on true`.execute(trx)
  return rows
}

/** Records what the file said last about people. */
export async function saveFileValues(
  trx: Trx,
  workspaceId: string,
  people: { user_id: string; file_values: Record<string, string> }[],
): Promise<void> {
  if (!people.length) return
  await trx
    .insertInto('people_sync_fields')
    .values(
      people.map(({ user_id: userId, file_values: values }) => ({
        workspace_id: workspaceId,
        user_id: userId,
        file_values: JSON.stringify(values),
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'user_id'])
        .doUpdateSet((eb) => ({ file_values: eb.ref('excluded.file_values') })),
    )
    .execute()
}

/** Counts a full file that lacks people. */
export async function addMissing(
  trx: Trx,
  workspaceId: string,
  runId: string,
  userIds: string[],
): Promise<void> {
  if (!userIds.length) return
  await trx
    .insertInto('people_sync_missing')
    .values(
      userIds.map((userId) => ({
        workspace_id: workspaceId,
        user_id: userId,
        run_id: runId,
        runs: 1,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'user_id'])
        .doUpdateSet({ runs: sql<number>`least(people_sync_missing.runs + 1, 1000)` }),
    )
    .execute()
}

/** Forgets that people were missing: those of the file, and those who were deactivated. */
export async function deleteFound(trx: Trx, workspaceId: string, runId: string): Promise<void> {
  await sql`
    delete from people_sync_missing m
    where m.workspace_id = ${workspaceId} and (
      exists (
        select 1 from people_sync_rows r
        where r.workspace_id = ${workspaceId} and r.run_id = ${runId} and r.user_id = m.user_id)
      or exists (
        select 1 from users u
        where u.workspace_id = ${workspaceId} and u.id = m.user_id
          and u.state not in ('pending', 'accepted')))`.execute(trx)
}
