/**
 * Escapes text for Slack's mrkdwn: & < > become entities; formatting marks and the @ of @here,
 * @channel and @everyone get an invisible word joiner.
 */
export const escapeSlackText = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll(/[*_~`]/g, '\u2060$&')
    .replaceAll(/@(?=here|channel|everyone)/gi, '@\u2060')

/** Cuts text to `max` characters, never inside an entity or a surrogate pair. */
export const truncateSlackText = (text: string, max: number): string =>
  text.length <= max
    ? text
    : `${text
        .slice(0, max - 1)
        .replace(/&[a-z]{0,3}$/, '')
        .toWellFormed()
        .replace(/\uFFFD$/, '')}…`

/** Slack's limit for a text. */
export const slackCharsMax = 3_000
/** Below the limit of Slack, because each line of a quote gets a prefix. */
const slackQuoteMax = 2_000

/** Returns a text object whose names and links are not resolved by Slack. */
export const slackMarkdown = (text: string) => ({
  type: 'mrkdwn' as const,
  text: truncateSlackText(text, slackCharsMax),
  verbatim: true,
})
export const slackPlainText = (text: string, max: number) => ({
  type: 'plain_text' as const,
  text: truncateSlackText(text, max),
  emoji: true,
})
/** Returns the escaped text as a quote. */
export const quoteSlackText = (text: string): string =>
  truncateSlackText(escapeSlackText(text), slackQuoteMax).replaceAll(/^/gm, '> ')
/** Returns a link. The address is ours. */
export const slackLink = (url: string, label: string): string =>
  `<${url}|${escapeSlackText(label)}>`
