import type { ModalView } from '@slack/types'
import type { SlackMessage } from '#server/adapters/chat/slack-client.ts'
import type { ChatConnectionRow } from '#server/modules/chat-messages/connection-queries.ts'
import {
  slackCharsMax,
  slackMarkdown,
  slackPlainText,
  truncateSlackText,
} from '#server/modules/chat-messages/slack-text.ts'
import { loadSlackToken } from '#server/modules/chat-messages/slack-token.ts'
import type { Services } from '#server/platform/services.ts'

/** A message that only one person sees. `replaces`: it replaces the message with the pressed button. */
export type SlackReply = Required<SlackMessage> & { replaces?: boolean }
/**
 * The result of a request. `errors` and `view` answer a submitted form; their `message` is sent when
 * the form no longer waits for an answer.
 */
export type SlackOutcome =
  | { kind: 'done' }
  | { kind: 'message'; message: SlackReply }
  | { kind: 'errors'; errors: Record<string, string>; message: SlackReply }
  | { kind: 'view'; view: ModalView; message: SlackReply }
export const done: SlackOutcome = { kind: 'done' }

const buttonCharsMax = 75
export type SlackLinkButton = { url: string; label: string }

/** Returns a message of one text. Names in it must be escaped. */
export const buildReply = (text: string, ...links: SlackLinkButton[]): SlackReply => ({
  text: truncateSlackText(text, slackCharsMax),
  blocks: [
    { type: 'section', text: slackMarkdown(text) },
    ...(links.length
      ? [
          {
            type: 'actions' as const,
            elements: links.map(({ url, label }, index) => ({
              type: 'button' as const,
              action_id: `open_${index}`,
              text: slackPlainText(label, buttonCharsMax),
              url,
            })),
          },
        ]
      : []),
  ],
})

/** Returns a message of one text as the outcome of a request. */
export const replyWith = (text: string, ...links: SlackLinkButton[]): SlackOutcome => ({
  kind: 'message',
  message: buildReply(text, ...links),
})

/** Returns the form of a message at a response address and in the answer of a command. */
export const toSlackResponse = ({ text, blocks, replaces }: SlackReply) => ({
  response_type: 'ephemeral' as const,
  replace_original: replaces ?? false,
  text,
  blocks,
  unfurl_links: false,
  unfurl_media: false,
})

/** Where a person gets a message: at the address of the request, or else as a direct message. */
export type ReplyTarget = { userId: string; responseUrl: string | undefined }

/** Sends a message to a person. A failure is logged, because nobody waits for it. */
export async function sendReply(
  services: Services,
  connection: ChatConnectionRow,
  { userId, responseUrl }: ReplyTarget,
  message: SlackReply,
): Promise<void> {
  const { slack, log } = services
  const send = async () => {
    if (responseUrl) return slack.respond(responseUrl, toSlackResponse(message))
    if (connection.state !== 'connected') return null
    const token = await loadSlackToken(services, connection)
    const { text, blocks } = message
    return token === null ? null : slack.postMessage(token, { channel: userId, text, blocks })
  }
  const sent = await send()
  if (sent && !sent.ok)
    log.warn({ workspace: connection.workspace_id, reason: sent.error }, 'slack reply not sent')
}
