import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test, type TestContext } from 'vitest'
import { limits } from '#contract/limits.ts'
import { keyedHash } from '#server/platform/ids.ts'
import { createTestDatabase, withClient } from '#tests/support/database.ts'
import { waitUntil } from '#tests/support/wait-until.ts'
import { findFreePort } from '#server/platform/net/free-port.ts'
import { createDataFolder, type Server, startServer } from './server.ts'
import { reportMeasurement, deadlineMs, durationSeconds, isChaosRun } from './duration.ts'
import { type WorkloadTeam, makeWorkloadTeam, startLoad, verifyLoad } from './load.ts'
import {
  whyProxyUnavailable,
  startReverseProxy,
  type ReverseProxy,
  type ReverseProxyName,
} from './reverse-proxies.ts'
import { callThroughProxy, parseJson, errorCodes, expectHttp2 } from './proxy-client.ts'
import { startDyingUpstreams } from './dying-upstreams.ts'

/**
 * The proxy configurations of deploy/ in front of two Laurel processes. Tests are skipped with a
 * message where the proxy is not installed.
 */
const availableProxies = (['nginx', 'caddy'] as const).filter(
  (name) => whyProxyUnavailable(name) === null,
)
const secret = 'a-secret-for-tests-only-0123456789'
const isWebBuilt = existsSync(fileURLToPath(new URL('../../dist/web/index.html', import.meta.url)))
const { dataDir, remove } = createDataFolder()
const servers: Server[] = []
const ports: number[] = []
const proxies: ReverseProxy[] = []
let database: Awaited<ReturnType<typeof createTestDatabase>>
let workload: WorkloadTeam
const startNthServer = (n: number) =>
  startServer(dataDir, ports[n] ?? 0, {
    DATABASE_URL: database.ownerUrl,
    SECRET: secret,
    PUBLIC_URL: 'https://localhost',
    TRUST_PROXY: '127.0.0.1',
  })
beforeAll(async () => {
  if (!availableProxies.length) return
  database = await createTestDatabase()
  ports.push(await findFreePort(), await findFreePort())
  servers.push(startNthServer(0), startNthServer(1))
  await Promise.all(servers.map((one) => one.ready))
  workload = await makeWorkloadTeam(database.ownerUrl, 8)
})
afterAll(async () => {
  await Promise.all([...proxies.map((one) => one.stop()), ...servers.map((one) => one.kill())])
  await database?.drop()
  await remove()
})
async function openProxyInFront(
  context: TestContext,
  name: ReverseProxyName,
  upstreams = ports,
): Promise<Awaited<ReturnType<typeof startReverseProxy>>> {
  context.skip(whyProxyUnavailable(name) !== null, whyProxyUnavailable(name) ?? '')
  const proxy = await startReverseProxy(name, upstreams)
  proxies.push(proxy)
  return proxy
}
const authHeadersOf = (n: number) => ({
  authorization: `Bearer ${workload.members[n]?.token ?? ''}`,
})

async function expectServesPages(proxy: ReverseProxy): Promise<void> {
  const browser = { accept: 'text/html', 'accept-encoding': 'gzip, br' }
  const page = await callThroughProxy(proxy, '/', { headers: browser })
  expect([page.status, page.headers['content-encoding'], page.headers['cache-control']]).toEqual([
    200,
    'br',
    'no-cache',
  ])
  const file =
    /\/assets\/start-[\w-]+\.js/.exec(brotliDecompressSync(page.body).toString())?.[0] ?? ''
  const script = await callThroughProxy(proxy, file, { headers: { 'accept-encoding': 'br' } })
  expect([script.status, script.headers['content-encoding']]).toEqual([200, 'br'])
  expect(brotliDecompressSync(script.body).length).toBeGreaterThan(1_000)
}

