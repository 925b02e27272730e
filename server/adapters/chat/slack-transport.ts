import { z } from 'zod'

/** `error`: Slack's own code, or `ratelimited`, `unreachable` or `unexpected_answer`. */
export type SlackFailure = { ok: false; error: string; retry_after_s?: number }
export type SlackResult<T extends object = object> = ({ ok: true } & T) | SlackFailure
export type SlackRequest = {
  timeoutMs: number
  authorization?: string
  /** Sent as JSON; `form` is sent as a form. Slack accepts JSON for its writing methods only. */
  json?: object
  form?: Record<string, string>
}

const answerBytesMax = 256 * 1_024
const retryAfterDefaultS = 30
const retryAfterMaxS = 3_600
/** Codes of Slack. Other texts could repeat what was sent. */
const errorCodePattern = /^[a-z0-9_.:-]{1,80}$/
const failureAnswer = z.object({ ok: z.literal(false), error: z.string().regex(errorCodePattern) })
const unreachable: SlackFailure = { ok: false, error: 'unreachable' }
const unexpectedAnswer: SlackFailure = { ok: false, error: 'unexpected_answer' }

/** Returns the body as text, or null when it is too long. */
async function readBounded(response: Response): Promise<string | null> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of response.body ?? []) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > answerBytesMax) return null
  }
  return Buffer.concat(chunks).toString('utf8')
}

function readRetryAfter(headers: Headers): number {
  const text = headers.get('retry-after')?.trim() ?? ''
  return /^[1-9]\d{0,8}$/.test(text) ? Math.min(Number(text), retryAfterMaxS) : retryAfterDefaultS
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return text.trim()
  }
}

type SlackAnswer = { status: number; headers: Headers; body: unknown }
const isFailure = (answer: SlackAnswer | SlackFailure): answer is SlackFailure => 'ok' in answer

async function send(url: string, request: SlackRequest): Promise<SlackAnswer | SlackFailure> {
  const { timeoutMs, authorization, json, form } = request
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
      headers: {
        accept: 'application/json',
        ...(authorization ? { authorization } : {}),
        ...(json ? { 'content-type': 'application/json; charset=utf-8' } : {}),
      },
      body: json ? JSON.stringify(json) : new URLSearchParams(form),
    })
    const { status, headers } = response
    const text = await readBounded(response)
    if (status === 429)
      return { ok: false, error: 'ratelimited', retry_after_s: readRetryAfter(headers) }
    if (status >= 500) return unreachable
    return text === null ? unexpectedAnswer : { status, headers, body: parseJson(text) }
  } catch {
    // Errors of fetch can quote headers, so the token: nothing of them leaves this function.
    return unreachable
  }
}

/** Returns the failure in an answer of Slack, or null when the answer is none. */
function findFailure({ body, headers }: SlackAnswer): SlackFailure | null {
  const { data } = failureAnswer.safeParse(body)
  if (!data) return null
  return data.error === 'ratelimited'
    ? { ...data, retry_after_s: readRetryAfter(headers) }
    : { ok: false, error: data.error }
}

/**
 * Sends a call of the Web API and returns its parsed answer, with the token's permissions of the
 * header as `oauth_scopes` for schemas that name it. Never throws.
 */
export async function callSlack<T extends z.ZodRawShape>(
  shape: T,
  url: string,
  request: SlackRequest,
): Promise<SlackResult<z.output<z.ZodObject<T>>>> {
  const answer = await send(url, request)
  if (isFailure(answer)) return answer
  const failure = findFailure(answer)
  if (failure) return failure
  const { body, headers } = answer
  if (typeof body !== 'object' || body === null || !('ok' in body) || body.ok !== true)
    return unexpectedAnswer
  const { data } = z
    .object(shape)
    .safeParse({ ...body, oauth_scopes: headers.get('x-oauth-scopes') ?? '' })
  return data ? { ...data, ok: true } : unexpectedAnswer
}

/**
 * Posts to the response address of a command or an interaction. It answers failures as JSON or as a
 * bare code, such as `used_url`. Never throws.
 */
export async function postResponse(url: string, request: SlackRequest): Promise<SlackResult> {
  const answer = await send(url, request)
  if (isFailure(answer)) return answer
  const failure = findFailure(answer)
  if (failure) return failure
  if (answer.status < 300) return { ok: true }
  const { body } = answer
  return typeof body === 'string' && errorCodePattern.test(body)
    ? { ok: false, error: body }
    : unexpectedAnswer
}
