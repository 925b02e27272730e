import { Webhook } from 'standardwebhooks'
import type { Language } from '#contract/schemas/common.ts'
import type { webhookPing, WebhookEvent } from '#contract/webhook-events.ts'
import { buildSlackPost } from '#server/modules/chat-messages/slack-messages.ts'
import { escapeSlackText } from '#server/modules/chat-messages/slack-text.ts'
import { buildTeamsNotice, buildTeamsPost } from '#server/modules/chat-messages/teams-messages.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import type { PostPayload } from './payloads.ts'

export type OutgoingMessage = { headers: Record<string, string>; body: string }
const jsonHeaders = { 'content-type': 'application/json' }

type WebhookMessageInput = {
  id: string
  event: WebhookEvent | typeof webhookPing
  workspaceId: string
  occurredAt: Date
  data: unknown
  secrets: string[]
  at: Date
}

/**
 * Returns a message in the format of Standard Webhooks, with one signature for each secret. `id`
 * stays the same over all attempts.
 */
export function buildWebhookMessage({
  id,
  event,
  workspaceId,
  occurredAt,
  data,
  secrets,
  at,
}: WebhookMessageInput): OutgoingMessage {
  const body = JSON.stringify({
    type: event,
    timestamp: occurredAt.toISOString(),
    workspace_id: workspaceId,
    data,
  })
  const signatures = secrets.map((secret) => new Webhook(secret).sign(id, at, body))
  return {
    headers: {
      ...jsonHeaders,
      'webhook-id': id,
      'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
      'webhook-signature': signatures.join(' '),
    },
    body,
  }
}

/** Returns a message for Slack's incoming webhooks. Without a post, the message is a test. */
export function buildSlackMessage(language: Language, post: PostPayload | null): OutgoingMessage {
  const message = post
    ? buildSlackPost(language, post)
    : { text: escapeSlackText(translate(language, 'chat', 'ping')) }
  return {
    headers: jsonHeaders,
    body: JSON.stringify({
      ...message,
      ...(post ? { unfurl_links: false, unfurl_media: false } : {}),
    }),
  }
}

/**
 * Returns a message for a Microsoft Teams workflow ("when a webhook request is received") with one
 * Adaptive Card. Without a post: a test.
 */
export function buildTeamsMessage(language: Language, post: PostPayload | null): OutgoingMessage {
  const content = post
    ? buildTeamsPost(language, post)
    : buildTeamsNotice({ text: translate(language, 'chat', 'ping') }, '1.4')
  return {
    headers: jsonHeaders,
    body: JSON.stringify({
      type: 'message',
      attachments: [
        { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content },
      ],
    }),
  }
}
