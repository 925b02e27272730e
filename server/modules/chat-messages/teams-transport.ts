import type { OutgoingActivity, TeamsConnection } from '#server/adapters/chat/teams-client.ts'
import type { TeamsFailure, TeamsFailureKind } from '#server/adapters/chat/teams-failure.ts'
import type { Services } from '#server/platform/services.ts'
import type { ChatConnectionRow } from './connection-queries.ts'
import type { ChatContent, ChatFailure, ChatTransport } from './chat-transport.ts'
import { decryptCredentials, decryptReference } from './credentials.ts'
import { describePost } from './describe-post.ts'
import { findConversation } from './message-queries.ts'
import { buildTeamsNotice, buildTeamsPost } from './teams-messages.ts'

const verdicts: Record<TeamsFailureKind, ChatFailure['verdict']> = {
  retryable: 'retry',
  unauthorized: 'revoked',
  forbidden: 'channel',
  not_found: 'gone',
  refused: 'failed',
  address: 'channel',
}

const toFailure = (failure: TeamsFailure): ChatFailure => ({
  ok: false,
  verdict: failure.status === 429 ? 'wait' : verdicts[failure.kind],
  status: failure.status,
  error: failure.error,
  retry_after_s: failure.retry_after_s,
})
const unknownConversation: ChatFailure = {
  ok: false,
  verdict: 'channel',
  status: null,
  error: 'unknown_conversation',
}

const summaryCharsMax = 300

/** Returns the text of the notification, which says only "Card" without it. */
function summarize(content: ChatContent): string {
  const text =
    'notice' in content
      ? content.notice.text
      : describePost(content.language, content.post, { escape: (name) => name }).sentence
  return text.slice(0, summaryCharsMax).toWellFormed()
}

export function toTeamsActivity(content: ChatContent): OutgoingActivity {
  const card =
    'notice' in content
      ? buildTeamsNotice(content.notice)
      : buildTeamsPost(content.language, content.post, content.actions)
  return {
    type: 'message',
    summary: summarize(content),
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }],
  }
}

/** Returns the registration of the bot and the address of the service for a conversation. */
export function toTeamsConnection(
  services: Pick<Services, 'config'>,
  row: ChatConnectionRow,
  serviceUrl: string,
): TeamsConnection {
  return {
    appId: row.app_id,
    tenantId: row.external_id,
    secret: decryptCredentials(services, row).client_secret ?? '',
    serviceUrl,
  }
}

/** Creates the transport of a connection to Microsoft Teams. */
export function createTeamsTransport(services: Services, row: ChatConnectionRow): ChatTransport {
  const { db, teams } = services
  const { workspace_id: workspaceId } = row
  const findTarget = async (conversationId: string): Promise<TeamsConnection | null> => {
    const found = await db.tenant(workspaceId, (trx) =>
      findConversation(trx, workspaceId, 'teams', conversationId),
    )
    if (!found) return null
    const { service_url: serviceUrl } = decryptReference(services, workspaceId, found)
    return toTeamsConnection(services, row, serviceUrl)
  }
  return {
    async send(channelId, content) {
      const target = await findTarget(channelId)
      if (!target) return unknownConversation
      const sent = await teams.sendActivity(target, channelId, toTeamsActivity(content))
      if (sent.ok) return { ok: true, channel_id: channelId, message_id: sent.id }
      // A conversation that does not exist takes no message.
      return sent.kind === 'not_found'
        ? { ...toFailure(sent), verdict: 'channel' }
        : toFailure(sent)
    },
    async update(message, content) {
      const { channel_id: channelId, message_id: messageId } = message
      const target = await findTarget(channelId)
      if (!target) return unknownConversation
      const activity = toTeamsActivity(content)
      const updated = await teams.updateActivity(target, channelId, messageId, activity)
      return updated.ok ? { ok: true, ...message } : toFailure(updated)
    },
    async remove(message) {
      const { channel_id: channelId, message_id: messageId } = message
      const target = await findTarget(channelId)
      if (!target) return unknownConversation
      const removed = await teams.deleteActivity(target, channelId, messageId)
      return removed.ok ? { ok: true, ...message } : toFailure(removed)
    },
  }
}
