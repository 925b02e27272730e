import type { Database } from '#server/platform/database/database.ts'
import { listWorkspaceIdsAfter } from './queries.ts'

const pageSize = 500

export type WorkspaceLoop = {
  stopped?: (() => boolean) | undefined
  onError?: ((error: unknown, workspaceId: string) => void) | undefined
}

/** Yields the ids of all workspaces in their order, page by page. */
export async function* iterateWorkspaceIds(db: Database): AsyncGenerator<string> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await listWorkspaceIdsAfter(db, after, pageSize)
    for (const { id } of page) yield id
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = last.id
  }
}

/**
 * Runs `work` for each workspace in their order, and checks `stopped` before each. With `onError`, a
 * failure does not block the other workspaces.
 */
export async function forEachWorkspace(
  db: Database,
  { stopped, onError }: WorkspaceLoop,
  work: (workspaceId: string) => Promise<unknown>,
): Promise<void> {
  for await (const id of iterateWorkspaceIds(db)) {
    if (stopped?.()) return
    try {
      await work(id)
    } catch (error) {
      if (!onError) throw error
      onError(error, id)
    }
  }
}
