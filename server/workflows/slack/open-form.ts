import type { ModalView } from '@slack/types'
import { disconnectApp } from '#server/modules/chat-messages/disconnect-app.ts'
import { loadSlackToken } from '#server/modules/chat-messages/slack-token.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import type { Services } from '#server/platform/services.ts'
import type { DraftContent } from '#server/workflows/chat/drafts.ts'
import { loadThanksContext } from '#server/workflows/chat/thanks.ts'
import type { SlackCaller } from './caller.ts'
import { done, replyWith, type SlackOutcome } from './outcome.ts'
import { buildThanksForm, type FormMetadata } from './thanks-form.ts'

const expiredErrors = new Set(['expired_trigger_id', 'invalid_trigger_id'])
const revokedErrors = new Set(['token_revoked', 'invalid_auth', 'account_inactive', 'not_authed'])

/** Opens a form by the trigger of a request. Returns the text for the person when Slack refuses. */
export async function openForm(
  services: Services,
  { connection, actor }: SlackCaller,
  triggerId: string,
  view: ModalView,
): Promise<SlackOutcome> {
  const { slack, log } = services
  const reply = (key: string) => replyWith(translate(actor.language, 'slack', key))
  const token = await loadSlackToken(services, connection)
  if (token === null) return reply('not_connected')
  const opened = await slack.openView(token, { trigger_id: triggerId, view })
  // A repeated request: the first one opened the form.
  if (opened.ok || opened.error === 'exchanged_trigger_id') return done
  if (expiredErrors.has(opened.error)) return reply('expired')
  log.warn({ workspace: connection.workspace_id, reason: opened.error }, 'slack form not opened')
  if (!revokedErrors.has(opened.error)) return reply('busy')
  await disconnectApp(services, connection, 'revoked')
  return reply('not_connected')
}

export const emptyDraft: DraftContent = {
  recipient_ids: [],
  strangers: [],
  score: null,
  value_id: null,
  text: '',
  private: false,
  channel: null,
}

/** Opens the form of thanks with the content of a draft and people of Slack. */
export async function openThanksForm(
  services: Services,
  caller: SlackCaller,
  triggerId: string,
  input: { content?: DraftContent; slackUserIds?: string[]; metadata: FormMetadata },
): Promise<SlackOutcome> {
  const { content = emptyDraft, slackUserIds = [], metadata } = input
  const context = await loadThanksContext(services, caller.actor, content, caller.at)
  const view = buildThanksForm({
    actor: caller.actor,
    context,
    text: content.text,
    isPrivate: content.private,
    slackUserIds,
    metadata,
  })
  return openForm(services, caller, triggerId, view)
}
