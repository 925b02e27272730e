import type { SlackMessage } from '#server/adapters/chat/slack-client.ts'
import type { SlackFailure } from '#server/adapters/chat/slack-transport.ts'
import type { Services } from '#server/platform/services.ts'
import type { ChatContent, ChatFailure, ChatTransport } from './chat-transport.ts'
import { buildSlackNotice, buildSlackPost } from './slack-messages.ts'

/** Slack's error codes that mean more than "not this time". */
const verdicts: Record<string, ChatFailure['verdict']> = {
  ratelimited: 'wait',
  channel_not_found: 'channel',
  is_archived: 'channel',
  not_in_channel: 'channel',
  channel_is_limited_access: 'channel',
  restricted_action: 'channel',
  restricted_action_read_only_channel: 'channel',
  token_revoked: 'revoked',
  token_expired: 'retry',
  invalid_auth: 'revoked',
  account_inactive: 'revoked',
  not_authed: 'revoked',
  missing_scope: 'revoked',
  org_login_required: 'revoked',
  message_not_found: 'gone',
  cant_update_message: 'gone',
  cant_delete_message: 'gone',
  invalid_blocks: 'failed',
  msg_too_long: 'failed',
  msg_blocks_too_long: 'failed',
  no_text: 'failed',
  user_not_found: 'failed',
  users_not_found: 'failed',
  cannot_dm_bot: 'failed',
  messages_tab_disabled: 'failed',
}

/** Slack answers its other errors with 200. */
const statuses: Record<string, number | null> = { unreachable: null, ratelimited: 429 }

const toFailure = ({ error, retry_after_s: retryAfterS }: SlackFailure): ChatFailure => ({
  ok: false,
  verdict: verdicts[error] ?? 'retry',
  status: error in statuses ? (statuses[error] ?? null) : 200,
  error,
  retry_after_s: retryAfterS,
})

const toMessage = (content: ChatContent): SlackMessage =>
  'notice' in content
    ? buildSlackNotice(content.notice)
    : buildSlackPost(content.language, content.post, content.actions)

/** Creates the transport of a connection to Slack. */
export function createSlackTransport(
  { slack }: Pick<Services, 'slack'>,
  token: string,
): ChatTransport {
  return {
    async send(channelId, content) {
      const sent = await slack.postMessage(token, { ...toMessage(content), channel: channelId })
      return sent.ok ? { ok: true, channel_id: sent.channel, message_id: sent.ts } : toFailure(sent)
    },
    async update(message, content) {
      const { channel_id: channel, message_id: ts } = message
      const updated = await slack.updateMessage(token, { ...toMessage(content), channel, ts })
      return updated.ok ? { ok: true, ...message } : toFailure(updated)
    },
    async remove(message) {
      const { channel_id: channel, message_id: ts } = message
      const removed = await slack.deleteMessage(token, { channel, ts })
      return removed.ok ? { ok: true, ...message } : toFailure(removed)
    },
  }
}
