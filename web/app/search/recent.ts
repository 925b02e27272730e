import type { Person } from '#contract/users.ts'

/**
 * Whom one opened last by the search, in this browser, for this member alone; it goes when the
 * session ends.
 */
const prefix = 'laurel.recent.'
const most = 5
export type Recent = Pick<
  Person,
  'id' | 'name' | 'first_name' | 'last_name' | 'avatar' | 'job_title'
>

export function recentOf(member: string): Recent[] {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(prefix + member) ?? '[]')
    return Array.isArray(kept) ? (kept as Recent[]) : []
  } catch {
    return []
  }
}
export function remember(
  member: string,
  { id, name, first_name, last_name, avatar, job_title }: Recent,
): void {
  const all = [
    { id, name, first_name, last_name, avatar, job_title },
    ...recentOf(member).filter((one) => one.id !== id),
  ]
  localStorage.setItem(prefix + member, JSON.stringify(all.slice(0, most)))
}
/** Nothing of anybody's stays behind when the session ends. */
export function forgetRecent(): void {
  for (const key of Object.keys(localStorage))
    if (key.startsWith(prefix)) localStorage.removeItem(key)
}
