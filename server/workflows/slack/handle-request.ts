import type { Language } from '#contract/schemas/common.ts'
import type { ChatConnectionRow } from '#server/modules/chat-messages/connection-queries.ts'
import { toRefusal } from '#server/platform/errors.ts'
import { translate, translateError } from '#server/platform/i18n/messages.ts'
import type { Services } from '#server/platform/services.ts'
import { recordRequest } from '#server/workflows/chat/find-connection.ts'
import { handleCommand } from './handle-command.ts'
import { handleEvent } from './handle-event.ts'
import { handleInteraction } from './handle-interaction.ts'
import {
  buildReply,
  done,
  replyWith,
  type ReplyTarget,
  sendReply,
  type SlackOutcome,
} from './outcome.ts'
import type { SlackRequest } from './payloads.ts'

/** The result of a request. A failure has the text for the person. */
export type HandledRequest = { outcome: SlackOutcome } | { failure: SlackFailureKind }
export type SlackFailureKind = 'unavailable' | 'unknown'

export const failureText = (language: Language, failure: SlackFailureKind): string =>
  failure === 'unavailable'
    ? translate(language, 'slack', 'unavailable')
    : translateError(language, 'unknown', {})

/** Logs an error, and returns whether the database or its connection caused it. */
export function toFailure({ log }: Pick<Services, 'log'>, error: unknown): SlackFailureKind {
  if (toRefusal(error)?.status === 503) {
    log.warn({ reason: (error as Error).message }, 'unavailable')
    return 'unavailable'
  }
  log.error({ err: error }, 'fault')
  return 'unknown'
}

async function handle(
  services: Services,
  connection: ChatConnectionRow,
  request: SlackRequest,
  fallback: Language,
): Promise<SlackOutcome> {
  await recordRequest(services, connection, services.clock.now())
  if (connection.state !== 'connected')
    return request.kind === 'events'
      ? done
      : replyWith(translate(fallback, 'slack', 'not_connected'))
  switch (request.kind) {
    case 'commands':
      return handleCommand(services, connection, request.payload, fallback)
    case 'interactions':
      return handleInteraction(services, connection, request.payload, fallback)
    case 'events':
      if (request.payload.type === 'event_callback')
        await handleEvent(services, connection, request.payload, fallback)
      return done
  }
}

/** Returns where the person of a request gets a message; null for events. */
function targetOf({ kind, payload }: SlackRequest): ReplyTarget | null {
  if (kind === 'commands') return { userId: payload.user_id, responseUrl: payload.response_url }
  if (kind === 'events') return null
  const responseUrl = 'response_url' in payload ? payload.response_url : undefined
  return { userId: payload.user.id, responseUrl }
}

/** Returns whether the answer of the request itself carries the outcome. */
const answersDirectly = ({ kind, payload }: SlackRequest): boolean =>
  kind === 'commands' || (kind === 'interactions' && payload.type === 'view_submission')

/** Sends what the answer of the request could not carry. */
async function deliverLate(
  services: Services,
  connection: ChatConnectionRow,
  request: SlackRequest,
  handled: HandledRequest,
  fallback: Language,
): Promise<void> {
  const target = targetOf(request)
  if (!target) return
  if ('failure' in handled)
    return sendReply(
      services,
      connection,
      target,
      buildReply(failureText(fallback, handled.failure)),
    )
  const { outcome } = handled
  if (outcome.kind === 'done') return
  // The response address of a command has no message to replace.
  const { replaces = false, ...message } = outcome.message
  await sendReply(services, connection, target, {
    ...message,
    replaces: replaces && request.kind === 'interactions',
  })
}

/** Sends the result of work that goes on after its request was answered. Never throws. */
export async function deliverWhenDone(
  services: Services,
  connection: ChatConnectionRow,
  request: SlackRequest,
  work: Promise<HandledRequest>,
  fallback: Language,
): Promise<void> {
  try {
    await deliverLate(services, connection, request, await work, fallback)
  } catch (error) {
    toFailure(services, error)
  }
}

/**
 * Handles a verified request, whatever brought it. Never throws. Buttons and shortcuts get their
 * message here, at the address that they brought.
 */
export async function handleRequest(
  services: Services,
  connection: ChatConnectionRow,
  request: SlackRequest,
  fallback: Language,
): Promise<HandledRequest> {
  try {
    const outcome = await handle(services, connection, request, fallback)
    if (answersDirectly(request)) return { outcome }
    await deliverLate(services, connection, request, { outcome }, fallback)
    return { outcome: done }
  } catch (error) {
    return { failure: toFailure(services, error) }
  }
}
