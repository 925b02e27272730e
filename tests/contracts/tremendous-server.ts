import { createHmac, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import formats from 'ajv-formats'
import { catalog } from './tremendous-catalog.ts'

type JsonSchema = object
type Operation = {
  requestBody?: { content: { 'application/json': { schema: JsonSchema } } }
  responses: Record<string, { content?: { 'application/json': { schema: JsonSchema } } }>
}
const openApiDescription = JSON.parse(
  readFileSync(new URL('tremendous.json', import.meta.url), 'utf8'),
) as { paths: Record<string, Record<string, Operation>> }
const ajv = formats.default(new Ajv({ strict: false, allErrors: true }))
const compiled = new Map<JsonSchema, ValidateFunction>()
function validateBody(schema: JsonSchema | undefined, body: unknown, label: string): string[] {
  if (!schema) return []
  const validate = compiled.get(schema) ?? ajv.compile(schema)
  compiled.set(schema, validate)
  return validate(body)
    ? []
    : (validate.errors ?? []).map(
        (error: ErrorObject) => `${label}${error.instancePath}: ${error.message}`,
      )
}

type GiftCard = {
  id: string
  order_id: string
  email: string
  resent: string[]
  delivery: 'SUCCEEDED' | 'FAILED'
}
type StoredOrder = {
  id: string
  external_id: string
  status: 'EXECUTED' | 'PENDING APPROVAL' | 'FAILED'
  value: { denomination: number; currency_code: string }
  created_at: string
  card: GiftCard
  posted: number
}
/** The fault of the next order: before its creation or, with `lost`, after it. */
export type TremendousFault =
  | 'lost'
  | 'garbled'
  | 'down'
  | 'busy'
  | 'no_funds'
  | 'refused'
  | 'key'
  | 'pending'
  | 'failed'

export type TremendousServer = {
  env: Record<string, string>
  orders: Map<string, StoredOrder>
  /** Requests and responses that violate the provider's published description. */
  violations: string[]
  /** Each order consumes one. */
  faults: TremendousFault[]
  /** While set, every call fails: 'down' with 503, 'silent' without an answer. */
  outage: { value: 'down' | 'silent' | null }
  /** Maximum delay before and after executing a request, in milliseconds. */
  maxDelayMs: { value: number }
  count(path: string): number
  /** Returns a webhook of the provider: its body and signature. */
  createWebhook(
    event: string,
    resource: { id: string; type: string },
    uuid?: string,
    key?: string,
  ): { payload: string; headers: Record<string, string> }
  stop(): Promise<void>
}

const toApiReward = ({ card, value, created_at: createdAt }: StoredOrder, link?: string) => ({
  id: card.id,
  order_id: card.order_id,
  created_at: createdAt,
  value,
  recipient: { email: card.email },
  delivery: { method: 'LINK', status: card.delivery, ...(link ? { link } : {}) },
})
const toApiOrder = (kept: StoredOrder, link?: string) => ({
  order: {
    id: kept.id,
    external_id: kept.external_id,
    created_at: kept.created_at,
    status: kept.status,
    payment: {
      subtotal: kept.value.denomination,
      total: kept.value.denomination,
      fees: 0,
      discount: 0,
      currency_code: kept.value.currency_code,
    },
    rewards:
      kept.status === 'FAILED'
        ? []
        : [toApiReward(kept, kept.status === 'EXECUTED' ? link : undefined)],
  },
})
const errorBody = (message: string) => ({ errors: { message } })

const [testKey, testWebhookKey] = ['TEST_key_of_an_account', 'a-private-key-of-a-webhook']
type TremendousContext = Pick<
  TremendousServer,
  'orders' | 'violations' | 'faults' | 'outage' | 'maxDelayMs'
> & { calls: string[] }
type TremendousAnswer = [number, unknown] | 'lost' | 'garbled'
type OrderBody = {
  external_id: string
  reward: { value: StoredOrder['value']; recipient: { email: string } }
}

const think = ({ maxDelayMs }: TremendousContext) =>
  maxDelayMs.value
    ? new Promise<void>((resolve) => {
        setTimeout(resolve, Math.random() * maxDelayMs.value)
      })
    : Promise.resolve()
const linkOf = (kept: StoredOrder) => `https://reward.example.test/${kept.card.id}`

function statusAfter(fault: TremendousFault | undefined): StoredOrder['status'] {
  if (fault === 'pending') return 'PENDING APPROVAL'
  return fault === 'failed' ? 'FAILED' : 'EXECUTED'
}

function createOrder({ orders, faults }: TremendousContext, body: OrderBody): TremendousAnswer {
  const existing = orders.get(body.external_id)
  if (existing) {
    existing.posted += 1
    return [201, toApiOrder(existing, linkOf(existing))]
  }
  const fault = faults.shift()
  if (fault === 'down') return [503, errorBody('down')]
  if (fault === 'busy') return [429, errorBody('too many requests')]
  if (fault === 'key') return [401, errorBody('unauthorized')]
  if (fault === 'no_funds') return [402, errorBody('not enough funds')]
  if (fault === 'refused') return [422, errorBody('denomination')]
  const id = randomUUID().replaceAll('-', '').slice(0, 12).toUpperCase()
  const order: StoredOrder = {
    id,
    external_id: body.external_id,
    value: body.reward.value,
    created_at: '2026-06-15T12:00:00.000Z',
    posted: 1,
    status: statusAfter(fault),
    card: {
      id: `R${id}`,
      order_id: id,
      email: body.reward.recipient.email,
      resent: [],
      delivery: 'SUCCEEDED',
    },
  }
  orders.set(body.external_id, order)
  return fault === 'lost' || fault === 'garbled' ? fault : [200, toApiOrder(order, linkOf(order))]
}

function respond(
  context: TremendousContext,
  path: string,
  id: string,
  body: never,
): TremendousAnswer {
  const orders = [...context.orders.values()]
  if (path === '/orders') return createOrder(context, body)
  if (path === '/products') return [200, { products: catalog }]
  const kept = orders.find((one) =>
    path === '/orders/{id}' ? one.id === id || one.external_id === id : one.card.id === id,
  )
  if (!kept) return [404, errorBody('not found')]
  if (path === '/orders/{id}') return [200, toApiOrder(kept)]
  if (path === '/rewards/{id}') return [200, { reward: toApiReward(kept) }]
  if (path === '/rewards/{id}/generate_link')
    return [200, { reward: { id: kept.card.id, link: linkOf(kept) } }]
  if (kept.card.delivery !== 'FAILED') return [422, errorBody('only after a delivery failure')]
  const { updated_email: updatedEmail } = body as { updated_email: string }
  Object.assign(kept.card, { email: updatedEmail, delivery: 'SUCCEEDED' })
  kept.card.resent.push(updatedEmail)
  return [200, {}]
}

const send = (response: ServerResponse, status: number, body: unknown) => {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function serve(
  context: TremendousContext,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { violations, outage, calls } = context
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const [url = ''] = (request.url ?? '').split('?')
  const parts = /^\/api\/v2(\/\w+)(?:\/([^/]+))?(\/\w+)?$/.exec(url)
  const path = parts ? `${parts[1]}${parts[2] ? '/{id}' : ''}${parts[3] ?? ''}` : ''
  calls.push(path)
  const method = (request.method ?? '').toLowerCase()
  const operation = openApiDescription.paths[path]?.[method]
  if (outage.value === 'silent') return void request.socket.destroy()
  if (outage.value === 'down') return send(response, 503, errorBody('down'))
  if (!operation) {
    violations.push(`there is no ${method} ${url}`)
    return send(response, 404, errorBody('not found'))
  }
  if (request.headers.authorization !== `Bearer ${testKey}`) {
    violations.push('wrong key')
    return send(response, 401, errorBody('unauthorized'))
  }
  const body: unknown = chunks.length ? JSON.parse(Buffer.concat(chunks).toString()) : {}
  const wrong = validateBody(
    operation.requestBody?.content['application/json'].schema,
    body,
    `${method} ${path}`,
  )
  if (wrong.length) {
    violations.push(...wrong)
    return send(response, 422, errorBody(wrong.join('; ')))
  }
  await think(context)
  const answered = respond(context, path, decodeURIComponent(parts?.[2] ?? ''), body as never)
  await think(context)
  if (answered === 'lost') return void request.socket.destroy()
  if (answered === 'garbled') return send(response, 200, 'proxy says hello')
  const [status, out] = answered
  if (status < 400)
    violations.push(
      ...validateBody(
        operation.responses[String(status)]?.content?.['application/json'].schema,
        out,
        `answer to ${method} ${path}`,
      ),
    )
  send(response, status, out)
}

const createWebhook: TremendousServer['createWebhook'] = (
  event,
  resource,
  uuid = randomUUID(),
  signedWith = testWebhookKey,
) => {
  const payload = JSON.stringify({
    event,
    uuid,
    created_utc: '2026-06-15T12:00:00Z',
    payload: { resource, meta: {} },
  })
  const signature = createHmac('sha256', signedWith).update(payload).digest('hex')
  return {
    payload,
    headers: {
      'content-type': 'application/json',
      'tremendous-webhook-signature': `sha256=${signature}`,
    },
  }
}

/**
 * Starts a local gift card provider. Validates each request and response against the published
 * description, stores orders, and injects faults.
 */
export async function startTremendousServer(): Promise<TremendousServer> {
  const context: TremendousContext = {
    orders: new Map(),
    violations: [],
    faults: [],
    outage: { value: null },
    maxDelayMs: { value: 0 },
    calls: [],
  }
  const { violations, calls, ...controls } = context
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
    env: {
      GIFT_CARDS: 'tremendous',
      TREMENDOUS_URL: `http://127.0.0.1:${port}/api/v2`,
      TREMENDOUS_KEY: testKey,
      TREMENDOUS_WEBHOOK_KEY: testWebhookKey,
    },
    ...controls,
    violations,
    count: (path) => calls.filter((one) => one === path).length,
    createWebhook,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
