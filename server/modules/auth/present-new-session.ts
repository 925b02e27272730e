import { presentWorkspace } from '#server/modules/workspaces/present.ts'
import { findWorkspace } from '#server/modules/workspaces/queries.ts'
import { isBillingActive } from '#server/platform/auth/sessions.ts'
import type { Services } from '#server/platform/services.ts'

/** Returns the answer of every call that starts a session in a workspace. */
export async function presentNewSession(
  { db, config }: Pick<Services, 'db' | 'config'>,
  accessToken: string,
  workspaceId: string,
  at: Date,
) {
  const row = await db.tenant(workspaceId, (trx) => findWorkspace(trx, workspaceId))
  return {
    access_token: accessToken,
    workspace: presentWorkspace(row, isBillingActive(row, config.billing, at)),
  }
}
