import { sql } from 'kysely'
import { listUsersOfEmployeeNumbers } from '#server/modules/people/employee-number-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { sliceRows } from '#server/platform/database/insert-rows.ts'

/** A person whose manager has not arrived yet. `reference`: address or number, in lower case. */
export type WaitingManager = { user_id: string; reference: string }

/** Stores whom people report to, until that manager arrives. */
export async function upsertWaitingManagers(
  trx: Trx,
  workspaceId: string,
  waiting: WaitingManager[],
): Promise<void> {
  for (const slice of sliceRows(waiting))
    await trx
      .insertInto('waiting_managers')
      .values(slice.map((row) => ({ workspace_id: workspaceId, ...row })))
      .onConflict((conflict) =>
        conflict
          .columns(['workspace_id', 'user_id'])
          .doUpdateSet((eb) => ({ reference: eb.ref('excluded.reference') })),
      )
      .execute()
}

/** Managers who may have arrived, people who wait for one, or everyone who waits. */
export type ArrivalScope = { managerIds: string[] } | { waitingIds: string[] } | 'all'

type NamedManager = { id: string; reference: string }

/** Returns managers with the addresses and employee numbers that can name them. */
async function listNamesOfManagers(
  trx: Trx,
  workspaceId: string,
  managerIds: string[],
): Promise<NamedManager[]> {
  const { rows } = await sql<NamedManager>`
    select u.id, named.reference from users u
    cross join lateral (values (u.email), (lower(u.employee_number))) as named (reference)
    where u.workspace_id = ${workspaceId} and u.id = any (${managerIds}::uuid[])
      and named.reference <> ''`.execute(trx)
  return rows
}

/** Returns the references of people who wait for a manager. */
async function listReferences(
  trx: Trx,
  workspaceId: string,
  scope: { waitingIds: string[] } | 'all',
): Promise<string[]> {
  const some = scope === 'all' ? sql`` : sql`and user_id = any (${scope.waitingIds}::uuid[])`
  const { rows } = await sql<{ reference: string }>`
    select distinct reference from waiting_managers
    where workspace_id = ${workspaceId} ${some}`.execute(trx)
  return rows.map((row) => row.reference)
}

/** Returns the managers whom references name, by address or employee number. */
async function listManagersNamed(
  trx: Trx,
  workspaceId: string,
  references: string[],
): Promise<NamedManager[]> {
  const { rows } = await sql<NamedManager>`
    select u.id, named.reference from unnest(${references}::text[]) as named (reference)
    cross join lateral (
      select id from users
      where workspace_id = ${workspaceId} and email = named.reference and email <> ''
      offset 0) u`.execute(trx)
  const numbered = await listUsersOfEmployeeNumbers(trx, workspaceId, references)
  return [...rows, ...numbered.map((row) => ({ id: row.user_id, reference: row.number }))]
}

type ArrivedManager = { user_id: string; manager_id: string; is_managed: boolean }

/**
 * Returns the people whose manager has arrived, in the order of their ids. `is_managed`: another
 * system keeps the manager of the person. The work for some people does not depend on how many
 * others wait, and rows are looked up by key, because after a first load the tables have no
 * statistics.
 */
export async function listArrivedManagers(
  trx: Trx,
  workspaceId: string,
  scope: ArrivalScope,
): Promise<ArrivedManager[]> {
  const named =
    scope !== 'all' && 'managerIds' in scope
      ? await listNamesOfManagers(trx, workspaceId, scope.managerIds)
      : await listManagersNamed(trx, workspaceId, await listReferences(trx, workspaceId, scope))
  if (!named.length) return []
  const some =
    scope !== 'all' && 'waitingIds' in scope
      ? sql`and user_id = any (${scope.waitingIds}::uuid[])`
      : sql``
  const { rows } = await sql<ArrivedManager>`
    with named as materialized (
      select * from unnest(${named.map((one) => one.id)}::uuid[],
        ${named.map((one) => one.reference)}::text[]) as named (id, reference))
    select distinct w.user_id, m.id as manager_id, p.is_managed
    from named
    cross join lateral (
      select id from users
      where workspace_id = ${workspaceId} and id = named.id and state in ('pending', 'accepted')
      offset 0) m
    cross join lateral (
      select user_id from waiting_managers
      where workspace_id = ${workspaceId} and reference = named.reference ${some} offset 0) w
    cross join lateral (
      select coalesce(field_sources ->> 'manager_id', '') in ('scim', 'sync') as is_managed
      from users where workspace_id = ${workspaceId} and id = w.user_id offset 0) p
    order by w.user_id, m.id`.execute(trx)
  return rows
}

/** Returns who reports to whom: the people above managers and the people below others. */
export async function listManagersAround(
  trx: Trx,
  workspaceId: string,
  { managerIds, userIds }: { managerIds: string[]; userIds: string[] },
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; manager_id: string }>`
    with recursive above as (
      select id, manager_id from users
      where workspace_id = ${workspaceId} and id = any (${managerIds}::uuid[])
      union
      select u.id, u.manager_id from above
      join users u on u.workspace_id = ${workspaceId} and u.id = above.manager_id
    ), below as (
      select id, manager_id from users
      where workspace_id = ${workspaceId} and id = any (${userIds}::uuid[])
      union
      select u.id, u.manager_id from below
      join users u on u.workspace_id = ${workspaceId} and u.manager_id = below.id
    )
    select id, manager_id from above where manager_id is not null
    union
    select id, manager_id from below where manager_id is not null`.execute(trx)
  return new Map(rows.map((row) => [row.id, row.manager_id]))
}

/** Gives people their managers. */
export async function updateManagers(
  trx: Trx,
  workspaceId: string,
  links: { user_id: string; manager_id: string }[],
): Promise<void> {
  await sql`
    update users u set manager_id = new.manager_id,
      field_sources = u.field_sources || '{"manager_id": "import"}'
    from unnest(
      ${links.map((link) => link.user_id)}::uuid[], ${links.map((link) => link.manager_id)}::uuid[]
    ) as new (user_id, manager_id)
    where u.workspace_id = ${workspaceId} and u.id = new.user_id`.execute(trx)
}

/** Forgets for whom people wait. */
export async function deleteWaitingManagers(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
): Promise<void> {
  await sql`
    delete from waiting_managers
    where workspace_id = ${workspaceId} and user_id = any (${userIds}::uuid[])`.execute(trx)
}
