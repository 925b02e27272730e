import type { Person } from '#contract/schemas/users.ts'
import { flatString } from '#server/platform/flat-string.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import type { PersonRow } from './queries.ts'

/**
 * Returns the name of a person as all lists show it: who has joined by a link and has not written a
 * name yet has the first part of their address. Empty for a deleted person.
 */
export const nameOfPerson = (row: Pick<PersonRow, 'first_name' | 'last_name' | 'email'>): string =>
  flatString(row.first_name, ' ', row.last_name).trim() || (row.email.split('@')[0] ?? '')

/**
 * Returns a person as every colleague may see it. A deleted person has no name; the web shows
 * "Former teammate".
 */
export function presentPerson(row: PersonRow, workspaceId: string): Person {
  return {
    id: row.id,
    name: nameOfPerson(row),
    first_name: row.first_name,
    last_name: row.last_name,
    avatar: { url: fileUrl(workspaceId, row.avatar_key) },
    job_title: row.job_title,
    state: row.state,
    demo: row.demo,
  }
}
