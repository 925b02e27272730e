import type { Language } from '#contract/schemas/common.ts'
import { secondMs } from '#contract/durations.ts'
import type { ChatConnectionRow } from '#server/modules/chat-messages/connection-queries.ts'
import { disconnectApp } from '#server/modules/chat-messages/disconnect-app.ts'
import { loadSlackToken } from '#server/modules/chat-messages/slack-token.ts'
import type { Services } from '#server/platform/services.ts'
import { loadOverview } from '#server/workflows/chat/overview.ts'
import { buildHome, buildStrangerHome } from './app-home.ts'
import { identifyCaller } from './caller.ts'
import type { SlackEvent } from './payloads.ts'

type EventCallback = Extract<SlackEvent, { type: 'event_callback' }>

async function publishHome(
  services: Services,
  connection: ChatConnectionRow,
  userId: string,
  fallback: Language,
): Promise<void> {
  const { slack, log } = services
  const result = await identifyCaller(services, connection, userId, fallback)
  const view =
    'reply' in result
      ? buildStrangerHome(result.reply)
      : buildHome(
          services,
          result.caller.actor,
          await loadOverview(services, result.caller.actor, result.caller.at),
        )
  const token = await loadSlackToken(services, connection)
  if (token === null) return
  const published = await slack.publishView(token, { user_id: userId, view })
  if (!published.ok)
    log.warn({ workspace: connection.workspace_id, reason: published.error }, 'slack home not sent')
}

/**
 * Handles an event. Every effect is idempotent, so a repeated `event_id` needs no record: the Home
 * tab is published again, and an app that is disconnected stays so.
 */
export async function handleEvent(
  services: Services,
  connection: ChatConnectionRow,
  { event, event_time: eventTimeS }: EventCallback,
  fallback: Language,
): Promise<void> {
  const { connected_at: connectedAt } = connection
  // Slack repeats events for an hour: a late one must not end a newer connection.
  const isOld = (eventTimeS + 1) * secondMs <= (connectedAt?.getTime() ?? 0)
  switch (event.type) {
    case 'app_home_opened':
      if (event.tab !== 'messages' && event.user !== undefined)
        await publishHome(services, connection, event.user, fallback)
      return
    case 'app_uninstalled':
      if (!isOld) await disconnectApp(services, connection, 'uninstalled')
      return
    case 'tokens_revoked':
      if (!isOld && event.tokens?.bot?.length) await disconnectApp(services, connection, 'revoked')
  }
}
