import type { Db, Trx } from '#server/platform/database/database.ts'

/** Returns the name in a team's own sign-in address, or null. */
export async function findSlug(db: Db | Trx, workspaceId: string): Promise<string | null> {
  const row = await db
    .selectFrom('sso_addresses')
    .select('slug')
    .where('owner_workspace_id', '=', workspaceId)
    .executeTakeFirst()
  return row?.slug ?? null
}

/** Returns the workspace of a name. */
export async function findWorkspaceOfSlug(db: Db, slug: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('sso_addresses')
    .select('owner_workspace_id')
    .where('slug', '=', slug)
    .executeTakeFirst()
  return row?.owner_workspace_id
}

/** Gives a team another name, or none. Returns false if another team has the name. */
export async function saveSlug(
  trx: Trx,
  workspaceId: string,
  slug: string | null,
): Promise<boolean> {
  await trx.deleteFrom('sso_addresses').where('owner_workspace_id', '=', workspaceId).execute()
  if (slug === null) return true
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('sso_addresses')
    .values({ slug, owner_workspace_id: workspaceId })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
