import type { Person } from '#contract/schemas/users.ts'
import { storeIfPossible } from '#web/lib/browser-storage.ts'
import { recentKeyPrefix } from './clear-recent-people.ts'

const recentMax = 5
/**
 * A person recently opened from the search. They are stored per member in this browser until the
 * session ends.
 */
export type RecentPerson = Pick<
  Person,
  'id' | 'name' | 'first_name' | 'last_name' | 'avatar' | 'job_title'
>

export function loadRecentPeople(member: string): RecentPerson[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(recentKeyPrefix + member) ?? '[]')
    return Array.isArray(stored) ? (stored as RecentPerson[]) : []
  } catch {
    return []
  }
}
export function rememberPerson(
  member: string,
  {
    id,
    name,
    first_name: firstName,
    last_name: lastName,
    avatar,
    job_title: jobTitle,
  }: RecentPerson,
): void {
  const all = [
    { id, name, first_name: firstName, last_name: lastName, avatar, job_title: jobTitle },
    ...loadRecentPeople(member).filter((recent) => recent.id !== id),
  ]
  storeIfPossible('localStorage', recentKeyPrefix + member, JSON.stringify(all.slice(0, recentMax)))
}
