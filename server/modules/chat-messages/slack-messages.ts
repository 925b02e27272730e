import type { Language } from '#contract/schemas/common.ts'
import type { SlackMessage } from '#server/adapters/chat/slack-client.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { type ChatPost, describePost, type PostActions } from './describe-post.ts'
import {
  escapeSlackText,
  quoteSlackText,
  slackCharsMax,
  slackLink,
  slackMarkdown,
  slackPlainText,
  truncateSlackText,
} from './slack-text.ts'

const buttonCharsMax = 75

/** Names of the buttons of a post, in `action_id` of Slack and `verb` of Teams. */
export const postButtons = { addPoints: 'add_points', like: 'like' } as const
/** The same for the button that approves an award. */
export const approveButton = 'approve_award'

/** Returns the buttons of a post. They act as the person who presses them. */
const postActions = (language: Language, post: ChatPost, { addOns }: PostActions) => ({
  type: 'actions' as const,
  block_id: 'post',
  elements: [
    ...(addOns
      ? [
          {
            type: 'button' as const,
            action_id: postButtons.addPoints,
            text: slackPlainText(translate(language, 'chat', 'add_points'), buttonCharsMax),
            value: post.id,
          },
        ]
      : []),
    {
      type: 'button' as const,
      action_id: postButtons.like,
      text: slackPlainText(translate(language, 'chat', 'like'), buttonCharsMax),
      value: post.id,
    },
    {
      type: 'button' as const,
      action_id: 'open',
      text: slackPlainText(translate(language, 'chat', 'open'), buttonCharsMax),
      url: post.url,
    },
  ],
})

/**
 * Returns the message of a post: blocks, and plain text for notifications and screen readers. Names
 * and texts are escaped, so they mention nobody. Incoming webhooks have no `actions`, and a link
 * instead of buttons.
 */
export function buildSlackPost(
  language: Language,
  post: ChatPost,
  actions?: PostActions,
): Required<SlackMessage> {
  const words = describePost(language, post, {
    escape: escapeSlackText,
    added: actions?.added ?? 0,
  })
  return {
    text: truncateSlackText(`${words.sentence} ${words.points}`.trim(), slackCharsMax),
    blocks: [
      { type: 'section', text: slackMarkdown(words.sentence) },
      { type: 'section', text: slackMarkdown(quoteSlackText(post.description)) },
      {
        type: 'context',
        elements: [
          slackMarkdown(
            actions ? words.facts : `${words.facts} · ${slackLink(post.url, words.open)}`,
          ),
        ],
      },
      ...(actions ? [postActions(language, post, actions)] : []),
    ],
  }
}

/**
 * A plain notice with an optional quote and a link to Laurel. `approval`: a button that approves a
 * step of an award as the person who presses it.
 */
export type ChatNotice = {
  text: string
  quote?: string
  link?: { url: string; label: string }
  approval?: { giftId: string; step: number; label: string }
}

const approvalAction = ({ giftId, step, label }: NonNullable<ChatNotice['approval']>) => ({
  type: 'actions' as const,
  elements: [
    {
      type: 'button' as const,
      action_id: approveButton,
      style: 'primary' as const,
      text: slackPlainText(label, buttonCharsMax),
      value: `${giftId}:${step}`,
    },
  ],
})

/** Returns a notice as a message. */
export function buildSlackNotice({
  text,
  quote,
  link,
  approval,
}: ChatNotice): Required<SlackMessage> {
  const escaped = escapeSlackText(text)
  return {
    text: truncateSlackText(escaped, slackCharsMax),
    blocks: [
      { type: 'section', text: slackMarkdown(escaped) },
      ...(quote ? [{ type: 'section' as const, text: slackMarkdown(quoteSlackText(quote)) }] : []),
      ...(approval ? [approvalAction(approval)] : []),
      ...(link
        ? [
            {
              type: 'context' as const,
              elements: [slackMarkdown(slackLink(link.url, link.label))],
            },
          ]
        : []),
    ],
  }
}
