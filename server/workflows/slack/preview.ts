import type { ActionsBlock, KnownBlock } from '@slack/types'
import type { ChatConnectionRow } from '#server/modules/chat-messages/connection-queries.ts'
import { formatPoints } from '#server/modules/chat-messages/describe-post.ts'
import {
  escapeSlackText,
  quoteSlackText,
  slackCharsMax,
  slackMarkdown,
  slackPlainText,
  truncateSlackText,
} from '#server/modules/chat-messages/slack-text.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { translate, translatePlural } from '#server/platform/i18n/messages.ts'
import type { ChatDraft } from '#server/workflows/chat/drafts.ts'
import type { RefusalText, ThanksContext } from '#server/workflows/chat/thanks.ts'
import { describeAllowance, formatValue, listEscapedNames } from './describe-thanks.ts'
import type { SlackReply } from './outcome.ts'

/** The block and the parts of a preview, by which its presses arrive. */
export const previewBlock = 'thanks'
export const previewActions = {
  send: 'send_thanks',
  edit: 'edit_thanks',
  cancel: 'cancel_thanks',
  invite: 'invite_strangers',
  value: 'value',
} as const

const labelCharsMax = 75

export const valueOption = (value: ThanksContext['values'][number]) => ({
  text: slackPlainText(formatValue(value), labelCharsMax),
  value: value.id,
})

type PreviewInput = {
  actor: Actor
  connection: Pick<ChatConnectionRow, 'invite_strangers'>
  draft: ChatDraft
  context: ThanksContext
  /** Why the thanks were not sent. */
  refusals?: RefusalText[]
  /** The names of strangers who got an invitation just now; their button disappears. */
  invited?: string[]
}

function buildActions({ actor, connection, draft, context, invited }: PreviewInput): ActionsBlock {
  const { language } = actor
  const { values, value, people } = context
  const button = (id: string, label: string, style?: 'primary') => ({
    type: 'button' as const,
    action_id: id,
    text: slackPlainText(label, labelCharsMax),
    value: draft.id,
    ...(style ? { style } : {}),
  })
  const invitable = draft.content.strangers.filter(({ email }) => email !== null).length
  const label = (key: string) => translate(language, 'slack', `preview.${key}`)
  return {
    type: 'actions',
    block_id: previewBlock,
    elements: [
      ...(values.length
        ? [
            {
              type: 'static_select' as const,
              action_id: previewActions.value,
              placeholder: slackPlainText(label('choose_value'), labelCharsMax),
              options: values.map(valueOption),
              ...(value ? { initial_option: valueOption(value) } : {}),
            },
          ]
        : []),
      ...(people.length ? [button(previewActions.send, label('send'), 'primary')] : []),
      button(previewActions.edit, label('edit')),
      button(previewActions.cancel, label('cancel')),
      ...(connection.invite_strangers && invitable && !invited
        ? [
            button(
              previewActions.invite,
              translatePlural(language, 'chat', 'strangers.invite', invitable),
            ),
          ]
        : []),
    ],
  }
}

/** Returns the thanks of a draft as only their sender sees them before they are sent. */
export function buildPreview(input: PreviewInput): SlackReply {
  const { actor, draft, context, refusals = [], invited } = input
  const { language } = actor
  const { people, allowance, score } = context
  const { strangers, text, private: isPrivate } = draft.content
  const say = (key: string, params: Record<string, string> = {}) =>
    translate(language, 'slack', `preview.${key}`, params)
  const names = people.map(({ name }) => name)
  const recipients = names.length
    ? say('to', { people: listEscapedNames(language, names) })
    : say('nobody')
  const facts = [
    formatPoints(language, score, people.length),
    describeAllowance(actor, allowance),
    isPrivate ? say('private') : null,
    strangers.length
      ? say('strangers', {
          people: listEscapedNames(
            language,
            strangers.map(({ name }) => name),
          ),
        })
      : null,
    invited?.length
      ? translate(language, 'chat', 'strangers.invited', {
          people: listEscapedNames(language, invited),
        })
      : null,
    invited?.length === 0 ? translate(language, 'chat', 'strangers.nobody_invited') : null,
  ].filter((fact) => fact !== null)
  const section = (words: string): KnownBlock => ({ type: 'section', text: slackMarkdown(words) })
  const reasons = refusals.map((refusal) => `⚠️ ${escapeSlackText(refusal.text)}`)
  return {
    text: truncateSlackText([...reasons, recipients, ...facts].join('. '), slackCharsMax),
    replaces: refusals.length > 0 || invited !== undefined,
    blocks: [
      ...(reasons.length ? [section(reasons.join('\n'))] : []),
      section(recipients),
      ...(text ? [section(quoteSlackText(text))] : []),
      { type: 'context', elements: facts.map((fact) => slackMarkdown(fact)) },
      buildActions(input),
    ],
  }
}
