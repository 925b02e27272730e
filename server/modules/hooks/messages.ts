import { createHmac } from 'node:crypto'
import type { Language } from '#contract/common.ts'
import type { hook_ping, HookEvent } from '#contract/hook-events.ts'
import { say, sayMany } from '#server/platform/texts.ts'
import type { PostData } from './payloads.ts'

export type Message = { headers: Record<string, string>; body: string }
const json = { 'content-type': 'application/json' }

type Signed = {
  id: string
  event: HookEvent | typeof hook_ping
  workspace_id: string
  happened: Date
  data: unknown
  secrets: string[]
  at: Date
}
/**
 * A message in the format of Standard Webhooks: an id that stays over all tries, the moment it is
 * sent, a signature by each secret.
 */
export function webhookMessage({
  id,
  event,
  workspace_id,
  happened,
  data,
  secrets,
  at,
}: Signed): Message {
  const body = JSON.stringify({
    type: event,
    timestamp: happened.toISOString(),
    workspace_id,
    data,
  })
  const timestamp = String(Math.floor(at.getTime() / 1_000))
  const signatures = secrets.map(
    (secret) =>
      `v1,${createHmac('sha256', Buffer.from(secret.replace(/^whsec_/, ''), 'base64'))
        .update(`${id}.${timestamp}.${body}`)
        .digest('base64')}`,
  )
  return {
    headers: {
      ...json,
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    },
    body,
  }
}

/** So many names stand in a line of a chat; of more, how many they are. */
const names_max = 8
/**
 * What a chat shows of a post. `sentence`: who thanked whom, by the names as the chat writes them.
 */
function wordsOf(language: Language, post: PostData, written: (text: string) => string) {
  const former = say(language, 'common', 'former')
  const name = (who: { name: string }) => written(who.name || former)
  const shown = post.to.slice(0, names_max).map(name)
  const more = post.to.length - shown.length
  const to = [...shown, ...(more ? [sayMany(language, 'chat', 'more', more)] : [])].join(', ')
  const sentence = say(language, 'chat', 'thanked', { from: name(post.from), to })
  const points = `+${sayMany(language, 'chat', 'points', post.score)}`
  return {
    sentence,
    points: post.to.length > 1 ? say(language, 'chat', 'each', { points }) : points,
    value: `${post.value.emoji} ${post.value.name}`,
    open: say(language, 'chat', 'open'),
  }
}

/**
 * Text that Slack's mrkdwn shows as it is: & < > are its controls by its own rules; marks of its
 * formatting, and the @ of those who could call everybody, get a joiner beside them that nobody
 * sees.
 */
export const slackText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[*_~`]/g, '\u2060$&')
    .replaceAll(/@(?=here|channel|everyone)/gi, '@\u2060')
/** Cut to `max` characters, never inside an escape or a character of two parts. */
const slackCut = (text: string, max: number): string =>
  text.length <= max
    ? text
    : `${text
        .slice(0, max - 1)
        .replace(/&[a-z]{0,3}$/, '')
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`
const slack_chars_max = 3_000
/** Lines of a quote begin with a mark, which needs room too. */
const slack_quote_max = 2_000
const mrkdwn = (text: string) => ({
  type: 'mrkdwn',
  text: slackCut(text, slack_chars_max),
  verbatim: true,
})

/**
 * A post for Slack's incoming webhooks: blocks, and a plain text for notices. Names and words are
 * text, and call nobody.
 */
export function slackMessage(language: Language, post: PostData | null): Message {
  if (!post)
    return {
      headers: json,
      body: JSON.stringify({ text: slackText(say(language, 'chat', 'ping')) }),
    }
  const words = wordsOf(language, post, slackText)
  const quoted = slackCut(slackText(post.description), slack_quote_max).replaceAll(/^/gm, '> ')
  const blocks = [
    { type: 'section', text: mrkdwn(words.sentence) },
    { type: 'section', text: mrkdwn(quoted) },
    {
      type: 'context',
      elements: [
        mrkdwn(
          `${words.points} · ${slackText(words.value)} · <${post.url}|${slackText(words.open)}>`,
        ),
      ],
    },
  ]
  return {
    headers: json,
    body: JSON.stringify({
      text: slackCut(`${words.sentence} ${words.points}`, slack_chars_max),
      blocks,
      unfurl_links: false,
      unfurl_media: false,
    }),
  }
}

/**
 * A post for a workflow of Microsoft Teams ("when a webhook request is received"): a message with
 * one Adaptive Card, whose runs of text know no Markdown and call nobody.
 */
export function teamsMessage(language: Language, post: PostData | null): Message {
  const text = (words: string, more: Record<string, unknown> = {}) =>
    // Two braces would be a place for a date.
    ({
      type: 'RichTextBlock',
      inlines: [{ type: 'TextRun', text: words.replaceAll('{{', '{\u2060{'), ...more }],
    })
  const words = post && wordsOf(language, post, (name) => name)
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
      : { body: [text(say(language, 'chat', 'ping'))] }),
  }
  return {
    headers: json,
    body: JSON.stringify({
      type: 'message',
      attachments: [
        { contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content: card },
      ],
    }),
  }
}
