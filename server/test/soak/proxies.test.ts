import { existsSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server as Upstream } from 'node:http'
import { connect as connectHttp2 } from 'node:http2'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest'
import { limits } from '#contract/limits.ts'
import { keyedHash } from '#server/platform/ids.ts'
import { freshDatabase, withClient } from '../database.ts'
import { until } from '../until.ts'
import { dataFolder, freePort, type Server, startServer } from './house.ts'
import { figure, promised_ms, seconds, soaking } from './lengths.ts'
import { type Crowd, makeCrowd, startLoad, verify } from './load.ts'
import { missing, openProxy, type Proxy, type ProxyName } from './proxies.ts'

/**
 * The files of deploy/ before two processes of Laurel, by the programs that they are for; where
 * those are not, these tests say so and are skipped.
 */
const here = (['nginx', 'caddy'] as const).filter((name) => missing(name) === null)
const secret = 'a-secret-for-tests-only-0123456789'
const built = existsSync(fileURLToPath(new URL('../../../dist/web/index.html', import.meta.url)))
const { dataDir, remove } = dataFolder()
const servers: Server[] = []
const ports: number[] = []
const proxies: Proxy[] = []
let database: Awaited<ReturnType<typeof freshDatabase>>
let crowd: Crowd
const start = (n: number) =>
  startServer(dataDir, ports[n] ?? 0, {
    DATABASE_URL: database.ownerUrl,
    SECRET: secret,
    PUBLIC_URL: 'https://localhost',
    TRUST_PROXY: '127.0.0.1',
  })
beforeAll(async () => {
  if (!here.length) return
  database = await freshDatabase()
  ports.push(await freePort(), await freePort())
  servers.push(start(0), start(1))
  await Promise.all(servers.map((one) => one.ready))
  crowd = await makeCrowd(database.ownerUrl, 8)
})
afterAll(async () => {
  await Promise.all([...proxies.map((one) => one.stop()), ...servers.map((one) => one.kill())])
  await database?.drop()
  await remove()
})
async function before(
  context: TestContext,
  name: ProxyName,
  upstreams = ports,
): Promise<Awaited<ReturnType<typeof openProxy>>> {
  context.skip(missing(name) !== null, missing(name) ?? '')
  const proxy = await openProxy(name, upstreams)
  proxies.push(proxy)
  return proxy
}

type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }
type Asking = { method?: string; headers?: Record<string, string>; body?: Buffer; from?: string }
/** A call over TLS, with the certificate checked. */
function ask(
  { tls, certificate }: Proxy,
  path: string,
  { method = 'GET', headers = {}, body, from }: Asking = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asking = request(
      {
        host: '127.0.0.1',
        port: tls,
        ca: certificate,
        servername: 'localhost',
        path,
        method,
        headers: { host: 'localhost', ...headers },
        agent: false,
        ...(from ? { localAddress: from } : {}),
      },
      (answer) => {
        const pieces: Buffer[] = []
        answer.on('data', (piece: Buffer) => pieces.push(piece))
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(pieces),
          }),
        )
        answer.on('error', reject)
      },
    )
    asking.on('error', reject)
    if (headers['expect']) asking.on('continue', () => asking.end(body))
    else asking.end(body)
  })
}
const json = <T>(answer: Answer) => JSON.parse(answer.body.toString()) as T
const codes = (answer: Answer) =>
  json<{ errors: { code: string }[] }>(answer).errors.map((one) => one.code)
const as = (n: number) => ({ authorization: `Bearer ${crowd.members[n]?.token ?? ''}` })

async function readsPages(proxy: Proxy): Promise<void> {
  const browser = { accept: 'text/html', 'accept-encoding': 'gzip, br' }
  const page = await ask(proxy, '/', { headers: browser })
  expect([page.status, page.headers['content-encoding'], page.headers['cache-control']]).toEqual([
    200,
    'br',
    'no-cache',
  ])
  const file =
    /\/assets\/start-[\w-]+\.js/.exec(brotliDecompressSync(page.body).toString())?.[0] ?? ''
  const script = await ask(proxy, file, { headers: { 'accept-encoding': 'br' } })
  expect([script.status, script.headers['content-encoding']]).toEqual([200, 'br'])
  expect(brotliDecompressSync(script.body).length).toBeGreaterThan(1_000)
}

async function speaksHttp2({ tls, certificate }: Proxy): Promise<void> {
  const session = connectHttp2(`https://localhost:${tls}`, {
    ca: certificate,
    lookup: (_host, options, done) => {
      ;(done as (error: null, found: unknown, family?: number) => void)(
        null,
        options.all ? [{ address: '127.0.0.1', family: 4 }] : '127.0.0.1',
        4,
      )
    },
  })
  try {
    const answer = await new Promise<Record<string, unknown>>((resolve, reject) => {
      session.on('error', reject)
      session.request({ ':path': '/api/auth/options' }).on('response', resolve).on('error', reject)
    })
    expect(answer).toMatchObject({
      ':status': 200,
      'strict-transport-security': expect.stringContaining('max-age=31536000') as string,
      'content-security-policy': expect.stringContaining("frame-ancestors 'none'") as string,
    })
  } finally {
    session.destroy()
  }
}

