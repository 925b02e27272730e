/** A mention of a person as Slack escapes it in commands. */
export const mentionPattern = /<@([UW][A-Z0-9]{1,30})(?:\|[^>]{0,100})?>/g

const mention = String.raw`<@[UW][A-Z0-9]{1,30}(?:\|[^>]{0,100})?>`
const beforeMention = new RegExp(String.raw`(?<=\S)(?=${mention})`, 'g')
const afterMention = new RegExp(String.raw`(?<=${mention})(?=\S)`, 'g')

/** Returns the text with spaces around mentions, so that each is a word. */
export const separateMentions = (text: string): string =>
  text.replaceAll(beforeMention, ' ').replaceAll(afterMention, ' ')

/**
 * Returns the words that a person typed: channels, user groups and links of Slack as plain text, and
 * characters instead of entities.
 */
export const toPlainWords = (text: string): string =>
  text
    .replaceAll(/<#[A-Z0-9]+\|([^>]+)>/g, '#$1')
    .replaceAll(/<!subteam\^[A-Z0-9]+\|@?([^>]+)>/g, '@$1')
    .replaceAll(/<!(here|channel|everyone)(?:\|[^>]*)?>/g, '@$1')
    .replaceAll(/<(?:mailto:)?([^<>|#@!][^<>|]*)(?:\|[^>]*)?>/g, '$1')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .trim()
