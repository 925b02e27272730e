import type { Person } from '#contract/schemas/users.ts'
import { storeIfPossible } from '#web/lib/browser-storage.ts'

/**
 * People recently opened from the search, stored per member in this browser until the session ends.
 */
const storageKeyPrefix = 'laurel.recent.'
const recentMax = 5
export type RecentPerson = Pick<
  Person,
  'id' | 'name' | 'first_name' | 'last_name' | 'avatar' | 'job_title'
>

export function loadRecentPeople(member: string): RecentPerson[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKeyPrefix + member) ?? '[]')
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
  storeIfPossible(
    'localStorage',
    storageKeyPrefix + member,
    JSON.stringify(all.slice(0, recentMax)),
  )
}
/** Deletes the lists of all members when the session ends. */
export function clearRecentPeople(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(storageKeyPrefix)) localStorage.removeItem(key)
}
