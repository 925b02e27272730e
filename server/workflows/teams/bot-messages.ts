import type { Language } from '#contract/schemas/common.ts'
import type { ChatNotice } from '#server/modules/chat-messages/slack-messages.ts'
import {
  type AdaptiveCard,
  adaptiveCard,
  buildTeamsNotice,
  cardText,
} from '#server/modules/chat-messages/teams-messages.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { translatePlural, translateError } from '#server/platform/i18n/messages.ts'
import {
  type CommandWord,
  commandWords,
  findCommandWord,
} from '#server/workflows/chat/command-words.ts'
import { loadOverview } from '#server/workflows/chat/overview.ts'
import { isPersonal } from './activity.ts'
import { accepted, type TeamsAnswer } from './answers.ts'
import { identifySender } from './person.ts'
import { describeStranger } from './refusals.ts'
import { sendReply } from './reply.ts'
import { type TeamsRequest, teamsText } from './request.ts'

/** Returns the command of a message. Everything else asks for help. */
const parseCommand = (text: string): CommandWord =>
  findCommandWord(text.replaceAll(/<at>[^<]*<\/at>/gi, ' ')) ?? 'help'

/** Returns the card of help. A channel gets no commands, because their answers are personal. */
function buildHelp(language: Language, withCommands: boolean): AdaptiveCard {
  const lines = withCommands
    ? commandWords.map((command) =>
        teamsText(language, 'help.command', {
          command: teamsText(language, `app.commands.${command}.title`),
          description: teamsText(language, `app.commands.${command}.description`),
        }),
      )
    : []
  return adaptiveCard('1.5', [
    cardText(teamsText(language, 'help.title'), { weight: 'Bolder' }),
    cardText(teamsText(language, 'help.dialog')),
    cardText(teamsText(language, 'help.message')),
    ...lines.map((line) => cardText(line)),
    ...(withCommands ? [] : [cardText(teamsText(language, 'help.personal'))]),
  ])
}

async function describeBalance({ services, at }: TeamsRequest, actor: Actor): Promise<ChatNotice> {
  const { language } = actor
  const { balance, allowance } = await loadOverview(services, actor, at)
  const points = (count: number) => translatePlural(language, 'chat', 'points', count)
  const spend = teamsText(language, 'balance.spend', { points: points(balance) })
  const left = allowance.score_remaining
  const give =
    left === null
      ? teamsText(language, 'balance.give_unlimited')
      : teamsText(language, 'balance.give', { points: points(left) })
  return {
    text: `${spend} ${give}`,
    link: {
      url: `${services.config.publicUrl}/rewards`,
      label: teamsText(language, 'balance.open'),
    },
  }
}

async function describeAnswer(
  request: TeamsRequest,
  actor: Actor,
  command: Exclude<CommandWord, 'help'>,
): Promise<ChatNotice> {
  const { language } = actor
  const { publicUrl } = request.services.config
  switch (command) {
    case 'balance':
      return describeBalance(request, actor)
    case 'shop':
      return {
        text: teamsText(language, 'shop.text'),
        link: { url: `${publicUrl}/rewards`, label: teamsText(language, 'shop.open') },
      }
    case 'settings':
      return {
        text: teamsText(language, 'settings.text'),
        link: {
          url: `${publicUrl}/edit-profile`,
          label: teamsText(language, 'settings.open'),
        },
      }
  }
}

/** Returns the answer to a message in the chat of one person. */
async function composeAnswer(request: TeamsRequest): Promise<AdaptiveCard> {
  const { activity, language } = request
  const identity = await identifySender(request)
  if (identity.kind !== 'actor') return buildTeamsNotice(describeStranger(language, identity))
  const { actor } = identity
  if (!actor.billing_active)
    return buildTeamsNotice({ text: translateError(actor.language, 'billing_inactive', {}) })
  const command = parseCommand(activity.text ?? '')
  return command === 'help'
    ? buildHelp(actor.language, true)
    : buildTeamsNotice(await describeAnswer(request, actor, command))
}

/**
 * Answers a message to the bot. In channels and groups it only helps, because everybody reads the
 * answer there.
 */
export async function answerMessage(request: TeamsRequest): Promise<TeamsAnswer> {
  await sendReply(request, async () =>
    isPersonal(request.activity) ? composeAnswer(request) : buildHelp(request.language, false),
  )
  return accepted
}
