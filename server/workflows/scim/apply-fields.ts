import { isLanguage, type Language } from '#contract/schemas/common.ts'
import type { Away, OrganizationInput } from '#contract/schemas/organization-record.ts'
import { findGroupByName } from '#server/modules/groups/queries.ts'
import { upsertWaitingManagers } from '#server/modules/managers/waiting-queries.ts'
import { toStoredBirthDate } from '#server/modules/users/birth-date.ts'
import { changeOrganization } from '#server/modules/users/organization.ts'
import { updateFieldSources } from '#server/modules/users/organization-queries.ts'
import { updateUserColumns } from '#server/modules/users/queries.ts'
import { assertDatesInRange } from '#server/modules/users/validate-dates.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import { isUuid } from '#server/platform/ids.ts'
import { addGroup } from './add-group.ts'
import type { ScimContext } from './context.ts'
import { throwInvalid } from './scim-error.ts'
import { sourceKeys, type UserField, type UserFields } from './user-fields.ts'
import { findManager, type ScimUserRow } from './user-queries.ts'

type Columns = {
  first_name?: string
  last_name?: string
  job_title?: string
  phone?: string
  language?: Language
  birth_date?: string | null
  hire_date?: string | null
  points_limit?: number | null
}

/** New fields of a user: those that the request names, and those that differ from before. */
type FieldChange = {
  fields: Partial<UserFields>
  given: ReadonlySet<UserField>
  changes: Partial<UserFields>
}

/** Returns the changed columns of a user. A language that the person has chosen stays. */
function toColumns(row: ScimUserRow, changes: Partial<UserFields>): Columns {
  const { givenName, familyName, title, phone, language, hireDate, birthDay, limit } = changes
  return {
    ...(givenName ? { first_name: givenName } : {}),
    ...(familyName ? { last_name: familyName } : {}),
    ...(title === undefined ? {} : { job_title: title }),
    ...(phone === undefined ? {} : { phone }),
    ...(language && isLanguage(language) && row.language === null ? { language } : {}),
    ...(hireDate === undefined ? {} : { hire_date: hireDate || null }),
    ...(birthDay === undefined
      ? {}
      : { birth_date: birthDay === '' ? null : toStoredBirthDate(birthDay) }),
    ...(limit === undefined ? {} : { points_limit: limit }),
  }
}

/** Returns the department of a name, which is created if it is missing. */
async function requireDepartment(context: ScimContext, name: string): Promise<string> {
  const found = await findGroupByName(context.trx, context.workspaceId, 'department', name)
  return found ?? (await addGroup(context, 'department', name))
}

/**
 * Returns the manager whom a text names by id, address or employee number. Someone who has not
 * arrived is linked later. Undefined: no change.
 */
async function resolveManager(
  { trx, workspaceId }: ScimContext,
  userId: string,
  reference: string,
): Promise<string | null | undefined> {
  if (reference === '') return null
  const text = reference.toLowerCase()
  const id = isUuid(text) ? text : null
  const manager = await findManager(trx, workspaceId, { id, text })
  if (manager) return manager.is_active ? manager.id : undefined
  if (id !== null) throwInvalid('invalidValue', `No user has the id of the manager, ${id}`)
  await upsertWaitingManagers(trx, workspaceId, [{ user_id: userId, reference: text }])
  return undefined
}

/** Returns the changed leave. A leave without its first day ends, unless its last day is set. */
function toAway(
  row: ScimUserRow,
  { awayFrom, awayUntil }: Partial<UserFields>,
): Away | null | undefined {
  if (awayFrom === undefined && awayUntil === undefined) return undefined
  const from = awayFrom ?? row.away_from
  if (!from && awayUntil) throwInvalid('invalidValue', 'awayUntil needs awayFrom')
  return from ? { from, to: (awayUntil ?? row.away_to) || null } : null
}

async function toOrganization(
  context: ScimContext,
  row: ScimUserRow,
  changes: Partial<UserFields>,
): Promise<OrganizationInput> {
  const { department, manager, timezone, country, employeeNumber, costCenter } = changes
  const input: OrganizationInput = {
    ...(timezone === undefined ? {} : { timezone: timezone || null }),
    ...(country === undefined ? {} : { country: country || null }),
    ...(employeeNumber === undefined ? {} : { employee_number: employeeNumber }),
    ...(costCenter === undefined ? {} : { cost_center: costCenter }),
  }
  const away = toAway(row, changes)
  if (away !== undefined) input.away = away
  if (department !== undefined)
    input.department_id = department === '' ? null : await requireDepartment(context, department)
  if (manager !== undefined) {
    const managerId = await resolveManager(context, row.id, manager)
    if (managerId !== undefined) input.manager_id = managerId
  }
  return input
}

/**
 * Marks the fields that the provider gives as its own, also those that it leaves as they are. A
 * cleared field belongs to nobody.
 */
async function markSources(
  { trx, workspaceId }: ScimContext,
  row: ScimUserRow,
  { fields, given, changes }: FieldChange,
): Promise<void> {
  const keys = { owned: [] as string[], freed: [] as string[] }
  for (const [field, key] of Object.entries(sourceKeys)) {
    const name = field as UserField
    const value = changes[name] ?? (given.has(name) ? fields[name] : undefined)
    const isOwn = row.field_sources[key] === 'scim'
    // The first day of a leave decides about both.
    if (value === undefined || name === 'awayUntil') continue
    if (value === '' && (isOwn || name in changes)) keys.freed.push(key)
    // A manager who has not arrived is linked later, so the field stays open until then.
    if (name === 'manager' && value !== row.manager_id) continue
    if (value !== '' && !isOwn) keys.owned.push(key)
  }
  if (keys.owned.length)
    await updateFieldSources(trx, workspaceId, row.id, { fields: keys.owned, source: 'scim' })
  if (keys.freed.length)
    await updateFieldSources(trx, workspaceId, row.id, { fields: keys.freed, source: null })
}

/**
 * Writes changed fields of a user with the source `scim`. The audit log names the fields. Throws
 * manager_circle, not_unique and others.
 */
export async function applyFields(
  context: ScimContext,
  row: ScimUserRow,
  change: FieldChange,
): Promise<void> {
  const { trx, workspaceId, actor, timezone, at } = context
  const { changes } = change
  const columns = toColumns(row, changes)
  assertDatesInRange(columns, at, timezone)
  const names = Object.keys(columns)
  if (names.length) await updateUserColumns(trx, workspaceId, row.id, columns)
  const input = await toOrganization(context, row, changes)
  const placed = Object.keys(input).length
    ? await changeOrganization(trx, workspaceId, row.id, input, { at, source: 'scim' })
    : []
  await markSources(context, row, change)
  const changed = [...names, ...placed]
  if (changed.length)
    await audit(trx, actor, 'user.update', { user_id: row.id, fields: changed.join(', ') }, at)
}
