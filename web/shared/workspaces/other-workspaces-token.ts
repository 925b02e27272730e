import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { call } from '#web/lib/client.ts'
import { withPresenceProof } from '#web/shared/presence/presence-request.ts'

/**
 * Returns a temporary token for the person's other teams, created before the session ends; null
 * without other teams, and for a company sign-in, which opens one team only. It decides between
 * /workspaces and /goodbye.
 */
export async function createOtherWorkspacesToken({
  workspaces_count: workspacesCount,
  signed_in_by: signedInBy,
}: Pick<AppConfig, 'workspaces_count' | 'signed_in_by'>): Promise<string | null> {
  if (workspacesCount < 2 || signedInBy === 'sso') return null
  return (await withPresenceProof(() => call('auth.create_temporary'))).access_token
}
