import { limits } from '#contract/limits.ts'
import type { Services } from '#server/platform/services.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import type { ChatDraft } from '#server/workflows/chat/drafts.ts'
import { describeRefusal, loadThanksContext, sendThanks } from '#server/workflows/chat/thanks.ts'
import type { SlackCaller } from './caller.ts'
import { buildSentReply } from './describe-thanks.ts'
import { buildReply, type SlackOutcome } from './outcome.ts'
import { buildPreview } from './preview.ts'

/**
 * Sends the thanks of a draft. `key` names the request: repeated ones make one post. A refusal
 * returns the preview with its reason, so that the words stay.
 */
export async function sendDraft(
  services: Services,
  { actor, connection, at }: SlackCaller,
  draft: ChatDraft,
  { valueId, key }: { valueId: string | null; key: string },
): Promise<SlackOutcome> {
  const content = { ...draft.content, value_id: valueId }
  try {
    const post = await sendThanks(
      services,
      actor,
      {
        recipientIds: content.recipient_ids,
        valueId,
        score: content.score ?? limits.score_default,
        text: content.text,
        isPrivate: content.private,
      },
      key,
      at,
    )
    return { kind: 'message', message: buildSentReply(services, actor.language, post) }
  } catch (error) {
    const refusals = describeRefusal(error, actor.language)
    const [first] = refusals
    if (first?.code === 'unavailable' || first?.code === 'unknown') throw error
    if (first?.code === 'idempotency_mismatch') {
      const text = translate(actor.language, 'slack', 'already_sent')
      return { kind: 'message', message: { ...buildReply(text), replaces: true } }
    }
    const context = await loadThanksContext(services, actor, content, at)
    return {
      kind: 'message',
      message: buildPreview({ actor, connection, draft, context, refusals }),
    }
  }
}
