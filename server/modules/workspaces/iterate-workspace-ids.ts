import type { Database } from '#server/platform/database/database.ts'
import { listWorkspaceIdsAfter } from './queries.ts'

const pageSize = 500

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
