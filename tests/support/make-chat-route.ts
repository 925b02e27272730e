import { lockOrCreateConnection } from '#server/modules/chat/connections.ts'
import { insertLink } from '#server/modules/chat-links/queries.ts'
import { insertWebhook } from '#server/modules/webhooks/queries.ts'
import { newId } from '#server/platform/ids.ts'
import type { Team } from './factories.ts'
import type { TestApp } from './test-app.ts'

/**
 * Creates an app in Slack that is not authorized yet, a channel of it, and a link of the
 * administrator. Returns the id of the channel.
 */
export async function makeChatRoute(
  { services, clock }: TestApp,
  { workspace_id: workspaceId, admin }: Team,
): Promise<string> {
  const at = clock.now()
  const id = newId(at)
  await services.db.tenant(workspaceId, async (trx) => {
    await lockOrCreateConnection(trx, workspaceId, 'slack', at)
    await insertWebhook(trx, {
      workspace_id: workspaceId,
      id,
      kind: 'slack_app',
      url: 'https://slack.com/',
      events: [],
      channel_id: 'C0001',
      channel_name: 'thanks',
      filters: JSON.stringify({ kinds: ['thanks'], value_ids: [], audience: null }),
      created_at: at,
    })
    await insertLink(trx, {
      workspaceId,
      provider: 'slack',
      externalUserId: `U${admin.user_id.slice(-8)}`,
      userId: admin.user_id,
      linkedBy: 'person',
      timezone: 'Europe/Berlin',
      at,
    })
  })
  return id
}
