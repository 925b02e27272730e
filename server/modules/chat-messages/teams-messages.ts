import type { Language } from '#contract/schemas/common.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { type ChatPost, describePost, type PostActions } from './describe-post.ts'
import { approveButton, type ChatNotice, postButtons } from './slack-messages.ts'

/** An Adaptive Card; bridges use version 1.4, the app 1.5. */
export type AdaptiveCard = {
  $schema: string
  type: 'AdaptiveCard'
  version: '1.4' | '1.5'
  body: object[]
  actions?: object[]
}

/** Returns text without Markdown and mentions. Two braces would start a date placeholder. */
export const cardText = (words: string, more: Record<string, unknown> = {}) => ({
  type: 'RichTextBlock',
  inlines: [{ type: 'TextRun', text: words.replaceAll('{{', '{\u2060{'), ...more }],
})
export const adaptiveCard = (
  version: AdaptiveCard['version'],
  body: object[],
  actions?: object[],
): AdaptiveCard => ({
  $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
  type: 'AdaptiveCard',
  version,
  body,
  ...(actions ? { actions } : {}),
})
const openAction = (title: string, url: string) => ({ type: 'Action.OpenUrl', title, url })
const executeAction = (title: string, verb: string, data: object) => ({
  type: 'Action.Execute',
  title,
  verb,
  data,
})

/**
 * Returns the card of a post. Workflows have no `actions`; in the app, buttons act as the person who
 * presses them.
 */
export function buildTeamsPost(
  language: Language,
  post: ChatPost,
  actions?: PostActions,
): AdaptiveCard {
  const words = describePost(language, post, {
    escape: (name) => name,
    added: actions?.added ?? 0,
  })
  const open = openAction(words.open, post.url)
  return adaptiveCard(
    actions ? '1.5' : '1.4',
    [
      cardText(words.sentence, { weight: 'Bolder', size: 'Medium' }),
      cardText(post.description),
      cardText(words.facts, { isSubtle: true }),
    ],
    actions
      ? [
          ...(actions.addOns
            ? [
                executeAction(translate(language, 'chat', 'add_points'), postButtons.addPoints, {
                  post_id: post.id,
                }),
              ]
            : []),
          executeAction(translate(language, 'chat', 'like'), postButtons.like, {
            post_id: post.id,
          }),
          open,
        ]
      : [open],
  )
}

/** Returns a notice as a card. */
export function buildTeamsNotice(
  { text, quote, link, approval }: ChatNotice,
  version: AdaptiveCard['version'] = '1.5',
): AdaptiveCard {
  const actions = [
    ...(approval
      ? [
          executeAction(approval.label, approveButton, {
            gift_id: approval.giftId,
            step: approval.step,
          }),
        ]
      : []),
    ...(link ? [openAction(link.label, link.url)] : []),
  ]
  return adaptiveCard(
    version,
    [cardText(text), ...(quote ? [cardText(quote, { italic: true })] : [])],
    actions.length ? actions : undefined,
  )
}
