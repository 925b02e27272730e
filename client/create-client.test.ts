import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiCallError, type ClientOptions, createClient } from './index.ts'

type Sent = {
  url: string
  method: string
  headers: Record<string, string>
  body: unknown
  at: number
}
type Answer = () => Response | Promise<Response>

const toJson =
  (status: number, body: unknown, headers: Record<string, string> = {}): Answer =>
  () =>
    new Response(JSON.stringify(body), { status, headers })
const refuse = (status: number, code: string, headers?: Record<string, string>) =>
  toJson(status, { errors: [{ code, message: code }] }, headers)
const loseConnection: Answer = () => Promise.reject(new TypeError('fetch failed'))

/** Returns a client whose requests get these answers, the last one again and again. */
function createTestClient(answers: Answer[], options: Partial<ClientOptions> = {}) {
  const sent: Sent[] = []
  const client = createClient({
    url: 'https://laurel.example/',
    token: 'laurel_pat_x',
    fetch: async (url, { method = '', headers, body, signal }) => {
      sent.push({ url, method, headers: headers as Sent['headers'], body, at: Date.now() })
      const answer = answers[Math.min(sent.length, answers.length) - 1]
      return new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason as Error))
        if (answer) Promise.resolve(answer()).then(resolve, reject)
      })
    },
    ...options,
  })
  return { client, sent }
}
/** Returns the error of a call, while timers run. */
async function catchError(call: Promise<unknown>): Promise<ApiCallError> {
  const caught = call.then(
    () => undefined,
    (error: ApiCallError) => error,
  )
  await vi.runAllTimersAsync()
  const error = await caught
  if (!error) throw new Error('the call was not refused')
  return error
}
const thanks = { body: { to_id: ['a'], value_id: 'b', score: 5, description: 'Thanks' } }
const passingFailures: [string, Answer][] = [
  ['lost connection', loseConnection],
  ['429', refuse(429, 'too_many')],
  ['502 of a proxy', () => new Response('<html>', { status: 502 })],
  ['503', refuse(503, 'unavailable')],
  ['key in use by the first attempt', refuse(409, 'idempotency_in_flight')],
]

beforeEach(() => {
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
})

test('a request has the path, query, token, language and body of its call', async () => {
  const { client, sent } = createTestClient([toJson(200, {})], { language: 'es' })
  await client.call('posts.comments', {
    params: { id: 'a/b' },
    query: { limit: 5, cursor: undefined },
  })
  await client.call('posts.create', { ...thanks, key: 'release-1' })
  expect(sent).toMatchObject([
    {
      url: 'https://laurel.example/api/posts/a%2Fb/comments?limit=5',
      method: 'GET',
      headers: { authorization: 'Bearer laurel_pat_x', 'accept-language': 'es' },
      body: undefined,
    },
    {
      url: 'https://laurel.example/api/posts',
      method: 'POST',
      headers: { 'idempotency-key': 'release-1', 'content-type': 'application/json' },
      body: JSON.stringify(thanks.body),
    },
  ])
})

test('a public call is made without the token', async () => {
  const { client, sent } = createTestClient([toJson(200, {})])
  await client.call('auth.options')
  expect(sent[0]?.headers).toEqual({})
})

test('a file is sent as a form with the fields of the body', async () => {
  const { client, sent } = createTestClient([toJson(200, {})])
  await client.call('rewards.update', {
    params: { id: 'a' },
    body: { title: 'Cake', deadline: null },
    file: new Blob(['x']),
  })
  const form = sent[0]?.body as FormData
  expect([form.get('title'), form.get('deadline'), form.get('file')]).toEqual([
    'Cake',
    '',
    expect.any(Blob),
  ])
})

test.each(passingFailures)('a call is repeated with its key after: %s', async (_, failure) => {
  const { client, sent } = createTestClient([failure, failure, toJson(200, { score: 5 })])
  const post = client.call('posts.create', thanks)
  await vi.runAllTimersAsync()
  expect(await post).toEqual({ score: 5 })
  const keys = sent.map(({ headers }) => headers['idempotency-key'])
  expect(keys).toHaveLength(3)
  expect(keys[0]).toMatch(/^[\da-f-]{36}$/)
  expect(new Set(keys).size).toBe(1)
})

test('two calls have different keys', async () => {
  const { client, sent } = createTestClient([toJson(200, {})])
  await client.call('posts.create', thanks)
  await client.call('posts.create', thanks)
  expect(sent[0]?.headers['idempotency-key']).not.toBe(sent[1]?.headers['idempotency-key'])
})

test.each([
  [400, 'malformed'],
  [401, 'unauthorized'],
  [403, 'scope_missing'],
  [404, 'not_found'],
  [409, 'conflict'],
  [422, 'required'],
  [500, 'unknown'],
])('a refusal with %i is not repeated', async (status, code) => {
  const { client, sent } = createTestClient([refuse(status, code)])
  const error = await catchError(client.call('posts.create', thanks))
  expect(error).toBeInstanceOf(ApiCallError)
  expect([error.status, error.errors, error.message]).toEqual([
    status,
    [{ code, message: code }],
    code,
  ])
  expect([error.has('conflict'), sent.length]).toEqual([code === 'conflict', 1])
})

test('a POST without an idempotency key is sent once', async () => {
  const { client, sent } = createTestClient([loseConnection])
  await catchError(client.call('values.create', { body: { title: 'Care' } as never }))
  expect(sent).toHaveLength(1)
})

