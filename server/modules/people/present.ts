import type { Person } from '#contract/schemas/users.ts'
import { flatString } from '#server/platform/flat-string.ts'
import { fileUrl } from '#server/platform/files/file-url.ts'
import type { PersonRow } from './queries.ts'

/**
 * Returns a person as every colleague may see it. A deleted person has no name; the web shows
 * "Former teammate".
 */
export function presentPerson(row: PersonRow, workspaceId: string): Person {
  const fullName = flatString(row.first_name, ' ', row.last_name).trim()
  return {
    id: row.id,
    name: fullName || (row.email.split('@')[0] ?? ''),
    first_name: row.first_name,
    last_name: row.last_name,
    avatar: { url: fileUrl(workspaceId, row.avatar_key) },
    job_title: row.job_title,
    state: row.state,
    demo: row.demo,
  }
}
