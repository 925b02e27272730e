import type { Db, Trx } from '#server/platform/database/database.ts'

/** Returns whether a team requires single sign-on, and whether a user administers its account. */
export async function findEntryRule(
  trx: Trx,
  workspaceId: string,
  userId: string,
): Promise<{ sso_required: boolean; account_administrator: boolean }> {
  return trx
    .selectFrom('settings')
    .innerJoin('permissions', 'permissions.workspace_id', 'settings.workspace_id')
    .where('settings.workspace_id', '=', workspaceId)
    .where('permissions.user_id', '=', userId)
    .select(['settings.sso_required', 'permissions.account_administrator'])
    .executeTakeFirstOrThrow()
}

/** Returns whether a session's sign-in passed the second factor. */
export async function hasPassedSecondFactor(db: Db | Trx, sessionId: string): Promise<boolean> {
  const session = await db
    .selectFrom('sessions')
    .select('second_factor')
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return session?.second_factor === true
}
