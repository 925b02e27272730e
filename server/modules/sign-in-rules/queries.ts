import { sql } from 'kysely'
import type { SignInMethod } from '#server/platform/auth/sign-in-method.ts'
import type { Trx } from '#server/platform/database/database.ts'

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

type SignIn = {
  second_factor: boolean
  method: SignInMethod | null
  company_workspace_id: string | null
}

/**
 * Returns how the sign-in of a session began, whether it passed the second factor, and the workspace
 * that a company sign-in opened.
 */
export async function findSignIn(trx: Trx, sessionId: string): Promise<SignIn> {
  const session = await trx
    .selectFrom('sessions')
    .select(['second_factor', 'method', 'workspace_id', 'sso_connection_id'])
    .where('id', '=', sessionId)
    .executeTakeFirst()
  return {
    second_factor: session?.second_factor ?? false,
    method: (session?.method ?? null) as SignInMethod | null,
    company_workspace_id: session?.sso_connection_id ? session.workspace_id : null,
  }
}

/** Returns whether a team has as many refused sign-ins since an id as `max`. */
export async function hasManyRefusals(
  trx: Trx,
  workspaceId: string,
  sinceId: string,
  max: number,
): Promise<boolean> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from (
      select 1 from audit_log where workspace_id = ${workspaceId} and id >= ${sinceId}
        and action in ('sign_in.enter', 'sign_in.refuse') and action = 'sign_in.refuse'
      limit ${max}) as refused`.execute(trx)
  return (rows[0]?.count ?? 0) >= max
}