/** A browser takes gzip of everything; events come at once all the same. */
async function hears(proxy: Proxy): Promise<void> {
  const gone = new AbortController()
  const stream = await fetch(`http://127.0.0.1:${proxy.plain}/api/events`, {
    headers: { ...as(0), 'accept-encoding': 'gzip, br, zstd' },
    signal: gone.signal,
  })
  let heard = ''
  const reading = (async () => {
    for await (const piece of stream.body ?? [])
      heard += new TextDecoder().decode(piece as Uint8Array)
  })().catch(() => {})
  await until('the stream is open', () => heard.includes('event: open'))
  // The first stream of a process begins to listen as it is opened: from the second post on nothing
  // is missed.
  for (const turn of ['first', 'second']) {
    const posted = await ask(proxy, '/api/posts', {
      method: 'POST',
      headers: { ...as(1), 'content-type': 'application/json' },
      body: Buffer.from(
        JSON.stringify({
          to_id: [crowd.members[0]?.user_id],
          value_id: crowd.team.value_id,
          score: 1,
          description: `The ${turn} thank you`,
        }),
      ),
    })
    const { id } = json<{ id: string }>(posted)
    const waited = await until(
      'the event comes',
      () => heard.includes(id) || (turn === 'first' && heard.includes('event: missed')),
      promised_ms(5_000),
    )
    figure(`${proxy.name}: an event arrives after ms`, waited)
  }
  gone.abort()
  await reading
}

async function signsIn(proxy: Proxy): Promise<void> {
  const email = `ada@${proxy.name}.test`
  const from = process.platform === 'linux' ? '127.0.0.9' : '127.0.0.1'
  const post = (path: string, body: unknown) =>
    ask(proxy, path, {
      method: 'POST',
      from,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
      body: Buffer.from(JSON.stringify(body)),
    })
  const { sig } = json<{ sig: string }>(await post('/api/auth/get_code', { email }))
  await withClient(database.ownerUrl, async (client) => {
    const { rows } = await client.query<{ subject: string }>(
      'select subject from mailbox where to_address = $1',
      [email],
    )
    expect(rows[0]?.subject).toMatch(new RegExp(`^\\d{${limits.code_digits}} `))
    const signed = await post('/api/auth/verify_code', {
      email,
      sig,
      code: rows[0]?.subject.slice(0, limits.code_digits),
    })
    expect([signed.status, typeof json<{ access_token: string }>(signed).access_token]).toEqual([
      200,
      'string',
    ])
    // The address that counts is the one of whoever asked the proxy, not the one that they say.
    const counted = await client.query<{ client_hash: Buffer }>(
      'select client_hash from sign_in_codes where email_hash = $1',
      [keyedHash(secret, 'address', email)],
    )
    expect(counted.rows.map((row) => row.client_hash.toString('hex'))).toEqual([
      keyedHash(secret, 'client', from).toString('hex'),
    ])
  })
}