/** Asserts that events arrive immediately although the client accepts gzip. */
async function expectStreamsEvents(proxy: ReverseProxy): Promise<void> {
  const aborter = new AbortController()
  const stream = await fetch(`http://127.0.0.1:${proxy.plain}/api/events`, {
    headers: { ...authHeadersOf(0), 'accept-encoding': 'gzip, br, zstd' },
    signal: aborter.signal,
  })
  let received = ''
  const reading = (async () => {
    for await (const chunk of stream.body ?? [])
      received += new TextDecoder().decode(chunk as Uint8Array)
  })().catch(() => {})
  await waitUntil('the stream is open', () => received.includes('event: open'))
  // The first stream of a process starts its listener: events are complete from the second post on.
  for (const round of ['first', 'second']) {
    const posted = await callThroughProxy(proxy, '/api/posts', {
      method: 'POST',
      headers: { ...authHeadersOf(1), 'content-type': 'application/json' },
      body: Buffer.from(
        JSON.stringify({
          to_id: [workload.members[0]?.user_id],
          value_id: workload.team.value_id,
          score: 1,
          description: `The ${round} thank you`,
        }),
      ),
    })
    const { id } = parseJson<{ id: string }>(posted)
    const waited = await waitUntil(
      'the event comes',
      () => received.includes(id) || (round === 'first' && received.includes('event: missed')),
      deadlineMs(5_000),
    )
    reportMeasurement(`${proxy.name}: an event arrives after ms`, waited)
  }
  aborter.abort()
  await reading
}

async function expectSignInWorks(proxy: ReverseProxy): Promise<void> {
  const email = `ada@${proxy.name}.test`
  const from = process.platform === 'linux' ? '127.0.0.9' : '127.0.0.1'
  const post = (path: string, body: unknown) =>
    callThroughProxy(proxy, path, {
      method: 'POST',
      from,
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
      body: Buffer.from(JSON.stringify(body)),
    })
  const { sig } = parseJson<{ sig: string }>(await post('/api/auth/get_code', { email }))
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
    expect([
      signed.status,
      typeof parseJson<{ access_token: string }>(signed).access_token,
    ]).toEqual([200, 'string'])
    // The rate limiter counts the address of the proxy's client, not the address in its headers.
    const counted = await client.query<{ client_hash: Buffer }>(
      'select client_hash from sign_in_codes where email_hash = $1',
      [keyedHash(secret, 'address', email)],
    )
    expect(counted.rows.map((row) => row.client_hash.toString('hex'))).toEqual([
      keyedHash(secret, 'client', from).toString('hex'),
    ])
  })
}

/**
 * Asserts that an oversized upload is refused with the error of the contract, by proxy and server
 * alike.
 */
async function expectUploadLimits(proxy: ReverseProxy): Promise<void> {
  const send = (bytes: number, more: Record<string, string> = {}) => {
    const line = '-----laurel'
    const head = `--${line}\r\ncontent-disposition: form-data; name="file"; filename="people.csv"\r\ncontent-type: text/csv\r\n\r\nemail,name\n`
    const body = Buffer.concat([
      Buffer.from(head),
      Buffer.alloc(bytes - 'email,name\n'.length, 'x'),
      Buffer.from(`\r\n--${line}--\r\n`),
    ])
    return callThroughProxy(proxy, '/api/users/imports', {
      method: 'POST',
      headers: {
        authorization: `Bearer ${workload.team.admin.token}`,
        'content-type': `multipart/form-data; boundary=${line}`,
        'content-length': String(body.length),
        ...more,
      },
      body,
    })
  }
  // The content of the file does not matter here.
  expect((await send(limits.import_bytes_max)).status).not.toBe(413)
  const more = await send(limits.import_bytes_max + 1)
  expect([more.status, errorCodes(more)]).toEqual([413, ['file_too_large']])
  // With Expect: 100-continue, as curl sends it, a refused client need not send the whole body.
  const farMore = await send(limits.import_bytes_max + 4_000_000, { expect: '100-continue' })
  expect([farMore.status, errorCodes(farMore)]).toEqual([413, ['too_large']])
}

async function expectProxyWorks(context: TestContext, name: ReverseProxyName): Promise<void> {
  const proxy = await openProxyInFront(context, name)
  if (isWebBuilt) await expectServesPages(proxy)
  await expectHttp2(proxy)
  const feed = await callThroughProxy(proxy, '/api/users', {
    headers: { authorization: `Bearer ${workload.team.admin.token}`, 'accept-encoding': 'gzip' },
  })
  expect([
    feed.status,
    feed.headers['content-encoding'],
    feed.headers['cache-control'],
    feed.headers.vary?.toLowerCase(),
  ]).toEqual([200, 'gzip', 'no-store', 'accept-encoding'])
  expect(JSON.parse(gunzipSync(feed.body).toString())).toBeTruthy()
  await expectStreamsEvents(proxy)
  await expectSignInWorks(proxy)
  await expectUploadLimits(proxy)
  expect((await callThroughProxy(proxy, '/metrics')).status).toBe(404)
}

