import type { Services } from '#server/platform/services.ts'

/**
 * Advisory lock that a backup holds from before its snapshot until it has copied every file of the
 * snapshot.
 */
export const backupLockKey = 1_281_455_474

/**
 * Deletes files without a row from the store, after the commit that removed the row. During a
 * backup they stay, as its snapshot may refer to them; the nightly sweep deletes them later
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
