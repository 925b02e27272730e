import type { ChatNotice } from '#server/modules/chat-messages/slack-messages.ts'
import {
  type AdaptiveCard,
  buildTeamsNotice,
} from '#server/modules/chat-messages/teams-messages.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { cardContentType } from './answers.ts'
import { claimMessage, releaseMessage } from './conversation-queries.ts'
import { callTimeMs, withinTime } from './deadline.ts'
import { connectorOf, createKey, requestKey, type TeamsRequest } from './request.ts'

const toActivity = (card: AdaptiveCard) => ({
  type: 'message' as const,
  attachments: [{ contentType: cardContentType, content: card }],
})

/**
 * Sends a card as the answer to a message, in its conversation and thread, once for each activity. A
 * repeated activity composes no card: another one-time link would end the one that was sent. Throws
 * `unavailable` when Teams refuses for the moment: it repeats the activity then.
 */
export async function sendReply(
  request: TeamsRequest,
  compose: () => Promise<AdaptiveCard>,
): Promise<void> {
  const { services, activity, connection, at } = request
  const { db, teams, log } = services
  const key = createKey(requestKey(request), 'reply')
  if (!(await claimMessage(db.global, key, at))) return
  let card: AdaptiveCard
  try {
    card = await compose()
  } catch (error) {
    await releaseMessage(db.global, key)
    throw error
  }
  const sent = await withinTime(
    teams.sendActivity(connectorOf(request), activity.conversation.id, toActivity(card)),
    callTimeMs,
    () => null,
  )
  if (sent?.ok) return
  log.warn(
    { workspace: connection.workspace_id, reason: sent?.error ?? 'timeout' },
    'teams reply not sent',
  )
  if (sent && sent.kind !== 'retryable') return
  // Without a status the message may have arrived.
  if (sent?.status != null) await releaseMessage(db.global, key)
  throwRefusal('unavailable', { retry_after_s: sent?.retry_after_s ?? 1 })
}

/** Sends a notice into the person's own chat with the bot. Returns whether it arrived. */
export async function sendToPerson(request: TeamsRequest, notice: ChatNotice): Promise<boolean> {
  const { teams } = request.services
  const connector = connectorOf(request)
  const send = async () => {
    const chat = await teams.createConversation(connector, request.activity.from.id)
    if (!chat.ok) return false
    return (await teams.sendActivity(connector, chat.id, toActivity(buildTeamsNotice(notice)))).ok
  }
  return withinTime(send(), 2 * callTimeMs, () => false)
}
