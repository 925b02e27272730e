import type { ChatProvider } from '#contract/chat.ts'
import { dayMs } from '#contract/durations.ts'
import {
  type ChatConnectionRow,
  findConnection,
  findWorkspaceOfTeam,
} from '#server/modules/chat-messages/connection-queries.ts'
import { isUuid } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { touchConnection } from './chat-queries.ts'

/** Returns the connection of the workspace in the address of a request, in any state. */
export async function findConnectionOfWorkspace(
  { db }: Pick<Services, 'db'>,
  provider: ChatProvider,
  workspaceId: string,
): Promise<ChatConnectionRow | undefined> {
  if (!isUuid(workspaceId)) return undefined
  return db.tenant(workspaceId, (trx) => findConnection(trx, workspaceId, provider))
}

/** Returns the connected workspace of a team in the chat that uses the operator's app. */
export async function findConnectionOfTeam(
  { db }: Pick<Services, 'db'>,
  provider: ChatProvider,
  externalId: string,
): Promise<ChatConnectionRow | undefined> {
  const workspaceId = await findWorkspaceOfTeam(db.global, provider, externalId)
  return workspaceId === undefined
    ? undefined
    : db.tenant(workspaceId, (trx) => findConnection(trx, workspaceId, provider))
}

/** Records that verified requests of the chat arrive, for the check page: once a day. */
export async function recordRequest(
  { db }: Pick<Services, 'db'>,
  {
    workspace_id: workspaceId,
    provider,
    seen_at: seenAt,
    connected_at: connectedAt,
  }: ChatConnectionRow,
  at: Date,
): Promise<void> {
  // The same conditions as in the statement.
  const isRecent = seenAt && at.getTime() - seenAt.getTime() <= dayMs
  if (isRecent && seenAt >= (connectedAt ?? seenAt)) return
  await db.tenant(workspaceId, (trx) => touchConnection(trx, workspaceId, provider, at))
}
