import type { ChatProvider } from '#contract/chat.ts'
import { dayMs } from '#contract/durations.ts'
import { isDirectMessage } from '#contract/webhook-events.ts'
import { expandDelivery } from '#server/modules/chat-messages/expand-delivery.ts'
import type { ChatFailure, ChatSendResult } from '#server/modules/chat-messages/chat-transport.ts'
import { findConnection } from '#server/modules/chat-messages/connection-queries.ts'
import { disconnectApp } from '#server/modules/chat-messages/disconnect-app.ts'
import {
  type ChatDelivery,
  makeChatCall,
  prepareChatCall,
  recordChatMessage,
} from '#server/modules/chat-messages/send-chat-delivery.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import type { DeliveryRow } from './delivery-queries.ts'
import { loadPayload, type PostPayload } from './payloads.ts'
import type { PreparedDelivery } from './prepared-delivery.ts'
import type { WebhookRow } from './queries.ts'
import type { DeliveryOutcome } from './record-result.ts'

const providers: Partial<Record<WebhookRow['kind'], ChatProvider>> = {
  slack_app: 'slack',
  teams_app: 'teams',
}
/** Returns the chat of a hook of an app; undefined for every other hook. */
export const providerOf = ({ kind }: Pick<WebhookRow, 'kind'>): ChatProvider | undefined =>
  providers[kind]

/** A direct message that one person cannot get says nothing about the others. */
function toVerdict({ verdict }: ChatFailure, isDirectMessage: boolean): DeliveryOutcome['verdict'] {
  if (verdict === 'revoked') return 'disconnected'
  if (verdict === 'gone') return 'skipped'
  return verdict === 'channel' && isDirectMessage ? 'failed' : verdict
}

function toOutcome(result: ChatSendResult, isDirectMessage: boolean): DeliveryOutcome {
  if (result.ok) return { verdict: 'delivered', status: 200, answer: '', reason: '' }
  const { status, error, retry_after_s: retryAfterS } = result
  return {
    verdict: toVerdict(result, isDirectMessage),
    status,
    answer: error,
    reason: status === null ? 'connection' : 'refused',
    retry_after_s: retryAfterS,
  }
}

/** Channels show no news of days ago. Quiet hours may delay a direct message for a day. */
const announcementAgeMax = { channel: dayMs, direct: 2 * dayMs }
const announcements = new Set<string>([
  'post.created',
  'user.joined',
  'direct.thanks',
  'direct.reminder',
])

/**
 * Returns whether a message would announce old news, for example after days without a connection.
 * An attempt, a restore, or an administrator who repeats one of these have decided that it goes out.
 */
function isOutdated(
  { event, created_at: createdAt, sent_at: sentAt, reason }: DeliveryRow,
  at: Date,
) {
  const maxMs = isDirectMessage(event) ? announcementAgeMax.direct : announcementAgeMax.channel
  const isFirstAttempt = sentAt === null && reason === ''
  return announcements.has(event) && isFirstAttempt && at.getTime() - createdAt.getTime() > maxMs
}

/** An event of an app as a whole, or news for people who are found when it is expanded. */
const isToExpand = ({ event, user_id: userId }: DeliveryRow) =>
  event !== 'ping' && (!isDirectMessage(event) || userId === null)

/** Returns the payload of an event about a public post or a new person. */
async function loadChatPayload(
  trx: Trx,
  { config }: Services,
  { workspace_id: workspaceId, event, subject_id: subjectId }: DeliveryRow,
): Promise<ChatDelivery['payload']> {
  if (event !== 'post.created' && event !== 'post.updated' && event !== 'user.joined') return null
  const context = { workspaceId, publicUrl: config.publicUrl }
  return (await loadPayload(trx, context, event, subjectId)) as
    | PostPayload
    | { name: string }
    | null
}

/**
 * Prepares the delivery of an app: a call of the chat, or the expansion of an event into the
 * deliveries of its channels and people.
 */
export async function prepareChatDelivery(
  trx: Trx,
  services: Services,
  {
    hook,
    provider,
    row,
    at,
  }: { hook: WebhookRow; provider: ChatProvider; row: DeliveryRow; at: Date },
): Promise<PreparedDelivery> {
  const { workspace_id: workspaceId, id: hookId, channel_id: channelId } = hook
  const { event, subject_id: subjectId, user_id: userId } = row
  const common = { workspaceId, provider, hookId, event, subjectId, at }
  if (channelId === null && isToExpand(row)) {
    const isExpanded = await expandDelivery(trx, { ...common, occurredAt: row.created_at })
    return { state: isExpanded ? 'delivered' : 'waiting' }
  }
  const connection = await findConnection(trx, workspaceId, provider)
  // The app was disconnected after the delivery was leased.
  if (connection?.state !== 'connected') return { state: 'waiting' }
  if (isOutdated(row, at)) return { state: 'skipped' }
  const delivery: ChatDelivery = {
    ...common,
    channelId,
    userId,
    payload: await loadChatPayload(trx, services, row),
  }
  const call = await prepareChatCall(trx, services, connection, delivery)
  if (!call) return { state: 'skipped' }
  let result: ChatSendResult | undefined
  return {
    state: 'prepared',
    async send() {
      result = await makeChatCall(services, call)
      const outcome = toOutcome(result, channelId === null)
      if (result.ok || result.verdict !== 'revoked') return outcome
      const isDisconnected = await disconnectApp(services, connection, 'revoked')
      return isDisconnected ? outcome : { ...outcome, verdict: 'retry' }
    },
    async record(storing) {
      if (result) await recordChatMessage(storing, delivery, call, result)
    },
  }
}
