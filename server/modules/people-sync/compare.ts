import type { SyncedField } from '#contract/people-sync.ts'
import type { ImportedPerson } from '#server/modules/people-files/parse-rows.ts'
import type { NewUser } from '#server/modules/users/invite-queries.ts'
import type { PersonPlace } from '#server/modules/people-files/read-place.ts'
import type { SyncPerson } from './person-queries.ts'

/** Values of a person by field. A field that the file leaves empty is absent. */
export type FileValues = Record<string, string>

const personFields = ['first_name', 'last_name', 'job_title', 'birth_date', 'hire_date'] as const

/** Returns what a row says about a person. */
export function toFileValues(person: ImportedPerson): FileValues {
  const values: FileValues = { email: person.email }
  for (const field of personFields) if (person[field]) values[field] = person[field]
  const { attributes = {}, ...place } = person.place ?? {}
  Object.assign(values, place)
  // A leave is one field: its beginning in the file replaces its end too.
  if (place.away_from) values['away_until'] = place.away_until ?? ''
  for (const [id, value] of Object.entries(attributes)) values[`attribute:${id}`] = value
  return values
}

/** Returns values as a person that the queries of imports can store. */
export function toImportedPerson(
  email: string,
  values: FileValues,
): NewUser & { place: PersonPlace } {
  const person: NewUser & { place: PersonPlace } = { email, place: {} }
  const attributes: Record<string, string> = {}
  for (const [field, value] of Object.entries(values)) {
    if (!value || field === 'email') continue
    if (field.startsWith('attribute:')) attributes[field.slice('attribute:'.length)] = value
    else if (personFields.some((name) => name === field))
      person[field as (typeof personFields)[number]] = value
    else person.place[field as keyof Omit<PersonPlace, 'attributes'>] = value
  }
  if (Object.keys(attributes).length) person.place.attributes = attributes
  return person
}

/** Returns the current value of a field; empty without one. */
function currentValue(person: SyncPerson, field: string): string {
  if (field.startsWith('attribute:')) return person.attributes?.[field] ?? ''
  if (field === 'manager') return person.manager_email ?? ''
  if (field === 'away_until') return person.away_to ?? ''
  return (person[field as 'email'] as string | null) ?? ''
}

const ignoresCase = new Set(['department', 'location'])

function isEqual(field: string, a: string, b: string, person: SyncPerson): boolean {
  if (a === b) return true
  if (ignoresCase.has(field)) return a.toLowerCase() === b.toLowerCase()
  // A manager is named by address or employee number.
  return (
    field === 'manager' && a !== '' && b === person.manager_email && a === person.manager_number
  )
}

const sourceKeys: Record<string, string> = {
  manager: 'manager_id',
  department: 'department_id',
  location: 'location_id',
  away_from: 'away',
  away_until: 'away',
}

/** Returns whether an identity provider keeps a field of a person. */
function isManaged({ field_sources: sources }: SyncPerson, field: string): boolean {
  // A provider that keeps any field of a person also keeps their address.
  if (field === 'email') return Object.values(sources).includes('scim')
  const source = sources[sourceKeys[field] ?? field]
  return source === 'scim' || source === 'sync'
}

export type Comparison = {
  outcome: 'changed' | 'conflict' | 'unchanged'
  fields: SyncedField[]
  values: FileValues
}

/**
 * Compares a person with what the file says. A value that was changed by hand stays while the file
 * says the same as before. When both have changed, the file wins, and `last` holds the third value.
 * Returns undefined when the file says nothing new.
 */
export function comparePerson(person: SyncPerson, file: FileValues): Comparison | undefined {
  const { synced } = person
  const fields: SyncedField[] = []
  let isNew = synced === null
  for (const [field, after] of Object.entries(file)) {
    const last = synced?.[field]
    if (last !== after) isNew = true
    const before = currentValue(person, field)
    if (isEqual(field, after, before, person) || isManaged(person, field) || last === after)
      continue
    const isChangedByHand = last !== undefined && !isEqual(field, last, before, person)
    fields.push({ field, before, after, last: isChangedByHand ? last : null })
  }
  if (!fields.length && !isNew) return undefined
  const outcome = fields.some(({ last }) => last !== null) ? 'conflict' : 'changed'
  return {
    outcome: fields.length ? outcome : 'unchanged',
    fields,
    values: { ...synced, ...file },
  }
}

/** Returns the fields of a change that nobody has changed since the check. */
export const listUntouched = (person: SyncPerson, fields: SyncedField[]): SyncedField[] =>
  fields.filter(({ field, before }) => currentValue(person, field) === before)
