import { sql } from 'kysely'
import type { GroupKind } from '#contract/schemas/organization-record.ts'
import type { GroupRow } from '#server/modules/memberships/queries.ts'
import type { NewUser } from '#server/modules/users/invite-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { PersonPlace } from './read-place.ts'

/** Returns which references to managers name a person of the team. */
export async function listKnownReferences(
  trx: Trx,
  workspaceId: string,
  references: string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ reference: string }>`
    select email as reference from users
    where workspace_id = ${workspaceId} and email = any (${references}::text[])
      and state in ('pending', 'accepted')
    union
    select lower(employee_number) from users
    where workspace_id = ${workspaceId} and employee_number <> ''
      and lower(employee_number) = any (${references}::text[])
      and state in ('pending', 'accepted')`.execute(trx)
  return new Set(rows.map(({ reference }) => reference))
}

/** A name as PostgreSQL folds it, with the group of that name in any case. */
type NamedGroup = { name: string; folded: string; group: GroupRow | null }

/**
 * Returns names in their order, each with the group of a kind. JavaScript folds some letters in
 * another way than the unique index, such as the Turkish İ.
 */
export async function listGroupsByName(
  trx: Trx,
  workspaceId: string,
  kind: GroupKind,
  names: string[],
): Promise<NamedGroup[]> {
  const { rows } = await sql<GroupRow & { id: string | null; wanted: string; folded: string }>`
    select wanted.name as wanted, lower(wanted.name) as folded,
      g.id, g.kind, g.name, g.parent_id, g.managed_by, g.created_at
    from unnest(${names}::text[]) with ordinality as wanted (name, place)
    left join groups g on g.workspace_id = ${workspaceId} and g.kind = ${kind}
      and g.deleted_at is null and lower(g.name) = lower(wanted.name)
    order by wanted.place`.execute(trx)
  return rows.map(({ wanted: name, folded, ...group }) => ({
    name,
    folded,
    group: group.id === null ? null : group,
  }))
}

const columns = ['country', 'timezone', 'employee_number', 'cost_center'] as const

/** Sets the filled fields of imported people, unless another system keeps them. */
export async function updatePlaces(
  trx: Trx,
  workspaceId: string,
  people: { id: string; place: PersonPlace }[],
): Promise<void> {
  const fields = [...columns, 'away_from', 'away_until'] as const
  const placed = people.filter(({ place }) => fields.some((field) => place[field] !== undefined))
  if (!placed.length) return
  const valuesOf = (field: (typeof fields)[number]) =>
    placed.map(({ place }) => place[field] ?? null)
  const set = columns.map(
    (field) => sql`${sql.ref(field)} = case
      when coalesce(u.field_sources ->> ${sql.lit(field)}, '') in ('scim', 'sync')
        then u.${sql.ref(field)}
      else coalesce(file.${sql.ref(field)}, u.${sql.ref(field)}) end`,
  )
  // A leave is one field: its beginning in the file replaces its end too.
  const setAway = (column: 'away_from' | 'away_to') => sql`${sql.ref(column)} = case
    when coalesce(u.field_sources ->> 'away', '') in ('scim', 'sync') or file.away_from is null
      then u.${sql.ref(column)}
    else file.${sql.ref(column)} end`
  await sql`
    update users u set ${sql.join([...set, setAway('away_from'), setAway('away_to')])}
    from unnest(
      ${placed.map(({ id }) => id)}::uuid[], ${valuesOf('country')}::text[],
      ${valuesOf('timezone')}::text[], ${valuesOf('employee_number')}::text[],
      ${valuesOf('cost_center')}::text[], ${valuesOf('away_from')}::date[],
      ${valuesOf('away_until')}::date[]
    ) as file (id, country, timezone, employee_number, cost_center, away_from, away_to)
    where u.workspace_id = ${workspaceId} and u.id = file.id
      and u.id = any (${placed.map(({ id }) => id)}::uuid[])`.execute(trx)
}

/** Returns the value of a cell, unless the cell is empty or another system keeps the field. */
const filled = (field: 'first_name' | 'last_name' | 'job_title') => sql`case
  when u.field_sources ->> ${sql.lit(field)} in ('scim', 'sync') then u.${sql.ref(field)}
  else coalesce(file.${sql.ref(field)}, u.${sql.ref(field)}) end`

/**
 * Updates names, title and dates of members from the file. Empty cells and fields of other systems
 * keep the old value. State and permissions never change.
 */
export async function updateImportedUsers(
  trx: Trx,
  workspaceId: string,
  people: (NewUser & { id: string })[],
): Promise<void> {
  if (!people.length) return
  const column = (field: 'first_name' | 'last_name' | 'job_title' | 'birth_date' | 'hire_date') =>
    people.map((person) => person[field] ?? null)
  await sql`
    update users u set
      first_name = ${filled('first_name')},
      last_name = ${filled('last_name')},
      job_title = ${filled('job_title')},
      birth_date = coalesce(file.birth_date, u.birth_date),
      hire_date = coalesce(file.hire_date, u.hire_date)
    from unnest(
      ${people.map((person) => person.id)}::uuid[], ${column('first_name')}::text[],
      ${column('last_name')}::text[], ${column('job_title')}::text[],
      ${column('birth_date')}::date[], ${column('hire_date')}::date[]
    ) as file (id, first_name, last_name, job_title, birth_date, hire_date)
    where u.workspace_id = ${workspaceId} and u.id = file.id
      and u.id = any (${people.map((person) => person.id)}::uuid[])`.execute(trx)
}