test.each(['people_sync.update', 'people_sync.discard'] as const)(
  '%s is repeated',
  async (name) => {
    const { client, sent } = createTestClient([loseConnection])
    await catchError(client.call(name, { params: { id: 'a' }, body: {} } as never))
    expect(sent.map(({ headers }) => headers['idempotency-key'])).toEqual(Array(4).fill(undefined))
  },
)

test('retries wait longer each time and end after the last one', async () => {
  const { client, sent } = createTestClient([loseConnection], { retries: 5 })
  const error = await catchError(client.call('posts.list'))
  expect([error.status, error.has('unavailable'), sent.length]).toEqual([0, true, 6])
  const waits = sent.slice(1).map(({ at }, n) => at - (sent[n]?.at ?? 0))
  for (const [n, wait] of waits.entries()) {
    expect(wait).toBeGreaterThanOrEqual(125 * 2 ** n)
    expect(wait).toBeLessThanOrEqual(250 * 2 ** n)
  }
})

test('a retry waits for Retry-After', async () => {
  const { client, sent } = createTestClient([
    refuse(429, 'too_many', { 'retry-after': '7' }),
    toJson(200, []),
  ])
  const posts = client.call('posts.list')
  await vi.runAllTimersAsync()
  expect(await posts).toEqual([])
  expect((sent[1]?.at ?? 0) - (sent[0]?.at ?? 0)).toBeGreaterThanOrEqual(7_000)
})

test('a Retry-After beyond a minute fails at once', async () => {
  const { client, sent } = createTestClient([refuse(429, 'too_many', { 'retry-after': '90' })])
  const error = await catchError(client.call('posts.list'))
  expect([error.status, error.retryAfterS, sent.length]).toEqual([429, 90, 1])
})

test('no attempt begins more than a minute after the first', async () => {
  const { client, sent } = createTestClient([refuse(503, 'unavailable', { 'retry-after': '25' })], {
    retries: 100,
  })
  await catchError(client.call('posts.list'))
  expect(sent).toHaveLength(3)
})

test('a silent server counts as unavailable after the timeout', async () => {
  const { client, sent } = createTestClient([() => new Promise(() => {})], { retries: 1 })
  const startedAt = Date.now()
  const error = await catchError(client.call('posts.list', { timeoutMs: 1_000 }))
  expect([error.status, error.has('unavailable'), sent.length]).toEqual([0, true, 2])
  expect(Date.now() - startedAt).toBeLessThan(3_000)
})

test('the signal of the caller ends a call and its retries', async () => {
  const { client, sent } = createTestClient([loseConnection])
  const controller = new AbortController()
  const call = client
    .call('posts.list', { signal: controller.signal })
    .catch((error: Error) => error)
  await vi.advanceTimersByTimeAsync(10)
  controller.abort(new Error('closed'))
  expect(await call).toEqual(new Error('closed'))
  await vi.runAllTimersAsync()
  expect(sent).toHaveLength(1)
})

test('a page of a proxy counts as unavailable with its status', async () => {
  const { client } = createTestClient([() => new Response('<html>', { status: 404 })])
  const error = await catchError(client.call('posts.list'))
  expect([error.status, error.has('unavailable')]).toEqual([404, true])
})

test('the format of a call decides whether its result is text or a response', async () => {
  const { client } = createTestClient([() => new Response('a,b\n')])
  expect(await client.call('people_sync.refused', { params: { id: 'a' } })).toBe('a,b\n')
  const file = await client.call('posts.csv', { query: {} })
  expect(file).toBeInstanceOf(Response)
  expect(await file.text()).toBe('a,b\n')
})

test('a call without a body in its answer returns undefined', async () => {
  const { client } = createTestClient([() => new Response(null, { status: 204 })])
  expect(await client.call('posts.delete', { params: { id: 'a' } })).toBeUndefined()
})

async function collect<T>(list: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const one of list) all.push(one)
  return all
}

test('items of a list with its cursor in a header come page by page', async () => {
  const { client, sent } = createTestClient([
    toJson(200, [1, 2], { 'x-next-cursor': 'c 2' }),
    toJson(200, [3]),
  ])
  expect(await collect(client.items('posts.list', { query: { limit: 2 } }))).toEqual([1, 2, 3])
  expect(sent.map(({ url }) => new URL(url).search)).toEqual(['?limit=2', '?limit=2&cursor=c+2'])
})

test('items of a list with its cursor in the body come page by page', async () => {
  const pages = [
    { items: [1], next_cursor: 'next', counts: {} },
    { items: [], next_cursor: 'last', counts: {} },
    { items: [2], next_cursor: null, counts: {} },
  ]
  const answers = pages.map((page) => toJson(200, page))
  expect(await collect(createTestClient(answers).client.items('users.list'))).toEqual([1, 2])
  expect(await collect(createTestClient(answers).client.pages('users.list'))).toEqual(pages)
})

test('a loop that ends early reads no further page', async () => {
  const { client, sent } = createTestClient([toJson(200, { items: [1, 2], next_cursor: 'next' })])
  for await (const item of client.items('users.list')) if (item) break
  expect(sent).toHaveLength(1)
})

test('an invalid address is an error at once', () => {
  expect(() => createClient({ url: 'laurel.example' })).toThrow(TypeError)
})