/** Whoever sends too much is told in the contract's words, whoever says so. */
async function takesFiles(proxy: Proxy): Promise<void> {
  const send = (bytes: number, more: Record<string, string> = {}) => {
    const line = '-----laurel'
    const head = `--${line}\r\ncontent-disposition: form-data; name="file"; filename="people.csv"\r\ncontent-type: text/csv\r\n\r\nemail,name\n`
    const body = Buffer.concat([
      Buffer.from(head),
      Buffer.alloc(bytes - 'email,name\n'.length, 'x'),
      Buffer.from(`\r\n--${line}--\r\n`),
    ])
    return ask(proxy, '/api/users/imports', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${crowd.team.admin.token}`,
        'content-type': `multipart/form-data; boundary=${line}`,
        'content-length': String(body.length),
        ...more,
      },
      body,
    })
  }
  // What is in it is another matter.
  expect((await send(limits.import_bytes_max)).status).not.toBe(413)
  const more = await send(limits.import_bytes_max + 1)
  expect([more.status, codes(more)]).toEqual([413, ['file_too_large']])
  // As curl does it: whoever is refused beforehand need not send it all.
  const far_more = await send(limits.import_bytes_max + 4_000_000, { expect: '100-continue' })
  expect([far_more.status, codes(far_more)]).toEqual([413, ['too_large']])
}

async function passes(context: TestContext, name: ProxyName): Promise<void> {
  const proxy = await before(context, name)
  if (built) await readsPages(proxy)
  await speaksHttp2(proxy)
  const feed = await ask(proxy, '/api/users', {
    headers: { authorization: `Bearer ${crowd.team.admin.token}`, 'accept-encoding': 'gzip' },
  })
  expect([
    feed.status,
    feed.headers['content-encoding'],
    feed.headers['cache-control'],
    feed.headers.vary?.toLowerCase(),
  ]).toEqual([200, 'gzip', 'no-store', 'accept-encoding'])
  expect(JSON.parse(gunzipSync(feed.body).toString())).toBeTruthy()
  await hears(proxy)
  await signsIn(proxy)
  await takesFiles(proxy)
  expect((await ask(proxy, '/metrics')).status).toBe(404)
}

/** Two upstreams that take a request and hang up: which were asked what, in order. */
async function dyingUpstreams(): Promise<{ ports: number[]; asked: string[]; close: () => void }> {
  const asked: string[] = []
  const upstreams: Upstream[] = []
  for (let n = 0; n < 2; n += 1) {
    const upstream = createServer((asking, answer) => {
      // Caddy looks whether it lives.
      if (asking.url === '/healthz') return void answer.end('{}')
      asking.resume().on('end', () => {
        if (asking.url !== '/metrics')
          asked.push(`${asking.method} ${String(asking.headers['idempotency-key'] ?? 'no key')}`)
        answer.destroy()
      })
    })
    await new Promise<void>((resolve) => {
      upstream.listen(0, '127.0.0.1', resolve)
    })
    upstreams.push(upstream)
  }
  return {
    asked,
    ports: upstreams.map((one) => (one.address() as AddressInfo).port),
    close: () =>
      upstreams.forEach((one) => {
        one.closeAllConnections()
        one.close()
      }),
  }
}

/**
 * What a process may have done before it died is asked for again only where that is known to be one
 * and the same.
 */
async function repeats(context: TestContext, name: ProxyName): Promise<void> {
  context.skip(missing(name) !== null, missing(name) ?? '')
  for (const method of ['POST', 'PUT', 'DELETE', 'GET']) {
    const dying = await dyingUpstreams()
    const proxy = await before(context, name, dying.ports)
    const answer = await ask(proxy, '/api/anything', {
      method,
      ...(method === 'GET'
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: Buffer.from('{"amount":5}') }),
    })
    expect([answer.status, answer.headers['retry-after'], codes(answer)]).toEqual([
      503,
      '1',
      ['unavailable'],
    ])
    if (method === 'POST') expect(dying.asked).toHaveLength(1)
    else if (method === 'GET') expect(dying.asked.length).toBeGreaterThan(1)
    else
      expect(
        dying.asked.length === 1 ||
          (new Set(dying.asked).size === 1 && !dying.asked[0]?.endsWith('no key')),
        dying.asked.join(),
      ).toBe(true)
    dying.close()
  }
}

/**
 * Processes are killed and restarted in turn: reading never fails, and what is done is done once.
 */
async function survives(context: TestContext, name: ProxyName): Promise<void> {
  const proxy = await before(context, name)
  const own = await makeCrowd(database.ownerUrl, 8)
  const url = `http://127.0.0.1:${proxy.plain}`
  const load = startLoad(own, () => [url])
  let reading = true
  const read: number[] = []
  const reader = (async () => {
    while (reading) {
      const answer = await fetch(`${url}/api/posts`, {
        headers: { authorization: `Bearer ${own.members[0]?.token ?? ''}` },
      })
      await answer.arrayBuffer()
      read.push(answer.status)
    }
  })()
  await load.again()
  let turns = 0
  let worst = 0
  for (
    const end = performance.now() + seconds(1) * 1_000;
    turns < 2 || performance.now() < end;
    turns += 1
  ) {
    // Caddy takes a second to see that a process is back: where there is no time for that, the
    // other one is left alone.
    const n = name === 'caddy' && !soaking ? 0 : turns % 2
    await (turns % 4 === 0 || turns % 4 === 3 ? servers[n]?.kill() : servers[n]?.stop())
    worst = Math.max(worst, await load.again())
    servers[n] = start(n)
    await servers[n]?.ready
    worst = Math.max(worst, await load.again())
  }
  reading = false
  await reader
  await load.finish()
  figure(`${name}: processes ended`, turns)
  figure(`${name}: somebody was served after ms, at worst`, worst)
  figure(
    `${name}: acknowledged and there`,
    `${load.posts.size + load.deleted.size} posts, ${load.purchases.size} purchases; ${load.lost} tries were told to come again`,
  )
  figure(`${name}: read meanwhile`, read.length)
  expect(
    read.filter((status) => status !== 200),
    proxy.log().slice(-1_500),
  ).toEqual([])
  await verify(database.ownerUrl, own, load)
}
const long = { timeout: (seconds(1) * 2 + 200) * 1_000 }

test('nginx: pages, calls, events, codes and files pass through', long, (context) =>
  passes(context, 'nginx'),
)
test('nginx: nothing is done twice for somebody who asked once', long, (context) =>
  repeats(context, 'nginx'),
)
test('nginx: a process that dies is not noticed by who reads, and loses nothing', long, (context) =>
  survives(context, 'nginx'),
)
test('caddy: pages, calls, events, codes and files pass through', long, (context) =>
  passes(context, 'caddy'),
)
test('caddy: nothing is done twice for somebody who asked once', long, (context) =>
  repeats(context, 'caddy'),
)
test('caddy: a process that dies is not noticed by who reads, and loses nothing', long, (context) =>
  survives(context, 'caddy'),
)
