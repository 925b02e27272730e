import type { Database } from '#server/platform/database/database.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { listWorkspaceIdsAfter } from './queries.ts'

const pageSize = 500

/** Without `onError`, the first failure ends the loop. */
export type WorkspaceLoop = {
  stopped?: (() => boolean) | undefined
  onError?: ((error: unknown, workspaceId: string) => void) | undefined
}

/** Yields the ids of all workspaces in their order, page by page. */
async function* iterateWorkspaceIds(db: Database): AsyncGenerator<string> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await listWorkspaceIdsAfter(db, after, pageSize)
    for (const { id } of page) yield id
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = last.id
  }
}

/** Returns an `onError` that logs the failure of a workspace, which does not block the others. */
export const warnOfWorkspace =
  (log: Log, message: string) =>
  (error: unknown, workspaceId: string): void =>
    log.warn({ err: error, workspace: workspaceId }, message)

/** Runs `work` for each workspace in their order, and checks `stopped` before each. */
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
