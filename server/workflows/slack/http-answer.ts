import type { Language } from '#contract/schemas/common.ts'
import { truncateSlackText } from '#server/modules/chat-messages/slack-text.ts'
import { failureText, type HandledRequest, type SlackFailureKind } from './handle-request.ts'
import { buildReply, type SlackReply, toSlackResponse } from './outcome.ts'
import {
  parseRequest,
  readBody,
  type SlackInput,
  type SlackRequest,
  type SlackRequestKind,
} from './payloads.ts'
import { firstFieldOf } from './thanks-form.ts'

/** The answer of a request of Slack. */
export type HttpAnswer = { status: number; body?: object }
/** Slack shows an error in a few lines below its field. */
const errorCharsMax = 500
const acknowledged: HttpAnswer = { status: 200 }

const commandAnswer = (message: SlackReply): HttpAnswer => ({
  status: 200,
  body: toSlackResponse({ ...message, replaces: false }),
})
/** Keeps a form open with its input. */
const formErrors = (errors: Record<string, string>): HttpAnswer => ({
  status: 200,
  body: {
    response_action: 'errors',
    errors: Object.fromEntries(
      Object.entries(errors).map(([block, text]) => [
        block,
        truncateSlackText(text, errorCharsMax),
      ]),
    ),
  },
})
const withFirstField = (values: SlackInput, text: string) =>
  formErrors({ [firstFieldOf(values)]: text })

/**
 * Returns the answer of a request that failed. Slack shows the person a failed button or shortcut,
 * because it ignores the body of their answer, and repeats an event.
 */
function answerFailure(
  request: SlackRequest | null,
  failure: SlackFailureKind,
  language: Language,
): HttpAnswer {
  const text = failureText(language, failure)
  if (request?.kind === 'commands') return commandAnswer(buildReply(text))
  if (request?.kind === 'interactions' && request.payload.type === 'view_submission')
    return withFirstField(request.payload.view.state.values, text)
  return { status: failure === 'unavailable' ? 503 : 500 }
}

/** Returns the answer of a handled request. */
export function answerHandled(
  request: SlackRequest,
  handled: HandledRequest,
  language: Language,
): HttpAnswer {
  if ('failure' in handled) return answerFailure(request, handled.failure, language)
  const { outcome } = handled
  if (request.kind === 'commands')
    return outcome.kind === 'done' ? acknowledged : commandAnswer(outcome.message)
  switch (outcome.kind) {
    case 'errors':
      return formErrors(outcome.errors)
    case 'view':
      return { status: 200, body: { response_action: 'update', view: outcome.view } }
    case 'message':
      return request.kind === 'interactions' && request.payload.type === 'view_submission'
        ? withFirstField(request.payload.view.state.values, outcome.message.text)
        : acknowledged
    case 'done':
      return acknowledged
  }
}

/**
 * Returns the answer while the database is away, so that nobody can check the signature: a constant
 * text in the form of the request.
 */
export function answerUnavailable(
  kind: SlackRequestKind,
  rawBody: Buffer,
  language: Language,
): HttpAnswer {
  let request: SlackRequest | null = null
  try {
    request = parseRequest(kind, readBody(kind, rawBody))
  } catch {
    // An unreadable body gets the status alone.
  }
  return answerFailure(request, 'unavailable', language)
}
