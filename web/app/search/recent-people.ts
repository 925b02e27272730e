import type { Person } from '#contract/schemas/users.ts'

/**
 * Whom one opened last by the search, in this browser, for this member alone; it goes when the
 * session ends.
 */
const storageKeyPrefix = 'laurel.recent.'
const recentMax = 5
export type RecentPerson = Pick<
  Person,
  'id' | 'name' | 'first_name' | 'last_name' | 'avatar' | 'job_title'
>

export function loadRecentPeople(member: string): RecentPerson[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(storageKeyPrefix + member) ?? '[]')
    return Array.isArray(kept) ? (kept as RecentPerson[]) : []
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
    ...loadRecentPeople(member).filter((one) => one.id !== id),
  ]
  localStorage.setItem(storageKeyPrefix + member, JSON.stringify(all.slice(0, recentMax)))
}
/** Nothing of anybody's stays behind when the session ends. */
export function clearRecentPeople(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(storageKeyPrefix)) localStorage.removeItem(key)
}
