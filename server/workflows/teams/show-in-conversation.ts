import type { CreatedPost } from '#contract/schemas/posts.ts'
import { isShownInChannel } from '#server/modules/chat-messages/expand-delivery.ts'
import { toTeamsActivity } from '#server/modules/chat-messages/teams-transport.ts'
import { findSettings } from '#server/modules/workspaces/queries.ts'
import { conversationIdOf } from './activity.ts'
import { toChatPost } from './chat-post.ts'
import { claimMessage } from './conversation-queries.ts'
import { callTimeMs, withinTime } from './deadline.ts'
import { connectorOf, createKey, type TeamsRequest } from './request.ts'

/** `unknown`: another request sends the card, or Teams did not answer in time. */
type Visibility = 'shown' | 'hidden' | 'unknown'

/**
 * Sends the card of a new public post into the conversation of a request, once for each post.
 * Returns whether the conversation shows it: the bot may write only where it is a member. A channel
 * whose route shows the post gets no second message.
 */
export async function showInConversation(
  request: TeamsRequest,
  post: CreatedPost,
): Promise<Visibility> {
  const { services, connection, activity, at } = request
  const { db, teams, config, log } = services
  const { workspace_id: workspaceId } = connection
  const {
    language,
    add_ons: addOns,
    isMirrored,
  } = await db.tenant(workspaceId, async (trx) => ({
    ...(await findSettings(trx, workspaceId)),
    isMirrored: await isShownInChannel(
      trx,
      { workspaceId, provider: 'teams', subjectId: post.id, at },
      conversationIdOf(activity),
    ),
  }))
  if (isMirrored) return 'shown'
  // Equal requests arrive together, and a message has no key of its own.
  const key = createKey(workspaceId, 'card', post.id)
  if (!(await claimMessage(db.global, key, at))) return 'unknown'
  const content = {
    language,
    post: toChatPost(post, config.publicUrl),
    actions: { added: 0, addOns },
  }
  const sent = await withinTime(
    teams.sendActivity(connectorOf(request), activity.conversation.id, toTeamsActivity(content)),
    callTimeMs,
    () => null,
  )
  if (sent?.ok) return 'shown'
  log.info({ workspace: workspaceId, reason: sent?.error ?? 'timeout' }, 'teams card not sent')
  return sent && sent.status !== null ? 'hidden' : 'unknown'
}
