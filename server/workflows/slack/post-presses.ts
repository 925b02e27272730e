import { limits } from '#contract/limits.ts'
import { postButtons } from '#server/modules/chat-messages/slack-messages.ts'
import { escapeSlackText } from '#server/modules/chat-messages/slack-text.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import { isUuid } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import {
  addPoints,
  describeRefusal,
  likePost,
  loadThanksContext,
} from '#server/workflows/chat/thanks.ts'
import type { SlackCaller } from './caller.ts'
import { describeAllowance } from './describe-thanks.ts'
import { emptyDraft, openForm } from './open-form.ts'
import { buildReply, replyWith, type SlackOutcome } from './outcome.ts'
import type { SlackSubmittedView } from './payloads.ts'
import {
  buildModal,
  fields,
  formIds,
  inputBlock,
  pointsInput,
  readForm,
  readMetadata,
  textInput,
  toFormErrors,
} from './thanks-form.ts'

async function openPointsForm(
  services: Services,
  caller: SlackCaller,
  triggerId: string,
  postId: string,
): Promise<SlackOutcome> {
  const { actor, at } = caller
  const { score, allowance } = await loadThanksContext(services, actor, emptyDraft, at)
  const say = (key: string) => translate(actor.language, 'slack', `points_form.${key}`)
  const view = buildModal(
    formIds.addPoints,
    { title: say('title'), submit: say('submit'), close: say('close') },
    { post_id: postId },
    [
      inputBlock(fields.points, say('points'), pointsInput(score), {
        hint: describeAllowance(actor, allowance),
      }),
      inputBlock(fields.text, say('text'), textInput('', limits.comment_chars_max), {
        isOptional: true,
      }),
    ],
  )
  return openForm(services, caller, triggerId, view)
}

/** Handles the buttons of a post in a channel, as the person who pressed. */
export async function pressPost(
  services: Services,
  caller: SlackCaller,
  action: { action_id: string; value?: string | null | undefined },
  triggerId: string,
): Promise<SlackOutcome> {
  const { actor, at } = caller
  const postId = action.value ?? ''
  if (!isUuid(postId)) return replyWith(translate(actor.language, 'slack', 'no_post'))
  if (action.action_id === postButtons.addPoints)
    return openPointsForm(services, caller, triggerId, postId)
  try {
    await likePost(services, actor, postId, at)
    return replyWith(translate(actor.language, 'slack', 'liked'))
  } catch (error) {
    const [refusal] = describeRefusal(error, actor.language)
    if (refusal?.code === 'unavailable' || refusal?.code === 'unknown') throw error
    return replyWith(
      refusal?.code === 'not_found'
        ? translate(actor.language, 'slack', 'no_post')
        : escapeSlackText(refusal?.text ?? ''),
    )
  }
}

/** Adds the points of a submitted form. Its view id is the key, so a repeated form adds them once. */
export async function submitPoints(
  services: Services,
  { actor, at }: SlackCaller,
  view: SlackSubmittedView,
): Promise<SlackOutcome> {
  const { score, text } = readForm(view.state.values)
  const postId = readMetadata(view).post_id ?? ''
  const say = (key: string) => translate(actor.language, 'slack', key)
  try {
    await addPoints(services, actor, postId, { score, text }, view.id, at)
    return { kind: 'done' }
  } catch (error) {
    const refusals = describeRefusal(error, actor.language).map((refusal) =>
      refusal.code === 'not_found' ? { ...refusal, text: say('no_post') } : refusal,
    )
    if (refusals[0]?.code === 'unavailable' || refusals[0]?.code === 'unknown') throw error
    return {
      kind: 'errors',
      errors: toFormErrors(refusals, view.state.values, fields.points),
      message: buildReply(escapeSlackText(refusals.map((refusal) => refusal.text).join('\n'))),
    }
  }
}
