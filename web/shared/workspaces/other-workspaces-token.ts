import { call } from '#web/lib/client.ts'
import { withPresenceProof } from '#web/shared/presence/presence-request.ts'

/**
 * Returns a temporary token for the person's other teams, created before the session ends; null
 * without other teams. It decides between /workspaces and /goodbye.
 */
export async function createOtherWorkspacesToken(workspacesCount: number): Promise<string | null> {
  if (workspacesCount < 2) return null
  return (await withPresenceProof(() => call('auth.create_temporary'))).access_token
}
