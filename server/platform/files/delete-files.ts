import type { Services } from '#server/platform/services.ts'

/**
 * The lock that a backup holds from before its snapshot until it has every file that the snapshot
 * names.
 */
export const backupLockKey = 1_281_455_474

/**
 * Takes files that no row names any more out of the store, after the commit that forgot them. While
 * a backup copies they stay: its snapshot may name them. The nightly sweep takes what was left
 * (modules/retention).
 */
export async function deleteFiles(
  { db, storage }: Pick<Services, 'db' | 'storage'>,
  keys: string[],
): Promise<void> {
  if (!keys.length) return
  const [row] = await db.call<{ free: boolean }>(
    'backup_lock',
    `select pg_try_advisory_xact_lock_shared(${backupLockKey}) as free`,
    [],
  )
  if (!row?.free) return
  for (const key of keys) await storage.remove(key)
}
