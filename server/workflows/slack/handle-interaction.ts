import type { Language } from '#contract/schemas/common.ts'
import { slackShortcuts } from '#server/adapters/chat/slack-manifest.ts'
import type { ChatConnectionRow } from '#server/modules/chat-messages/connection-queries.ts'
import { approveButton, postButtons } from '#server/modules/chat-messages/slack-messages.ts'
import { escapeSlackText } from '#server/modules/chat-messages/slack-text.ts'
import type { Services } from '#server/platform/services.ts'
import { pressApprove } from '#server/workflows/chat/awards.ts'
import { homeThankAction } from './app-home.ts'
import { identifyCaller, type SlackCaller } from './caller.ts'
import { emptyDraft, openThanksForm } from './open-form.ts'
import { done, replyWith, type SlackOutcome } from './outcome.ts'
import type { SlackInteraction, SlackInteractionOf } from './payloads.ts'
import { pressPost, submitPoints } from './post-presses.ts'
import { previewActions } from './preview.ts'
import { pressPreview } from './preview-presses.ts'
import { submitThanks } from './submit-thanks.ts'
import { formIds } from './thanks-form.ts'

const { send, edit, cancel, invite } = previewActions
const previewButtons = new Set<string>([send, edit, cancel, invite])
const otherButtons = new Set<string>([
  ...Object.values(postButtons),
  homeThankAction,
  approveButton,
])

/** Returns the public address of a message, as Slack's "Copy link" does. */
function buildPermalink({ team, channel, message }: SlackInteractionOf<'message_action'>): string {
  const isKnown = /^[a-z0-9-]{1,80}$/.test(team.domain) && /^[A-Z0-9]{1,40}$/.test(channel.id)
  const { ts, thread_ts: threadTs = ts } = message
  if (!isKnown || ![ts, threadTs].every((time) => /^\d{5,20}\.\d{1,10}$/.test(time))) return ''
  const address = `https://${team.domain}.slack.com/archives/${channel.id}/p${ts.replace('.', '')}`
  return threadTs === ts ? address : `${address}?thread_ts=${threadTs}&cid=${channel.id}`
}

/** Opens the form for a message: its author and its address are filled in. */
async function thankForMessage(
  services: Services,
  caller: SlackCaller,
  payload: SlackInteractionOf<'message_action'>,
): Promise<SlackOutcome> {
  const { user: author = '' } = payload.message
  const isPerson = /^[UW][A-Z0-9]{1,30}$/.test(author) && author !== caller.externalUserId
  const person = isPerson ? await caller.loadPerson(author) : null
  return openThanksForm(services, caller, payload.trigger_id, {
    content: { ...emptyDraft, text: buildPermalink(payload) },
    slackUserIds: person && !person.isBot && !person.isDeleted ? [author] : [],
    metadata: payload.response_url === undefined ? {} : { response_url: payload.response_url },
  })
}

/** Approves an award. The value of its button is the id of the gift and the step. */
async function approve(
  services: Services,
  { actor, at }: SlackCaller,
  { value }: { value?: string | null | undefined },
): Promise<SlackOutcome> {
  const [giftId = '', step] = (value ?? '').split(':')
  const answer = await pressApprove(services, actor, { giftId, step: Number(step) }, at)
  return replyWith(escapeSlackText(answer))
}

async function press(
  services: Services,
  caller: SlackCaller,
  payload: SlackInteractionOf<'block_actions'>,
): Promise<SlackOutcome> {
  const action = payload.actions[0] ?? { action_id: '' }
  if (previewButtons.has(action.action_id)) return pressPreview(services, caller, action, payload)
  if (action.action_id === approveButton) return approve(services, caller, action)
  return action.action_id === homeThankAction
    ? openThanksForm(services, caller, payload.trigger_id, { metadata: {} })
    : pressPost(services, caller, action, payload.trigger_id)
}

/** Returns whether the request does something; links and choices are only acknowledged. */
function isHandled(payload: SlackInteraction): boolean {
  switch (payload.type) {
    case 'block_actions': {
      const id = payload.actions[0]?.action_id ?? ''
      return previewButtons.has(id) || otherButtons.has(id)
    }
    case 'shortcut':
      return payload.callback_id === slackShortcuts.global
    case 'message_action':
      return payload.callback_id === slackShortcuts.message
    case 'view_submission':
      return Object.values<string>(formIds).includes(payload.view.callback_id)
  }
}

/** Handles a button, a shortcut or a submitted form. */
export async function handleInteraction(
  services: Services,
  connection: ChatConnectionRow,
  payload: SlackInteraction,
  fallback: Language,
): Promise<SlackOutcome> {
  if (!isHandled(payload)) return done
  const result = await identifyCaller(services, connection, payload.user.id, fallback)
  if ('reply' in result) return { kind: 'message', message: result.reply }
  const { caller } = result
  switch (payload.type) {
    case 'block_actions':
      return press(services, caller, payload)
    case 'shortcut':
      return openThanksForm(services, caller, payload.trigger_id, { metadata: {} })
    case 'message_action':
      return thankForMessage(services, caller, payload)
    case 'view_submission':
      return payload.view.callback_id === formIds.addPoints
        ? submitPoints(services, caller, payload.view)
        : submitThanks(services, caller, payload.view)
  }
}
