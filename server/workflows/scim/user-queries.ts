import { sql } from 'kysely'
import type { UserState } from '#contract/schemas/users.ts'
import { listUsersOfEmployeeNumbers } from '#server/modules/people/employee-number-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { FieldSource } from '#server/modules/users/organization-queries.ts'
import type { PhoneType } from './attributes.ts'
import type { Condition } from './filter-queries.ts'

export type ScimUserRow = {
  id: string
  email: string
  first_name: string
  last_name: string
  job_title: string
  state: Exclude<UserState, 'deleted'>
  account_id: string | null
  first_accepted_at: Date | null
  phone: string
  phone_type: PhoneType | null
  language: string | null
  timezone: string | null
  country: string | null
  employee_number: string
  cost_center: string
  birth_date: string | null
  hire_date: string | null
  away_from: string | null
  away_to: string | null
  points_limit: number | null
  field_sources: Record<string, FieldSource>
  manager_id: string | null
  manager_name: string | null
  department: string | null
  external_id: string | null
  created_at: Date
  changed_at: Date | null
}

/** Whether the provider has not deleted a user `u`. Only rows of deactivated users are looked up. */
export const isKept = (workspaceId: string) => sql`(u.state <> 'deactivated' or not exists (
    select from scim_users removed where removed.workspace_id = ${workspaceId}
      and removed.user_id = u.id and removed.removed_at is not null))`
const everyone = (workspaceId: string) => sql`
  from users u
  left join scim_users x on x.workspace_id = ${workspaceId} and x.user_id = u.id
  where u.workspace_id = ${workspaceId} and u.state <> 'deleted' and not u.demo
    and ${isKept(workspaceId)}`

/** Returns the number of users that match a condition. */
export async function countScimUsers(
  trx: Trx,
  workspaceId: string,
  condition: Condition,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::integer as n ${everyone(workspaceId)} and ${condition}`.execute(trx)
  return rows[0]?.n ?? 0
}

/** Returns users that match a condition, in the order of their ids. */
export async function listScimUsers(
  trx: Trx,
  workspaceId: string,
  condition: Condition,
  page: { offset: number; limit: number },
): Promise<ScimUserRow[]> {
  const { rows } = await sql<ScimUserRow>`
    with page as materialized (
      select u.*, x.external_id, x.changed_at, x.phone_type ${everyone(workspaceId)} and ${condition}
      order by u.id offset ${page.offset} limit ${page.limit})
    select u.id, u.email, u.first_name, u.last_name, u.job_title, u.state, u.account_id,
      u.first_accepted_at, u.phone, u.phone_type, u.language, u.timezone, u.country, u.employee_number,
      u.cost_center, u.birth_date, u.hire_date, u.away_from, u.away_to, u.points_limit, u.field_sources, u.manager_id,
      trim(m.first_name || ' ' || m.last_name) as manager_name, g.name as department,
      u.external_id, u.created_at, u.changed_at
    from page u
    left join users m on m.workspace_id = ${workspaceId} and m.id = u.manager_id
    left join group_members gm on gm.workspace_id = ${workspaceId} and gm.user_id = u.id
      and gm.kind = 'department' and gm.left_at is null
    left join groups g on g.workspace_id = ${workspaceId} and g.id = gm.group_id
    order by u.id`.execute(trx)
  return rows
}

export async function findScimUser(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<ScimUserRow | undefined> {
  const page = { offset: 0, limit: 1 }
  return (await listScimUsers(trx, workspaceId, sql`u.id = ${id}`, page))[0]
}

/** Returns the id and state of the user with an address, also of a demo user. */
export async function findUserOfEmail(
  trx: Trx,
  workspaceId: string,
  address: string,
): Promise<{ id: string; state: UserState; demo: boolean } | undefined> {
  return trx
    .selectFrom('users')
    .select(['id', 'state', 'demo'])
    .where('workspace_id', '=', workspaceId)
    .where('email', '=', address)
    .where('email', '<>', '')
    .executeTakeFirst() as Promise<{ id: string; state: UserState; demo: boolean } | undefined>
}

/**
 * Stores what only the provider knows of a user, and the time of the change. Undefined keeps a value.
 * A removed user has no id.
 */
export async function upsertScimUser(
  trx: Trx,
  workspaceId: string,
  userId: string,
  {
    externalId,
    phoneType,
    at,
    removed = false,
  }: {
    externalId: string | null | undefined
    phoneType?: PhoneType | undefined
    at: Date
    removed?: boolean
  },
): Promise<void> {
  const columns = {
    changed_at: at,
    removed_at: removed ? at : null,
    ...(externalId === undefined ? {} : { external_id: externalId }),
    ...(phoneType === undefined ? {} : { phone_type: phoneType }),
  }
  await trx
    .insertInto('scim_users')
    .values({ workspace_id: workspaceId, user_id: userId, ...columns })
    .onConflict((conflict) => conflict.columns(['workspace_id', 'user_id']).doUpdateSet(columns))
    .execute()
}

/** Returns the user whom a manager's id, address or employee number names. */
export async function findManager(
  trx: Trx,
  workspaceId: string,
  reference: { id: string | null; text: string },
): Promise<{ id: string; is_active: boolean } | undefined> {
  const numbered = await listUsersOfEmployeeNumbers(trx, workspaceId, [reference.text])
  const { rows } = await sql<{ id: string; is_active: boolean }>`
    select id, state in ('pending', 'accepted') as is_active from users
    where workspace_id = ${workspaceId} and state <> 'deleted' and not demo
      and id = any (array(
        select ${reference.id}::uuid
        union all
        select id from users
        where workspace_id = ${workspaceId} and email = ${reference.text} and email <> ''
        union all
        select unnest(${numbered.map((row) => row.user_id)}::uuid[])))
    order by id limit 1`.execute(trx)
  return rows[0]
}
