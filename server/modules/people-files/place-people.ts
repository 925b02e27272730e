import { limits } from '#contract/limits.ts'
import { storeImportedValues } from '#server/modules/attributes/change-values.ts'
import { countGroups, insertGroup } from '#server/modules/groups/queries.ts'
import { upsertWaitingManagers } from '#server/modules/managers/waiting-queries.ts'
import { moveToGroups } from '#server/modules/memberships/join-group.ts'
import type { GroupRow } from '#server/modules/memberships/queries.ts'
import { listUsersOfEmployeeNumbers } from '#server/modules/people/employee-number-queries.ts'
import type { NewUser } from '#server/modules/users/invite-queries.ts'
import { listManagedUsers } from '#server/modules/users/organization-queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import type { FieldProblem, FileReferences, ParsedRow } from './parse-rows.ts'
import { listGroupsByName, listKnownReferences, updatePlaces } from './place-queries.ts'
import type { PersonPlace } from './read-place.ts'

type NumberedRow = { line: number; row: ParsedRow }
const groupKinds = ['department', 'location'] as const

/** The warnings of checkPlaces by their codes. */
export const placeProblems: Partial<Record<string, FieldProblem>> = {
  not_unique: { code: 'not_unique', field: 'employee_number' },
  user_not_found: { code: 'user_not_found', field: 'manager' },
}

/**
 * Adds warnings that depend on other people: an employee number that someone else has, which is left
 * out, and a manager who is neither in the file nor in the team, who is linked once they arrive.
 */
export async function checkPlaces<Row extends NumberedRow>(
  trx: Trx,
  workspaceId: string,
  rows: Row[],
  known: { members: ReadonlyMap<string, { id: string }>; references: FileReferences },
): Promise<Row[]> {
  const places = rows.flatMap(({ row }) => ('person' in row && row.person.place ? [row] : []))
  if (!places.length) return rows
  const numbers = places.flatMap(({ person }) => person.place?.employee_number ?? [])
  const managers = places.flatMap(({ person }) => person.place?.manager ?? [])
  const [numbered, team] = await Promise.all([
    listUsersOfEmployeeNumbers(trx, workspaceId, numbers),
    listKnownReferences(trx, workspaceId, managers),
  ])
  const owners = new Map(numbered.map((owner) => [owner.number, owner.user_id]))
  return rows.map((checked) => {
    const { line, row } = checked
    if (!('person' in row) || !row.person.place) return checked
    const place: PersonPlace = { ...row.person.place }
    const warnings: FieldProblem[] = [...row.warnings]
    const owner = owners.get(place.employee_number ?? '')
    const isTaken = owner !== undefined && owner !== known.members.get(row.email)?.id
    if (isTaken || known.references.repeatedNumbers.has(line)) {
      delete place.employee_number
      warnings.push({ code: 'not_unique', field: 'employee_number' })
    }
    const { manager } = place
    if (manager && !known.references.people.has(manager) && !team.has(manager))
      warnings.push({ code: 'user_not_found', field: 'manager' })
    return { ...checked, row: { ...row, person: { ...row.person, place }, warnings } }
  })
}

/** Returns the departments and locations of rows that do not exist yet, by kind and folded name. */
export async function listNewGroups(
  trx: Trx,
  workspaceId: string,
  rows: ParsedRow[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const kind of groupKinds) {
    const names = new Set(
      rows.flatMap((row) => ('person' in row ? (row.person.place?.[kind] ?? []) : [])),
    )
    names.delete('')
    if (!names.size) continue
    for (const { name, folded, group } of await listGroupsByName(trx, workspaceId, kind, [
      ...names,
    ]))
      // The first spelling in the file wins.
      if (!group && !found.has(`${kind} ${folded}`)) found.set(`${kind} ${folded}`, name)
  }
  return found
}

/** Returns the groups of a kind by the given names; creates missing ones within `groups_max`. */
async function findOrCreateGroups(
  trx: Trx,
  workspaceId: string,
  kind: (typeof groupKinds)[number],
  { names, creates, at }: { names: string[]; creates: boolean; at: Date },
): Promise<Map<string, GroupRow>> {
  const groups = new Map<string, GroupRow>()
  const created = new Map<string, GroupRow>()
  let room = creates ? limits.groups_max - (await countGroups(trx, workspaceId)) : 0
  for (const row of await listGroupsByName(trx, workspaceId, kind, names)) {
    const { name, folded } = row
    let group = row.group ?? created.get(folded)
    if (!group && room > 0) {
      room -= 1
      group = { id: newId(at), kind, name, parent_id: null, managed_by: 'manual', created_at: at }
      await insertGroup(trx, { workspace_id: workspaceId, ...group })
      created.set(folded, group)
    }
    if (group) groups.set(name, group)
  }
  return groups
}

/** Returns the fields of a place that are columns of a person, to insert them with a new one. */
export const toUserFields = ({
  country,
  timezone,
  employee_number: employeeNumber,
  cost_center: costCenter,
  away_from: awayFrom,
  away_until: awayUntil,
}: PersonPlace): Partial<NewUser> => ({
  country,
  timezone,
  employee_number: employeeNumber,
  cost_center: costCenter,
  ...(awayFrom ? { away_from: awayFrom, away_to: awayUntil } : {}),
})

/**
 * Puts imported people in their places: fields, attributes, departments and locations. `isNew`: the
 * person was inserted with `toUserFields` and is in no group. What another system keeps stays.
 * Managers wait until all people of the file are there. The caller holds the settings lock.
 */
export async function placeImportedPeople(
  trx: Trx,
  workspaceId: string,
  people: { id: string; place: PersonPlace; isNew: boolean }[],
  { creates, at }: { creates: boolean; at: Date },
): Promise<void> {
  if (!people.length) return
  const newIds = new Set(people.flatMap(({ id, isNew }) => (isNew ? [id] : [])))
  await updatePlaces(
    trx,
    workspaceId,
    people.filter(({ isNew }) => !isNew),
  )
  await storeImportedValues(
    trx,
    workspaceId,
    people.flatMap(({ id: userId, place }) =>
      Object.entries(place.attributes ?? {}).map(([attributeId, value]) => ({
        user_id: userId,
        attribute_id: attributeId,
        value,
      })),
    ),
  )
  const knownIds = people.flatMap(({ id, isNew }) => (isNew ? [] : [id]))
  for (const kind of groupKinds) {
    const managed = await listManagedUsers(trx, workspaceId, knownIds, `${kind}_id`)
    const named = people.flatMap(({ id, place }) => {
      const name = place[kind]
      return name && !managed.has(id) ? [{ id, name }] : []
    })
    const names = [...new Set(named.map(({ name }) => name))]
    if (!names.length) continue
    const groups = await findOrCreateGroups(trx, workspaceId, kind, { names, creates, at })
    const groupByUser = new Map(
      named.flatMap(({ id, name }) => {
        const group = groups.get(name)
        return group?.managed_by === 'manual' ? [[id, group.id] as const] : []
      }),
    )
    await moveToGroups(trx, workspaceId, kind, groupByUser, { newIds, at })
  }
  const waiting = people.flatMap(({ id, place }) =>
    place.manager ? [{ user_id: id, reference: place.manager }] : [],
  )
  await upsertWaitingManagers(trx, workspaceId, waiting)
}
