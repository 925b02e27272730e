import { type Actor, isActor, toPrincipal } from '#server/platform/auth/sessions.ts'
import type { Services } from '#server/platform/services.ts'
import { findChatUser } from './chat-queries.ts'

/**
 * Returns the user as the actor of a request in a chat; null unless they are accepted. Their rights
 * are those of this moment, as with a session.
 */
export async function loadChatActor(
  { db, config }: Pick<Services, 'db' | 'config'>,
  workspaceId: string,
  userId: string,
  at: Date,
): Promise<Actor | null> {
  const row = await db.tenant(workspaceId, (trx) => findChatUser(trx, workspaceId, userId))
  if (!row) return null
  const principal = toPrincipal(
    { ...row, session_id: '', kind: 'chat', seen_at: at, scopes: [] },
    at,
    config.billing,
  )
  return isActor(principal) ? principal : null
}
