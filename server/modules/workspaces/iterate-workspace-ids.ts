import type { Database } from '#server/platform/database/database.ts'

const pageSize = 500

/** Yields the ids of all workspaces in their order, page by page. */
export async function* iterateWorkspaceIds(db: Database): AsyncGenerator<string> {
  for (let after = '00000000-0000-0000-0000-000000000000'; ;) {
    const page = await db.call<{ id: string }>(
      'workspaces_after',
      'select workspaces_after($1, $2) as id',
      [after, pageSize],
    )
    for (const { id } of page) yield id
    const last = page.at(-1)
    if (!last || page.length < pageSize) return
    after = last.id
  }
}
