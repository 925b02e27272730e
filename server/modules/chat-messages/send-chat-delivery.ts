import type { ChatProvider } from '#contract/chat.ts'
import {
  type DirectMessageEvent,
  isDirectMessage,
  type WebhookEvent,
  type webhookPing,
} from '#contract/webhook-events.ts'
import { findSettings, findWorkspaceBrand } from '#server/modules/workspaces/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import type { Services } from '#server/platform/services.ts'
import type { ChatContent, ChatSendResult, ChatTransport } from './chat-transport.ts'
import type { ChatConnectionRow } from './connection-queries.ts'
import type { ChatPost } from './describe-post.ts'
import { composeDirectMessage } from './direct-messages.ts'
import {
  type ChatMessageRef,
  deleteChatMessage,
  findChatMessage,
  findDirectMessageAddress,
  findPersonalConversation,
  findPostExtras,
  storeChatMessage,
} from './message-queries.ts'
import { createSlackTransport } from './slack-transport.ts'
import { loadSlackToken } from './slack-token.ts'
import { createTeamsTransport } from './teams-transport.ts'

/** A delivery of an app. `payload`: the post or the person of the event, as webhooks get it. */
export type ChatDelivery = {
  workspaceId: string
  provider: ChatProvider
  hookId: string
  /** null for direct messages. */
  channelId: string | null
  event: WebhookEvent | DirectMessageEvent | typeof webhookPing
  subjectId: string
  userId: string | null
  payload: ChatPost | { name: string } | null
  at: Date
}
/** One call of the chat. */
type ChatCall =
  | { kind: 'send'; channelId: string; content: ChatContent }
  | { kind: 'update'; message: ChatMessageRef; content: ChatContent }
  | { kind: 'remove'; message: ChatMessageRef }
type PreparedCall = { connection: ChatConnectionRow } & ChatCall

/** Returns the content of a post with its buttons. */
async function postContent(
  trx: Trx,
  { workspaceId, subjectId }: ChatDelivery,
  post: ChatPost,
): Promise<ChatContent | null> {
  const [{ language }, extras] = await Promise.all([
    findSettings(trx, workspaceId),
    findPostExtras(trx, workspaceId, subjectId),
  ])
  if (!extras) return null
  const { added_score: added, add_ons: addOns } = extras
  return { language, post, actions: { added: Number(added), addOns } }
}

async function joinedContent(
  trx: Trx,
  { workspaceId }: ChatDelivery,
  { name }: { name: string },
): Promise<ChatContent> {
  const { language } = await findSettings(trx, workspaceId)
  const { name: team } = await findWorkspaceBrand(trx, workspaceId)
  return { notice: { text: translate(language, 'chat', 'joined', { name, team }) } }
}

/** Returns the call for an event in a channel; null when there is nothing to do any more. */
async function prepareChannelCall(
  trx: Trx,
  delivery: ChatDelivery,
  channelId: string,
): Promise<ChatCall | null> {
  const { workspaceId, hookId, event, subjectId, payload } = delivery
  if (event === 'ping') {
    const { language } = await findSettings(trx, workspaceId)
    return {
      kind: 'send',
      channelId,
      content: { notice: { text: translate(language, 'chat', 'ping') } },
    }
  }
  if (event === 'user.joined')
    return payload && !('id' in payload && 'to' in payload)
      ? { kind: 'send', channelId, content: await joinedContent(trx, delivery, payload) }
      : null
  const message = await findChatMessage(trx, workspaceId, hookId, subjectId)
  if (event === 'post.deleted') return message ? { kind: 'remove', message } : null
  const content = payload && 'to' in payload ? await postContent(trx, delivery, payload) : null
  if (!content) return null
  if (message) return { kind: 'update', message, content }
  return event === 'post.created' ? { kind: 'send', channelId, content } : null
}

/** Returns the call for a direct message; null when its reader no longer wants or needs it. */
async function prepareDirectMessage(
  trx: Trx,
  { config }: Pick<Services, 'config'>,
  { workspaceId, provider, event, subjectId, userId, at }: ChatDelivery,
): Promise<ChatCall | null> {
  if (userId === null || !isDirectMessage(event)) return null
  const reader = await findDirectMessageAddress(trx, workspaceId, provider, userId)
  if (!reader || reader.muted.includes(event.slice('direct.'.length))) return null
  const notice = await composeDirectMessage(trx, {
    workspaceId,
    userId,
    event,
    subjectId,
    language: reader.language,
    publicUrl: config.publicUrl,
    at,
  })
  if (!notice) return null
  // Slack takes the id of a person as a channel; the bot of Teams needs a conversation.
  const { external_user_id: personId } = reader
  if (provider === 'slack') return { kind: 'send', channelId: personId, content: { notice } }
  const conversation = await findPersonalConversation(trx, workspaceId, provider, personId)
  return conversation
    ? { kind: 'send', channelId: conversation.external_id, content: { notice } }
    : null
}

/** Returns the call of a delivery from current data; null when there is nothing to send any more. */
export async function prepareChatCall(
  trx: Trx,
  services: Pick<Services, 'config'>,
  connection: ChatConnectionRow,
  delivery: ChatDelivery,
): Promise<PreparedCall | null> {
  const { channelId } = delivery
  if (channelId === null && !connection.direct_messages) return null
  const call =
    channelId === null
      ? await prepareDirectMessage(trx, services, delivery)
      : await prepareChannelCall(trx, delivery, channelId)
  return call && { connection, ...call }
}

/** Returns the transport of a connection; null when Slack gave no token. */
export async function openChatTransport(
  services: Services,
  connection: ChatConnectionRow,
): Promise<ChatTransport | null> {
  if (connection.provider === 'teams') return createTeamsTransport(services, connection)
  const token = await loadSlackToken(services, connection)
  return token === null ? null : createSlackTransport(services, token)
}

/** Makes the call, outside any transaction. */
export async function makeChatCall(
  services: Services,
  call: PreparedCall,
): Promise<ChatSendResult> {
  const transport = await openChatTransport(services, call.connection)
  if (!transport) return { ok: false, verdict: 'revoked', status: null, error: 'no_token' }
  switch (call.kind) {
    case 'send':
      return transport.send(call.channelId, call.content)
    case 'update':
      return transport.update(call.message, call.content)
    case 'remove':
      return transport.remove(call.message)
  }
}

/** Remembers where the message of a post is, or that it is gone. */
export async function recordChatMessage(
  trx: Trx,
  { workspaceId, hookId, event, subjectId, channelId, at }: ChatDelivery,
  call: PreparedCall,
  result: ChatSendResult,
): Promise<void> {
  if (channelId === null || !event.startsWith('post.')) return
  if (result.ok && call.kind === 'send') {
    const { channel_id: channel, message_id: messageId } = result
    await storeChatMessage(trx, workspaceId, {
      hookId,
      postId: subjectId,
      channel_id: channel,
      message_id: messageId,
      at,
    })
  } else if ((result.ok && call.kind === 'remove') || (!result.ok && result.verdict === 'gone'))
    await deleteChatMessage(trx, workspaceId, hookId, subjectId)
}
