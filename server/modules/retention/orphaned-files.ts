import { sql } from 'kysely'
import { limits } from '#contract/limits.ts'
import { isUuid } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { deleteFiles } from '#server/platform/files/delete-files.ts'

const batchSize = 500
const hourMs = 3_600_000

/** Those of a team's files that none of its rows names. Of a team that there is not, all. */
async function findUnreferencedKeys(
  { db }: Pick<Services, 'db'>,
  workspaceId: string,
  keys: string[],
): Promise<string[]> {
  const rows = await db.tenant(workspaceId, (trx) =>
    sql<{ storage_key: string }>`
    select storage_key from files where workspace_id = ${workspaceId}
      and storage_key = any (${keys}::text[])`.execute(trx),
  )
  const named = new Set(rows.rows.map((row) => row.storage_key))
  return keys.filter((key) => !named.has(key))
}

/**
 * Walks through the store and takes out what nobody names: pictures replaced while a backup ran,
 * and what a killed process left. A file younger than a day stays: its row may be about to be
 * written. Answers how many went.
 */
export async function deleteOrphanedFiles(
  services: Pick<Services, 'db' | 'storage' | 'clock'>,
  stopped: () => boolean = () => false,
): Promise<number> {
  const before = services.clock.now().getTime() - limits.unnamed_file_hours * hourMs
  let gone = 0
  let team = ''
  const keys: string[] = []
  const take = async () => {
    const old = keys.length ? await findUnreferencedKeys(services, team, keys.splice(0)) : []
    await deleteFiles(
      services,
      old.map((key) => `${team}/${key}`),
    )
    gone += old.length
  }
  for await (const { key, at } of services.storage.list()) {
    if (stopped()) break
    const [workspaceId = '', name = ''] = key.split('/')
    if (at.getTime() >= before || !isUuid(workspaceId)) continue
    if (workspaceId !== team || keys.length >= batchSize) {
      await take()
      team = workspaceId
    }
    keys.push(name)
  }
  await take()
  return gone
}
