import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { parse } from 'qs'
import { operationHandlers } from './operations.ts'
import { getStripeSchema } from './schema-validator.ts'
import { invalidRequest, StripeError, StripeState } from './stripe-state.ts'

const dayS = 86_400
/**
 * The fault of the next writing request. `lost`: executed without an answer. `broken`: executed and
 * answered with an error, which Stripe stores under its key. `down` and `busy`: not executed.
 */
type StripeFault = 'lost' | 'down' | 'busy' | 'broken'
type StripeRequest = {
  operation: string
  key: string | undefined
  body: Record<string, unknown>
}
export type StripeServer = {
  state: StripeState
  env: Record<string, string>
  /** Requests and responses that violate the types of the installed package. */
  violations: string[]
  faults: StripeFault[]
  /** Every request, including retries. */
  requests: StripeRequest[]
  stop(): Promise<void>
}
type StripeResponse = { status: number; body: object }
type IdempotentResponse = { requestText: string; answer: StripeResponse; at: number }

const testKey = 'sk_test_of_an_account_on_the_loopback'
export const testWebhookSecret = 'whsec_of_a_webhook_on_the_loopback'

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

type StripeContext = Pick<StripeServer, 'state' | 'violations' | 'faults' | 'requests'> & {
  schema: ReturnType<typeof getStripeSchema>
  /** Answers by idempotency key. */
  kept: Map<string, IdempotentResponse>
}

/** Executes a request and validates both directions. */
function execute(
  { schema, state, violations, requests }: StripeContext,
  method: string,
  path: string,
  text: string,
  key: string | undefined,
): StripeResponse {
  const found = schema.find(method, path)
  if (!found)
    throw new StripeError(404, {
      type: 'invalid_request_error',
      message: `Unrecognized request URL (${method}: ${path})`,
    })
  const { operation, id } = found
  const body = parse(text, { depth: 20, arrayLimit: 1_000, parameterLimit: 10_000 }) as Record<
    string,
    unknown
  >
  requests.push({ operation: operation.name, key, body })
  const wrong = schema.form(operation, body)
  if (wrong.length) {
    violations.push(...wrong.map((one) => `${operation.name}: ${one}`))
    throw invalidRequest(wrong.join('; '))
  }
  const handler = operationHandlers[operation.name]
  if (!handler) throw new Error(`${operation.name} is not simulated`)
  const out = state.present(handler(state, body, id), (body['expand'] ?? []) as string[])
  violations.push(
    ...schema.answer(operation, out).map((one) => `answer to ${operation.name}: ${one}`),
  )
  return { status: 200, body: out }
}
function refusable(violations: string[], work: () => StripeResponse): StripeResponse {
  try {
    return work()
  } catch (error) {
    if (error instanceof StripeError) return { status: error.status, body: error.body }
    violations.push(String(error instanceof Error ? error.stack : error))
    return { status: 500, body: { error: { type: 'api_error', message: 'fault' } } }
  }
}
/**
 * Applies the idempotency key: executes once and repeats the stored answer, including errors, for
 * a day.
 */
function withIdempotencyKey(
  { state, kept }: StripeContext,
  key: string | undefined,
  words: string,
  work: () => StripeResponse,
): StripeResponse {
  const before = key === undefined ? undefined : kept.get(key)
  if (key === undefined || !before || before.at < state.now - dayS) {
    const now = work()
    if (key !== undefined) kept.set(key, { requestText: words, answer: now, at: state.now })
    return now
  }
  if (before.requestText === words) return before.answer
  return {
    status: 400,
    body: {
      error: {
        type: 'idempotency_error',
        message:
          'Keys for idempotent requests can only be used with the same parameters they were first used with.',
      },
    },
  }
}
function send(state: StripeState, response: ServerResponse, { status, body }: StripeResponse) {
  response
    .writeHead(status, { 'content-type': 'application/json', 'request-id': state.id('req') })
    .end(JSON.stringify(body))
}

async function serve(
  context: StripeContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { state, violations, faults, requests } = context
  const [path = '', query = ''] = (request.url ?? '').split('?')
  const method = request.method ?? ''
  const text = method === 'POST' ? await readBody(request) : query
  const header = request.headers['idempotency-key']
  const key = method === 'POST' && typeof header === 'string' ? header : undefined
  if (request.headers.authorization !== `Bearer ${testKey}`)
    return send(state, response, {
      status: 401,
      body: { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } },
    })
  if (!/^\d{4}-\d\d-\d\d\./.test(String(request.headers['stripe-version'])))
    violations.push('no Stripe-Version')
  const fault = method === 'GET' ? undefined : faults.shift()
  if (fault === 'down' || fault === 'busy') {
    requests.push({ operation: `${fault}: ${method} ${path}`, key, body: {} })
    return send(
      state,
      response,
      fault === 'down'
        ? { status: 500, body: { error: { type: 'api_error', message: 'down' } } }
        : {
            status: 429,
            body: { error: { type: 'rate_limit_error', code: 'rate_limit', message: 'busy' } },
          },
    )
  }
  const result = withIdempotencyKey(context, key, `${method} ${path} ${text}`, () => {
    const now = refusable(violations, () => execute(context, method, path, text, key))
    return fault === 'broken'
      ? { status: 500, body: { error: { type: 'api_error', message: 'broken' } } }
      : now
  })
  if (fault === 'lost') return void request.socket.destroy()
  send(state, response, result)
}

/**
 * Starts a local Stripe server: validates each request and response against the types of the
 * installed package, keeps state, and injects faults.
 */
export async function startStripeServer(at: Date): Promise<StripeServer> {
  const context: StripeContext = {
    schema: getStripeSchema(),
    state: new StripeState(at),
    violations: [],
    faults: [],
    requests: [],
    kept: new Map(),
  }
  const { state, violations, faults, requests } = context
  const server = createServer((request, response) => {
    serve(context, request, response).catch((error: unknown) => {
      violations.push(String(error))
      response.destroy()
    })
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    state,
    violations,
    faults,
    requests,
    env: {
      BILLING: 'stripe',
      STRIPE_KEY: testKey,
      STRIPE_WEBHOOK_SECRET: testWebhookSecret,
      STRIPE_URL: `http://127.0.0.1:${port}`,
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
