import { escapeSlackText, quoteSlackText } from '#server/modules/chat-messages/slack-text.ts'
import { translate } from '#server/platform/i18n/messages.ts'
import type { Services } from '#server/platform/services.ts'
import { findRecipients } from '#server/workflows/chat/recipients.ts'
import {
  describeRefusal,
  loadThanksContext,
  type RefusalText,
  sendThanks,
} from '#server/workflows/chat/thanks.ts'
import type { SlackCaller } from './caller.ts'
import { buildSentReply } from './describe-thanks.ts'
import { buildReply, done, sendReply, type SlackOutcome } from './outcome.ts'
import type { SlackSubmittedView } from './payloads.ts'
import { buildNoticeView, fields, readForm, readMetadata, toFormErrors } from './thanks-form.ts'

/** Returns the errors of a form. Its words are in the message, which is sent if the form is closed. */
function refuseForm(
  { actor: { language } }: SlackCaller,
  view: SlackSubmittedView,
  refusals: RefusalText[],
): SlackOutcome {
  const reasons = refusals.map(({ text }) => escapeSlackText(text))
  const { text } = readForm(view.state.values)
  return {
    kind: 'errors',
    errors: toFormErrors(refusals, view.state.values, fields.people),
    message: buildReply(
      [
        translate(language, 'slack', 'not_sent', { reason: reasons.join(' ') }),
        ...(text ? [quoteSlackText(text)] : []),
      ].join('\n'),
    ),
  }
}

/**
 * Sends the thanks of a submitted form. The key is the draft that the form edits, or else the view:
 * the preview and the form of a draft make one post together.
 */
export async function submitThanks(
  services: Services,
  caller: SlackCaller,
  view: SlackSubmittedView,
): Promise<SlackOutcome> {
  const { actor, connection, externalUserId, loadPerson, at } = caller
  const { language } = actor
  const form = readForm(view.state.values)
  const metadata = readMetadata(view)
  const found = await findRecipients(services, connection, form.slackUserIds, (ids) =>
    Promise.all(ids.map(loadPerson)),
  )
  if (found.strangers.length) {
    const people = found.strangers.map(({ name }) => name).join(', ')
    const text = translate(language, 'slack', 'form.strangers', { people })
    return refuseForm(caller, view, [{ code: 'user_not_found', field: 'to_id', text }])
  }
  const recipientIds = [...new Set([...form.keptUserIds, ...found.users.values()])]
  const content = { recipient_ids: [], score: null, value_id: form.valueId, text: form.text }
  const { value } = await loadThanksContext(services, actor, content, at)
  const thanks = { ...form, recipientIds, valueId: value?.id ?? null }
  try {
    const post = await sendThanks(services, actor, thanks, metadata.draft_id ?? view.id, at)
    const message = buildSentReply(services, language, post)
    if (metadata.response_url === undefined) {
      const say = (key: string) => translate(language, 'slack', `form.${key}`)
      return {
        kind: 'view',
        view: buildNoticeView(say('title'), say('done'), message.blocks),
        message,
      }
    }
    const target = { userId: externalUserId, responseUrl: metadata.response_url }
    await sendReply(services, connection, target, {
      ...message,
      replaces: metadata.draft_id !== undefined,
    })
    return done
  } catch (error) {
    const refusals = describeRefusal(error, language).map((refusal) =>
      refusal.code === 'idempotency_mismatch'
        ? { ...refusal, text: translate(language, 'slack', 'already_sent') }
        : refusal,
    )
    if (refusals[0]?.code === 'unavailable' || refusals[0]?.code === 'unknown') throw error
    return refuseForm(caller, view, refusals)
  }
}
