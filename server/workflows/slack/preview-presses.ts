import { translate } from '#server/platform/i18n/messages.ts'
import { isUuid } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { type ChatDraft, deleteDraft, loadDraft } from '#server/workflows/chat/drafts.ts'
import { inviteStrangers } from '#server/workflows/chat/invite-strangers.ts'
import { describeRefusal, loadThanksContext } from '#server/workflows/chat/thanks.ts'
import type { SlackCaller } from './caller.ts'
import { openThanksForm } from './open-form.ts'
import { buildReply, type SlackOutcome } from './outcome.ts'
import type { SlackInteractionOf } from './payloads.ts'
import { buildPreview, previewActions, previewBlock } from './preview.ts'
import { sendDraft } from './send-draft.ts'

type Presses = SlackInteractionOf<'block_actions'>

const replaceWith = (text: string): SlackOutcome => ({
  kind: 'message',
  message: { ...buildReply(text), replaces: true },
})

async function inviteFromPreview(
  services: Services,
  { actor, connection, at }: SlackCaller,
  draft: ChatDraft,
): Promise<SlackOutcome> {
  const context = await loadThanksContext(services, actor, draft.content, at)
  // The setting may have changed since the preview.
  if (!connection.invite_strangers)
    return { kind: 'message', message: buildPreview({ actor, connection, draft, context }) }
  try {
    const invited = await inviteStrangers(services, actor, draft, at)
    return {
      kind: 'message',
      message: buildPreview({ actor, connection, draft, context, invited }),
    }
  } catch (error) {
    const refusals = describeRefusal(error, actor.language)
    if (refusals[0]?.code === 'unavailable' || refusals[0]?.code === 'unknown') throw error
    return {
      kind: 'message',
      message: buildPreview({ actor, connection, draft, context, refusals }),
    }
  }
}

/** Handles the buttons of a preview. Only its author has a draft of this id. */
export async function pressPreview(
  services: Services,
  caller: SlackCaller,
  action: { action_id: string; value?: string | null | undefined },
  payload: Presses,
): Promise<SlackOutcome> {
  const { actor, at } = caller
  const draftId = action.value ?? ''
  const draft = isUuid(draftId) ? await loadDraft(services, actor, draftId, at) : null
  if (!draft) return replaceWith(translate(actor.language, 'slack', 'gone'))
  const chosen = payload.state?.values[previewBlock]?.[previewActions.value]?.selected_option
  const content = { ...draft.content, value_id: chosen?.value ?? null }
  switch (action.action_id) {
    case previewActions.send:
      return sendDraft(services, caller, draft, { valueId: content.value_id, key: draft.id })
    case previewActions.edit:
      return openThanksForm(services, caller, payload.trigger_id, {
        content,
        metadata: {
          draft_id: draft.id,
          ...(payload.response_url === undefined ? {} : { response_url: payload.response_url }),
        },
      })
    case previewActions.invite:
      return inviteFromPreview(services, caller, { ...draft, content })
    default:
      await deleteDraft(services, actor, draft.id)
      return replaceWith(translate(actor.language, 'slack', 'canceled'))
  }
}
