import type { FastifyInstance, FastifyRequest } from 'fastify'
import { buildTeamsNotice } from '#server/modules/chat-messages/teams-messages.ts'
import { Refusal, throwRefusal, toRefusal } from '#server/platform/errors.ts'
import { negotiateLanguage } from '#server/platform/i18n/messages.ts'
import type { Services } from '#server/platform/services.ts'
import { isOfChannel, isPersonal, parseActivity, type TeamsActivity } from './activity.ts'
import {
  accepted,
  cardActionName,
  dialogCard,
  invokeText,
  notImplemented,
  type TeamsAnswer,
} from './answers.ts'
import { answerMessage } from './bot-messages.ts'
import { answerCardAction } from './card-actions.ts'
import { DeadlinePassed, startDeadline } from './deadline.ts'
import { answerInvokeFailure } from './failures.ts'
import {
  followServiceUrl,
  rememberPersonalChat,
  updateConversation,
  updateInstallation,
} from './installations.ts'
import { identifySender } from './person.ts'
import { describeErrorAsText, describeStranger } from './refusals.ts'
import { sendReply } from './reply.ts'
import { type TeamsRequest, teamsText } from './request.ts'
import { openThankDialog, submitThankDialog } from './thank-dialog.ts'
import { parseThankCommand } from './thank-input.ts'
import { verifyRequest } from './verify-request.ts'

const fetchTaskName = 'composeExtension/fetchTask'
const submitActionName = 'composeExtension/submitAction'

/** Answers the message extension: opens the dialog for thanks, or takes what it sends. */
async function answerExtension(request: TeamsRequest): Promise<TeamsAnswer> {
  const { activity, language } = request
  const command = parseThankCommand(activity.value)
  if (!command) return notImplemented
  const identity = await identifySender(request)
  if (identity.kind !== 'actor') {
    // The dialog is visible to this person only.
    const card = buildTeamsNotice(describeStranger(language, identity))
    return dialogCard(teamsText(language, 'form.title'), card)
  }
  return activity.name === fetchTaskName
    ? openThankDialog(request, identity, command)
    : submitThankDialog(request, identity, command)
}

/** Answers an invoke. Every failure is a text for the person. */
async function answerInvoke(request: TeamsRequest): Promise<TeamsAnswer> {
  const { activity, connection, language } = request
  const { name } = activity
  const isKnown = [fetchTaskName, submitActionName, cardActionName].includes(name ?? '')
  if (!isKnown) return notImplemented
  if (connection.state !== 'connected')
    return invokeText(name, teamsText(language, 'not_connected'))
  try {
    if (isOfChannel(activity)) await followServiceUrl(request)
    return name === cardActionName
      ? await answerCardAction(request)
      : await answerExtension(request)
  } catch (error) {
    return answerInvokeFailure(activity, language, describeErrorAsText(request, error, language))
  }
}

async function answerActivity(request: TeamsRequest): Promise<TeamsAnswer> {
  const { activity, connection, language } = request
  switch (activity.type) {
    case 'invoke':
      return answerInvoke(request)
    case 'message':
      if (connection.state !== 'connected') {
        const text = teamsText(language, 'not_connected')
        await sendReply(request, async () => buildTeamsNotice({ text }))
        return accepted
      }
      // A chat from before the connection was set up.
      if (isPersonal(activity)) await rememberPersonalChat(request)
      if (isOfChannel(activity)) await followServiceUrl(request)
      return answerMessage(request)
    case 'conversationUpdate':
      return updateConversation(request)
    case 'installationUpdate':
      return updateInstallation(request)
    default:
      return accepted
  }
}

/** Returns the answer to an invoke that could not be verified or finished, or throws the error. */
function answerFailure(services: Services, activity: TeamsActivity, error: unknown): TeamsAnswer {
  const isLate = error instanceof DeadlinePassed
  // Refused requests are answered as errors, others wait for a text.
  if (activity.type !== 'invoke' || error instanceof Refusal) {
    if (isLate) throwRefusal('unavailable', { retry_after_s: 1 })
    throw error
  }
  const level = isLate || toRefusal(error) ? 'warn' : 'error'
  services.log[level]({ err: error }, 'teams invoke')
  const language = negotiateLanguage(activity.locale ?? undefined)
  const text = teamsText(language, isLate ? 'late' : 'unavailable')
  return answerInvokeFailure(activity, language, text)
}

async function answerRequest(
  services: Services,
  request: FastifyRequest,
  workspaceId: string,
): Promise<TeamsAnswer> {
  const activity = parseActivity(request.body)
  const deadline = startDeadline()
  const at = services.clock.now()
  const work = async () => {
    const connection = await verifyRequest(services, request, activity, { workspaceId, at })
    const language = negotiateLanguage(activity.locale ?? undefined)
    return answerActivity({ services, connection, activity, language, deadline, at })
  }
  try {
    return await deadline.wait(work())
  } catch (error) {
    return answerFailure(services, activity, error)
  }
}

/**
 * Mounts POST /chat/teams/:workspace/messages, the address of the bot of a workspace. Teams waits 5
 * seconds for an answer and repeats an activity with the same id.
 */
export async function mountTeams(app: FastifyInstance, services: Services): Promise<void> {
  await app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => {
      parsed(null, body)
    })
    scope.post<{ Params: { workspace: string } }>(
      '/chat/teams/:workspace/messages',
      { config: { rateLimit: 'providers' } },
      async (request, reply) => {
        const { status, body } = await answerRequest(services, request, request.params.workspace)
        return reply.code(status).send(body)
      },
    )
    done()
  })
}
