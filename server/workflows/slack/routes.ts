import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal, throwRefusal, toRefusal } from '#server/platform/errors.ts'
import { negotiateLanguage } from '#server/platform/i18n/messages.ts'
import type { Services } from '#server/platform/services.ts'
import { answerWithin } from '#server/workflows/chat/answer-within.ts'
import { answerMs } from './answer-time.ts'
import { deliverWhenDone, handleRequest, toFailure } from './handle-request.ts'
import { answerHandled, answerUnavailable, type HttpAnswer } from './http-answer.ts'
import { type SlackRequestKind, slackRequestKinds } from './payloads.ts'
import { type RawSlackRequest, type VerifiedRequest, verifyRequest } from './verify-request.ts'

const bodyBytesMax = 256 * 1_024

/** Work that goes on after its request was answered. */
type LateWork = Set<Promise<void>>

function readRaw(
  { headers, body, params }: FastifyRequest,
  kind: SlackRequestKind,
  at: Date,
): RawSlackRequest {
  const header = (name: string) => {
    const given = headers[name]
    return typeof given === 'string' ? given : undefined
  }
  return {
    kind,
    workspaceId: (params as { workspace?: string }).workspace ?? null,
    rawBody: Buffer.isBuffer(body) ? body : throwRefusal('unauthorized'),
    timestamp: header('x-slack-request-timestamp'),
    signature: header('x-slack-signature'),
    at,
  }
}

/** Returns the verified request, or null when the database does not answer in time. */
async function verifyInTime(
  services: Services,
  raw: RawSlackRequest,
): Promise<VerifiedRequest | null> {
  try {
    const verified = await answerWithin(verifyRequest(services, raw), answerMs, (work) => {
      // Nothing was done yet, so the late result is dropped.
      work.catch(() => {})
    })
    return verified?.result ?? null
  } catch (error) {
    if (error instanceof Refusal || toRefusal(error)?.status !== 503) throw error
    toFailure(services, error)
    return null
  }
}

/** Answers a request in time. Work that takes longer sends its result later. */
async function answerRequest(
  services: Services,
  request: FastifyRequest,
  kind: SlackRequestKind,
  lateWork: LateWork,
): Promise<HttpAnswer> {
  const startedAt = performance.now()
  const language = negotiateLanguage(request.headers['accept-language'])
  const raw = readRaw(request, kind, services.clock.now())
  const verified = await verifyInTime(services, raw)
  if (!verified) return answerUnavailable(kind, raw.rawBody, language)
  const { request: parsed, connection } = verified
  if (connection) request.workspace_id = connection.workspace_id
  const challenge = 'challenge' in parsed.payload ? { challenge: parsed.payload.challenge } : null
  if (!connection) return { status: 200, ...(challenge ? { body: challenge } : {}) }
  const work = handleRequest(services, connection, parsed, language)
  const timeoutMs = answerMs - (performance.now() - startedAt)
  const answer = await answerWithin(work, timeoutMs, (late) => {
    const delivery = deliverWhenDone(services, connection, parsed, late, language).finally(() =>
      lateWork.delete(delivery),
    )
    lateWork.add(delivery)
  })
  if (challenge) return { status: 200, body: challenge }
  return answer ? answerHandled(parsed, answer.result, language) : { status: 200 }
}

/**
 * Mounts the addresses of Slack's requests: for the app of a team, with the id of its workspace, and
 * for the operator's app. A request without a valid signature is 401.
 */
export async function mountSlack(app: FastifyInstance, services: Services): Promise<void> {
  const lateWork: LateWork = new Set()
  app.addHook('onClose', async () => {
    await Promise.all(lateWork)
  })
  await app.register((scope, _, done) => {
    // The signature covers the raw bytes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser(
      '*',
      { parseAs: 'buffer', bodyLimit: bodyBytesMax },
      (_request, body, parsed) => {
        parsed(null, body)
      },
    )
    const options = { config: { rateLimit: 'providers' as const }, bodyLimit: bodyBytesMax }
    for (const kind of slackRequestKinds)
      for (const owner of ['app', ':workspace'])
        scope.post(`/chat/slack/${owner}/${kind}`, options, async (request, reply) => {
          const { status, body } = await answerRequest(services, request, kind, lateWork)
          return reply.code(status).send(body)
        })
    done()
  })
}
