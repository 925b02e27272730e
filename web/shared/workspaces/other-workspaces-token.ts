import { call } from '#web/lib/client.ts'
import { withPresenceProof } from '#web/shared/presence/presence-request.ts'

/**
 * A temporary token for the person's other teams, made before the session ends with its team; null
 * where there are none. With it they land on /workspaces, without it on /goodbye.
 */
export async function createOtherWorkspacesToken(workspacesCount: number): Promise<string | null> {
  if (workspacesCount < 2) return null
  return (await withPresenceProof(() => call('auth.create_temporary'))).access_token
}
