import type { OutputOf, QueryOf } from '#contract/routes/index.ts'
import { listGroupsOfUsers } from '#server/modules/memberships/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { canSeeEmails } from './export-people.ts'
import { searchPeople } from './list-queries.ts'
import { presentPerson } from '#server/modules/people/present.ts'

/** Returns the colleagues that a search finds, with what tells them apart. */
export async function findPeople(
  trx: Trx,
  actor: Actor,
  query: QueryOf<'people.list'>,
): Promise<OutputOf<'people.list'>> {
  const { workspace_id: workspaceId, user_id: userId } = actor
  const rows = await searchPeople(trx, workspaceId, userId, {
    text: query.search,
    withTitles: query.search_in === 'name_and_title',
    seesAddresses: canSeeEmails(actor),
    limit: query.limit,
  })
  const groups = await listGroupsOfUsers(
    trx,
    workspaceId,
    rows.map(({ id }) => id),
  )
  const placeOf = (id: string, kind: 'department' | 'location') =>
    groups.find((group) => group.user_id === id && group.kind === kind)?.name ?? ''
  const join = (...parts: string[]) => parts.filter(Boolean).join(' · ')
  const people = rows.map((row) => ({
    ...presentPerson(row, workspaceId),
    detail: join(row.job_title, placeOf(row.id, 'department')),
  }))
  const byLook = Map.groupBy(people, ({ name, detail }) => `${name} ${detail}`.toLowerCase())
  return people.map((person) => {
    const alike = byLook.get(`${person.name} ${person.detail}`.toLowerCase()) ?? []
    return alike.length > 1
      ? { ...person, detail: join(person.detail, placeOf(person.id, 'location')) }
      : person
  })
}