/**
 * Asserts that the proxy repeats a request whose upstream died only where the repetition is safe.
 */
async function expectNoUnsafeRetries(context: TestContext, name: ReverseProxyName): Promise<void> {
  context.skip(whyProxyUnavailable(name) !== null, whyProxyUnavailable(name) ?? '')
  for (const method of ['POST', 'PUT', 'DELETE', 'GET']) {
    const dying = await startDyingUpstreams()
    const proxy = await openProxyInFront(context, name, dying.ports)
    const answer = await callThroughProxy(proxy, '/api/anything', {
      method,
      ...(method === 'GET'
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: Buffer.from('{"amount":5}') }),
    })
    expect([answer.status, answer.headers['retry-after'], errorCodes(answer)]).toEqual([
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

/** Kills and restarts processes alternately: reads never fail, and each write happens once. */
async function expectSurvivesRestarts(context: TestContext, name: ReverseProxyName): Promise<void> {
  const proxy = await openProxyInFront(context, name)
  const workload = await makeWorkloadTeam(database.ownerUrl, 8)
  const url = `http://127.0.0.1:${proxy.plain}`
  const load = startLoad(workload, () => [url])
  let reading = true
  const read: number[] = []
  const reader = (async () => {
    while (reading) {
      const answer = await fetch(`${url}/api/posts`, {
        headers: { authorization: `Bearer ${workload.members[0]?.token ?? ''}` },
      })
      await answer.arrayBuffer()
      read.push(answer.status)
    }
  })()
  await load.waitForAck()
  let turns = 0
  let worst = 0
  for (
    const end = performance.now() + durationSeconds(1) * 1_000;
    turns < 2 || performance.now() < end;
    turns += 1
  ) {
    // Caddy needs a second to detect that a process is back; a short run kills only the first
    // process.
    const n = name === 'caddy' && !isChaosRun ? 0 : turns % 2
    await (turns % 4 === 0 || turns % 4 === 3 ? servers[n]?.kill() : servers[n]?.stop())
    worst = Math.max(worst, await load.waitForAck())
    servers[n] = startNthServer(n)
    await servers[n]?.ready
    worst = Math.max(worst, await load.waitForAck())
  }
  reading = false
  await reader
  await load.finish()
  reportMeasurement(`${name}: processes ended`, turns)
  reportMeasurement(`${name}: somebody was served after ms, at worst`, worst)
  reportMeasurement(
    `${name}: acknowledged and there`,
    `${load.posts.size + load.deleted.size} posts, ${load.purchases.size} purchases; ${load.lost} tries were told to come again`,
  )
  reportMeasurement(`${name}: concurrent reads`, read.length)
  expect(
    read.filter((status) => status !== 200),
    proxy.log().slice(-1_500),
  ).toEqual([])
  await verifyLoad(database.ownerUrl, workload, load)
}
const longTimeout = { timeout: (durationSeconds(1) * 2 + 200) * 1_000 }

test('nginx: pages, calls, events, codes and files pass through', longTimeout, (context) =>
  expectProxyWorks(context, 'nginx'),
)
test('nginx: a repeated request takes effect once', longTimeout, (context) =>
  expectNoUnsafeRetries(context, 'nginx'),
)
test('nginx: readers do not notice a process that dies', longTimeout, (context) =>
  expectSurvivesRestarts(context, 'nginx'),
)
test('caddy: pages, calls, events, codes and files pass through', longTimeout, (context) =>
  expectProxyWorks(context, 'caddy'),
)
test('caddy: a repeated request takes effect once', longTimeout, (context) =>
  expectNoUnsafeRetries(context, 'caddy'),
)
test('caddy: readers do not notice a process that dies', longTimeout, (context) =>
  expectSurvivesRestarts(context, 'caddy'),
)
