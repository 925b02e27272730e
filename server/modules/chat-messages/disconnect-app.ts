import type { ChatProvider } from '#contract/chat.ts'
import { enqueueMails } from '#server/modules/outbox/enqueue-mails.ts'
import { listConnectionAdmins } from '#server/modules/users/permission-queries.ts'
import type { Services } from '#server/platform/services.ts'
import { findConnection, markDisconnected, switchAppHooksOff } from './connection-queries.ts'

/**
 * Records that the chat refuses an app, stops its deliveries until it is connected again, and
 * enqueues mails to its administrators. Does nothing when it is disconnected already.
 */
export async function disconnectApp(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  workspaceId: string,
  provider: ChatProvider,
  reason: 'revoked' | 'uninstalled' | 'credentials',
): Promise<void> {
  await db.tenant(workspaceId, async (trx) => {
    if (!(await markDisconnected(trx, workspaceId, provider, reason))) return
    await switchAppHooksOff(trx, workspaceId, provider)
    const connection = await findConnection(trx, workspaceId, provider)
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
  })
}
