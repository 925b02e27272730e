import { hourMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { isUuid } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { deleteFiles } from '#server/platform/files/delete-files.ts'
import { listReferencedKeys } from './file-queries.ts'

const batchSize = 500

/** Returns the keys without a row in `files`; all of them for an unknown workspace. */
async function findUnreferencedKeys(
  { db }: Pick<Services, 'db'>,
  workspaceId: string,
  keys: string[],
): Promise<string[]> {
  const referenced = new Set(
    await db.tenant(workspaceId, (trx) => listReferencedKeys(trx, workspaceId, keys)),
  )
  return keys.filter((key) => !referenced.has(key))
}

/**
 * Deletes stored files without a row: pictures replaced during a backup, and leftovers of killed
 * processes. Files younger than a day are kept, because their row may not be committed yet. Returns
 * the number of deleted files.
 */
export async function deleteOrphanedFiles(
  services: Pick<Services, 'db' | 'storage' | 'clock'>,
  stopped: () => boolean = () => false,
): Promise<number> {
  const before = services.clock.now().getTime() - limits.unnamed_file_hours * hourMs
  let deletedCount = 0
  let team = ''
  const keys: string[] = []
  const deleteBatch = async () => {
    const orphaned = keys.length ? await findUnreferencedKeys(services, team, keys.splice(0)) : []
    await deleteFiles(
      services,
      orphaned.map((key) => `${team}/${key}`),
    )
    deletedCount += orphaned.length
  }
  for await (const { key, at } of services.storage.list()) {
    if (stopped()) break
    const [workspaceId = '', name = ''] = key.split('/')
    if (at.getTime() >= before || !isUuid(workspaceId)) continue
    if (workspaceId !== team || keys.length >= batchSize) {
      await deleteBatch()
      team = workspaceId
    }
    keys.push(name)
  }
  await deleteBatch()
  return deletedCount
}
