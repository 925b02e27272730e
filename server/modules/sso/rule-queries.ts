import type { Trx } from '#server/platform/database/database.ts'

/** Returns the rules of sign-in of a team. */
export async function findSignInRules(
  trx: Trx,
  workspaceId: string,
): Promise<{
  sso_required: boolean
  session_hours: number | null
  second_factor_required: boolean
}> {
  return trx
    .selectFrom('settings')
    .select(['sso_required', 'session_hours', 'second_factor_required'])
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow()
}
