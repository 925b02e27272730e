import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { listConnectionAdmins } from '#server/modules/users/permission-queries.ts'
import type { Services } from '#server/platform/services.ts'
import {
  type ChatConnectionRow,
  lockConnection,
  markDisconnected,
  switchAppHooksOff,
} from './connection-queries.ts'

/**
 * Records that the chat refuses an app, stops its deliveries until it is connected again, and
 * enqueues mails to its administrators. Does nothing when it is disconnected already. Returns false
 * when the app was connected again since `connection` was read: the refusal was of an earlier token.
 */
export async function disconnectApp(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  {
    workspace_id: workspaceId,
    provider,
    connected_at: connectedAt,
  }: Pick<ChatConnectionRow, 'workspace_id' | 'provider' | 'connected_at'>,
  reason: 'revoked' | 'uninstalled' | 'credentials',
): Promise<boolean> {
  return db.tenant(workspaceId, async (trx) => {
    const connection = await lockConnection(trx, workspaceId, provider)
    if (connection && connection.connected_at?.getTime() !== connectedAt?.getTime()) return false
    if (!(await markDisconnected(trx, workspaceId, provider, reason))) return true
    await switchAppHooksOff(trx, workspaceId, provider)
    const readers = connection ? await listConnectionAdmins(trx, workspaceId) : []
    await enqueueMails(
      trx,
      workspaceId,
      readers.map((reader) => ({
        ...reader,
        kind: 'hook_off' as const,
        params: { hook_id: connection?.hook_id ?? '' },
      })),
      clock.now(),
    )
    log.warn({ workspace: workspaceId, provider, reason }, 'chat disconnected')
    return true
  })
}
