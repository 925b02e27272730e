import type { ChatProvider } from '#contract/chat.ts'
import type { Services } from '#server/platform/services.ts'
import { markDisconnected, switchAppHooksOff } from './connection-queries.ts'

/** Records that the chat refuses an app, and stops its deliveries until it is connected again. */
export async function disconnectApp(
  { db, log }: Pick<Services, 'db' | 'log'>,
  workspaceId: string,
  provider: ChatProvider,
  reason: 'revoked' | 'uninstalled' | 'credentials',
): Promise<void> {
  await db.tenant(workspaceId, async (trx) => {
    if (!(await markDisconnected(trx, workspaceId, provider, reason))) return
    await switchAppHooksOff(trx, workspaceId, provider)
    log.warn({ workspace: workspaceId, provider, reason }, 'chat disconnected')
  })
}
