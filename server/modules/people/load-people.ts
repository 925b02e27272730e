import type { Person } from '#contract/schemas/users.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { presentPerson } from './present.ts'
import { findPeopleByIds } from './queries.ts'

/** Returns people by id with one query. Pages use it to attach names and pictures. */
export async function loadPeople(
  trx: Trx,
  workspaceId: string,
  ids: Iterable<string>,
): Promise<Map<string, Person>> {
  const distinct = [...new Set(ids)]
  if (!distinct.length) return new Map()
  const rows = await findPeopleByIds(trx, workspaceId, distinct)
  return new Map(rows.map((row) => [row.id, presentPerson(row, workspaceId)]))
}

/** Returns the person of an id. Foreign keys guarantee that it exists. */
export function requirePerson(people: Map<string, Person>, id: string): Person {
  const person = people.get(id)
  if (!person) throw new Error('person missing')
  return person
}
