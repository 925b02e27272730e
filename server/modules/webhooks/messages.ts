import { Webhook } from 'standardwebhooks'
import type { Language } from '#contract/schemas/common.ts'
import type { webhookPing, WebhookEvent } from '#contract/webhook-events.ts'
import { translate, translatePlural } from '#server/platform/i18n/messages.ts'
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

/** Further names are replaced by their number. */
const listedNamesMax = 8

/** Returns the texts of a post for a chat; `escape` makes names safe in the chat's markup. */
function describePost(language: Language, post: PostPayload, escape: (text: string) => string) {
  const former = translate(language, 'common', 'former')
  const name = (person: { name: string }) => escape(person.name || former)
  const shown = post.to.slice(0, listedNamesMax).map(name)
  const more = post.to.length - shown.length
  const to = [...shown, ...(more ? [translatePlural(language, 'chat', 'more', more)] : [])].join(
    ', ',
  )
  const sentence = translate(language, 'chat', 'thanked', { from: name(post.from), to })
  const points = `+${translatePlural(language, 'chat', 'points', post.score)}`
  return {
    sentence,
    points: post.to.length > 1 ? translate(language, 'chat', 'each', { points }) : points,
    value: `${post.value.emoji} ${post.value.name}`,
    open: translate(language, 'chat', 'open'),
  }
}

/**
 * Escapes text for Slack's mrkdwn: & < > become entities; formatting marks and the @ of @here,
 * @channel and @everyone get an invisible word joiner.
 */
const escapeSlackText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[*_~`]/g, '\u2060$&')
    .replaceAll(/@(?=here|channel|everyone)/gi, '@\u2060')

/** Cuts text to `max` characters, never inside an entity or a surrogate pair. */
const truncateSlackText = (text: string, max: number): string =>
  text.length <= max
    ? text
    : `${text
        .slice(0, max - 1)
        .replace(/&[a-z]{0,3}$/, '')
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`
const slackCharsMax = 3_000
/** Below the limit of Slack, because each line of a quote gets a prefix. */
const slackQuoteMax = 2_000
const slackMarkdown = (text: string) => ({
  type: 'mrkdwn',
  text: truncateSlackText(text, slackCharsMax),
  verbatim: true,
})

/**
 * Returns a message for Slack's incoming webhooks: blocks, and plain text for notifications. Names
 * and texts are escaped, so they mention nobody. Without a post, the message is a test.
 */
export function buildSlackMessage(language: Language, post: PostPayload | null): OutgoingMessage {
  if (!post)
    return {
      headers: jsonHeaders,
      body: JSON.stringify({ text: escapeSlackText(translate(language, 'chat', 'ping')) }),
    }
  const words = describePost(language, post, escapeSlackText)
  const quoted = truncateSlackText(escapeSlackText(post.description), slackQuoteMax).replaceAll(
    /^/gm,
    '> ',
  )
  const blocks = [
    { type: 'section', text: slackMarkdown(words.sentence) },
    { type: 'section', text: slackMarkdown(quoted) },
    {
      type: 'context',
      elements: [
        slackMarkdown(
          `${words.points} · ${escapeSlackText(words.value)} · <${post.url}|${escapeSlackText(words.open)}>`,
        ),
      ],
    },
  ]
  return {
    headers: jsonHeaders,
    body: JSON.stringify({
      text: truncateSlackText(`${words.sentence} ${words.points}`, slackCharsMax),
      blocks,
      unfurl_links: false,
      unfurl_media: false,
    }),
  }
}

/**
 * Returns a message for a Microsoft Teams workflow ("when a webhook request is received") with one
 * Adaptive Card. Its text runs have no Markdown and mention nobody. Without a post: a test.
 */
export function buildTeamsMessage(language: Language, post: PostPayload | null): OutgoingMessage {
  const text = (words: string, more: Record<string, unknown> = {}) =>
    // Two braces would start a date placeholder.
    ({
      type: 'RichTextBlock',
      inlines: [{ type: 'TextRun', text: words.replaceAll('{{', '{\u2060{'), ...more }],
    })
  const words = post && describePost(language, post, (name) => name)
  const card = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    ...(post && words
      ? {
          body: [
            text(words.sentence, { weight: 'Bolder', size: 'Medium' }),
            text(post.description),
            text(`${words.points} · ${words.value}`, { isSubtle: true }),
          ],
          actions: [{ type: 'Action.OpenUrl', title: words.open, url: post.url }],
        }
      : { body: [text(translate(language, 'chat', 'ping'))] }),
  }
  return {
    headers: jsonHeaders,
    body: JSON.stringify({
      type: 'message',
      attachments: [
        { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card },
      ],
    }),
  }
}
