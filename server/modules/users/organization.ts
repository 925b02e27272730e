import { isDeepStrictEqual } from 'node:util'
import {
  managedField,
  type OrganizationField,
  type OrganizationInput,
  type OrganizationRecord,
} from '#contract/schemas/organization-record.ts'
import { changeAttributeValues } from '#server/modules/attributes/change-values.ts'
import {
  type AttributeValueRow,
  listAttributeValues,
  sourceKey,
} from '#server/modules/attributes/queries.ts'
import { assertAwayInRange, presentAway, toAwayColumns } from '#server/modules/leave/away.ts'
import { assertManagerFits } from '#server/modules/managers/assert-manager.ts'
import { linkArrivedManagers } from '#server/modules/managers/link-managers.ts'
import { deleteWaitingManagers } from '#server/modules/managers/waiting-queries.ts'
import { joinGroup } from '#server/modules/memberships/join-group.ts'
import { nameOfPerson } from '#server/modules/people/present.ts'
import {
  endMemberships,
  findGroup,
  type GroupRow,
  listGroupsOfUsers,
} from '#server/modules/memberships/queries.ts'
import { listUsersOfEmployeeNumbers } from '#server/modules/people/employee-number-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import { isLockingSource } from './managed-names.ts'
import {
  type FieldSource,
  listOrganizationRows,
  listPlaceableUsers,
  type OrganizationRow,
  updateFieldSources,
} from './organization-queries.ts'
import { updateUserColumns } from './queries.ts'

type Groups = OrganizationRecord['groups']

const isLocked = ({ field_sources: sources }: OrganizationRow, field: string): boolean =>
  isLockingSource(sources[field])

function presentOrganization(
  row: OrganizationRow,
  groups: Groups,
  values: AttributeValueRow[],
  workspaceId: string,
): OrganizationRecord {
  const managerName = nameOfPerson({
    first_name: row.manager_first_name ?? '',
    last_name: row.manager_last_name ?? '',
    email: row.manager_email ?? '',
  })
  return {
    manager: row.manager_id
      ? {
          id: row.manager_id,
          name: managerName,
          avatar: { url: fileUrl(workspaceId, row.manager_avatar_key) },
        }
      : null,
    groups,
    country: row.country,
    timezone: row.timezone,
    employee_number: row.employee_number,
    cost_center: row.cost_center,
    away: presentAway(row),
    managed_fields: managedField.options.filter((field) => isLocked(row, field)),
    attributes: values.map(({ attribute_id: id, name, visibility, value }) => ({
      attribute_id: id,
      name,
      visibility,
      value,
      managed: isLocked(row, sourceKey(id)),
    })),
  }
}

/** Returns the places of people in the organization by their ids, with three queries. */
export async function loadOrganizations(
  trx: Trx,
  workspaceId: string,
  userIds: string[],
): Promise<Map<string, OrganizationRecord>> {
  if (!userIds.length) return new Map()
  const [rows, memberships, attributes] = await Promise.all([
    listOrganizationRows(trx, workspaceId, userIds),
    listGroupsOfUsers(trx, workspaceId, userIds),
    listAttributeValues(trx, workspaceId, userIds),
  ])
  const groups = Map.groupBy(memberships, (one) => one.user_id)
  const values = Map.groupBy(attributes, (one) => one.user_id)
  return new Map(
    rows.map((row) => [
      row.user_id,
      presentOrganization(
        row,
        (groups.get(row.user_id) ?? []).map(({ id, kind, name }) => ({ id, kind, name })),
        values.get(row.user_id) ?? [],
        workspaceId,
      ),
    ]),
  )
}

