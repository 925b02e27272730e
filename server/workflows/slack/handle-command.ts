import { limits } from '#contract/limits.ts'
import type { Language } from '#contract/schemas/common.ts'
import type { ChatConnectionRow } from '#server/modules/chat-messages/connection-queries.ts'
import { translate, translatePlural } from '#server/platform/i18n/messages.ts'
import type { Services } from '#server/platform/services.ts'
import { type CommandWord, findCommandWord } from '#server/workflows/chat/command-words.ts'
import { type ChatDraft, createDraft } from '#server/workflows/chat/drafts.ts'
import { loadOverview } from '#server/workflows/chat/overview.ts'
import { parseCommand } from '#server/workflows/chat/parse-command.ts'
import { findRecipients } from '#server/workflows/chat/recipients.ts'
import { loadThanksContext, type ThanksContext } from '#server/workflows/chat/thanks.ts'
import { identifyCaller, type SlackCaller } from './caller.ts'
import { mentionPattern, separateMentions, toPlainWords } from './command-text.ts'
import { describeAllowance } from './describe-thanks.ts'
import { openThanksForm } from './open-form.ts'
import { replyWith, type SlackOutcome } from './outcome.ts'
import type { SlackCommand } from './payloads.ts'
import { buildPreview } from './preview.ts'
import { sendDraft } from './send-draft.ts'

/** Mentions and words of the longest thanks fit. */
const commandCharsMax = 4 * limits.message_chars_max

async function answerWord(
  services: Services,
  { actor, at }: SlackCaller,
  word: CommandWord,
): Promise<SlackOutcome> {
  const { language } = actor
  const { publicUrl } = services.config
  const say = (key: string, params = {}) => translate(language, 'slack', key, params)
  const link = (path: string, key: string) => ({ url: `${publicUrl}${path}`, label: say(key) })
  switch (word) {
    case 'help':
      return replyWith(say('help.text'), link('/help', 'help.link'))
    case 'shop':
      return replyWith(say('shop.text'), link('/rewards', 'shop.link'))
    case 'settings':
      return replyWith(say('settings.text'), link('/edit-profile', 'settings.link'))
    case 'balance': {
      const { balance, allowance } = await loadOverview(services, actor, at)
      const points = translatePlural(language, 'chat', 'points', balance)
      const lines = [
        say('balance.text', { points }),
        describeAllowance(actor, allowance) ?? say('balance.unlimited'),
      ]
      return replyWith(lines.join('\n'), link('/rewards', 'shop.link'))
    }
  }
}

/**
 * Stores the thanks of a command as a draft, with the score that its preview shows. A repeated
 * command returns its first draft. Null: too many people.
 */
async function createCommandDraft(
  services: Services,
  { actor, connection, loadPerson, at }: SlackCaller,
  { team_id: teamId, trigger_id: triggerId, channel_id: channel, text }: SlackCommand,
): Promise<{ draft: ChatDraft; context: ThanksContext } | null> {
  const parsed = await parseCommand(services, actor, separateMentions(text), mentionPattern)
  if (parsed.externalUserIds.length > limits.recipients_max) return null
  const found = await findRecipients(services, connection, parsed.externalUserIds, (ids) =>
    Promise.all(ids.map(loadPerson)),
  )
  const mentioned = parsed.externalUserIds.flatMap((id) => found.users.get(id) ?? [])
  const content = {
    recipient_ids: [...new Set([...mentioned, ...parsed.people.map(({ id }) => id)])],
    strangers: found.strangers,
    score: parsed.score ?? null,
    value_id: null,
    text: toPlainWords(parsed.text),
    private: false,
    channel: channel || null,
  }
  const context = await loadThanksContext(services, actor, content, at)
  const draft = await createDraft(
    services,
    actor,
    'slack',
    `${teamId}:${triggerId}`,
    // The default depends on what is left, so a repeated press would mean another score.
    { ...content, score: context.score },
    at,
  )
  return { draft, context: { ...context, score: draft.content.score ?? context.score } }
}

/** Shows a preview of the thanks, or sends them at once for people who chose that. */
async function previewThanks(
  services: Services,
  caller: SlackCaller,
  command: SlackCommand,
): Promise<SlackOutcome> {
  const { actor, connection, link } = caller
  const isTooLong = command.text.length > commandCharsMax
  const created = isTooLong ? null : await createCommandDraft(services, caller, command)
  if (!created) return replyWith(translate(actor.language, 'slack', 'too_long'))
  const { draft, context } = created
  // Strangers must not be left out unnoticed.
  const sendsAtOnce = link.send_at_once && context.people.length > 0
  return sendsAtOnce && !draft.content.strangers.length
    ? sendDraft(services, caller, draft, {
        valueId: context.value?.id ?? null,
        // The draft is that of this team and trigger, and its preview has the same key.
        key: draft.id,
      })
    : { kind: 'message', message: buildPreview({ actor, connection, draft, context }) }
}

/** Answers /thanks. The message of the outcome is for the person alone. */
export async function handleCommand(
  services: Services,
  connection: ChatConnectionRow,
  command: SlackCommand,
  fallback: Language,
): Promise<SlackOutcome> {
  const result = await identifyCaller(services, connection, command.user_id, fallback)
  if ('reply' in result) return { kind: 'message', message: result.reply }
  const { caller } = result
  const text = command.text.trim()
  if (text === '')
    return openThanksForm(services, caller, command.trigger_id, {
      metadata: { response_url: command.response_url },
    })
  const word = findCommandWord(text)
  return word ? answerWord(services, caller, word) : previewThanks(services, caller, command)
}