/** Returns the place of one person in the organization. */
async function loadOrganization(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<OrganizationRecord> {
  const place = (await loadOrganizations(trx, workspaceId, [userId])).get(userId)
  return place ?? throwRefusal('not_found')
}

const groupFields = { department_id: 'department', location_id: 'location' } as const

/** Returns the department or location of an id. Throws not_found for a group of another kind. */
async function requireGroup(
  trx: Trx,
  workspaceId: string,
  field: keyof typeof groupFields,
  id: string,
): Promise<GroupRow> {
  const group = await findGroup(trx, workspaceId, id)
  return group?.kind === groupFields[field]
    ? group
    : throwRefusal('not_found', { field: `organization.${field}` })
}

/** Moves a person to another department or location, or out of it. */
async function changeGroup(
  trx: Trx,
  workspaceId: string,
  userId: string,
  change: { field: keyof typeof groupFields; id: string | null; at: Date },
): Promise<void> {
  const { field, id, at } = change
  if (id === null) {
    await endMemberships(trx, workspaceId, [userId], { kind: groupFields[field], at })
    return
  }
  const group = await requireGroup(trx, workspaceId, field, id)
  await joinGroup(trx, workspaceId, group, [userId], at)
}

/** Throws an error for each field that cannot have its new value. */
async function assertValid(
  trx: Trx,
  workspaceId: string,
  userId: string,
  input: FieldsInput,
  at: Date,
): Promise<void> {
  const { manager_id: managerId, employee_number: employeeNumber, away } = input
  if (away) assertAwayInRange(away, 'organization.away', at)
  if (managerId) {
    const placeable = await listPlaceableUsers(trx, workspaceId, [managerId])
    if (!placeable.has(managerId))
      throwRefusal('user_not_found', { field: 'organization.manager_id' })
    await assertManagerFits(trx, workspaceId, userId, managerId)
  }
  const numbers = employeeNumber ? [employeeNumber] : []
  const holders = await listUsersOfEmployeeNumbers(trx, workspaceId, numbers)
  if (holders.some((holder) => holder.user_id !== userId))
    throwRefusal('not_unique', { field: 'organization.employee_number' })
}

type FieldsInput = Omit<OrganizationInput, 'attributes'>

/** Returns the current value of each field of an input. */
const currentValues = (place: OrganizationRecord): Required<FieldsInput> => ({
  manager_id: place.manager?.id ?? null,
  department_id: place.groups.find(({ kind }) => kind === 'department')?.id ?? null,
  location_id: place.groups.find(({ kind }) => kind === 'location')?.id ?? null,
  country: place.country,
  timezone: place.timezone,
  employee_number: place.employee_number,
  cost_center: place.cost_center,
  away: place.away,
})

/**
 * Changes a person's place in the organization and returns the names of the changed fields. The
 * caller holds the settings lock. Throws field_managed for a field of another system, and the errors
 * of each field.
 */
export async function changeOrganization(
  trx: Trx,
  workspaceId: string,
  userId: string,
  { attributes = [], ...input }: OrganizationInput,
  { at, source = null }: { at: Date; source?: FieldSource | null },
): Promise<string[]> {
  const place = await loadOrganization(trx, workspaceId, userId)
  const attributeKeys = await changeAttributeValues(
    trx,
    workspaceId,
    userId,
    attributes,
    place.attributes,
  )
  const current = currentValues(place)
  const fields = (Object.keys(input) as OrganizationField[]).filter(
    (field) => input[field] !== undefined && !isDeepStrictEqual(input[field], current[field]),
  )
  const changedKeys = [...fields, ...attributeKeys]
  if (!changedKeys.length) return []
  // Another system replaces its own values.
  const managed = fields.find((field) => place.managed_fields.includes(field))
  if (managed && !isLockingSource(source))
    throwRefusal('field_managed', { field: `organization.${managed}` })
  const changed: FieldsInput = Object.fromEntries(fields.map((field) => [field, input[field]]))
  await assertValid(trx, workspaceId, userId, changed, at)
  const { department_id: departmentId, location_id: locationId, away, ...rest } = changed
  const columns = away === undefined ? rest : { ...rest, ...toAwayColumns(away) }
  if (Object.keys(columns).length) await updateUserColumns(trx, workspaceId, userId, columns)
  for (const [field, id] of [
    ['department_id', departmentId],
    ['location_id', locationId],
  ] as const)
    if (id !== undefined) await changeGroup(trx, workspaceId, userId, { field, id, at })
  await updateFieldSources(trx, workspaceId, userId, { fields: changedKeys, source })
  if (changed.manager_id !== undefined) await deleteWaitingManagers(trx, workspaceId, [userId])
  if (changed.employee_number)
    await linkArrivedManagers(trx, workspaceId, { managerIds: [userId] }, at)
  return attributeKeys.length ? [...fields, 'attributes'] : fields
}
