import fc from 'fast-check'
import fastify, { type InjectOptions } from 'fastify'
import { expect, test, vi } from 'vitest'
import { rateLimits } from '#contract/rate-limits.ts'
import { startTestApp, setupTestApp } from '#tests/support/test-app.ts'
import { connectScim, scimClient } from '#tests/support/scim.ts'
import { makeMember, makeTeam, markPresent, type Member } from '#tests/support/factories.ts'
import { TokenBuckets } from './token-bucket.ts'
import { toNetworkKey, requireRouteRateLimits } from './limiter.ts'

test('allows the quota at once and refills it in each window', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 60 }),
      fc.array(fc.integer({ min: 0, max: 5_000 }), { maxLength: 200 }),
      (quota, windowS, pauses) => {
        const buckets = new TokenBuckets({ quota, window_s: windowS }, 10)
        let now = 1_000_000
        const begin = now
        let taken = 0
        for (const pause of pauses) {
          now += pause
          const { remaining } = buckets.peek('a', now)
          const standing = buckets.consume('a', now)
          expect(standing === undefined).toBe(remaining < 1)
          if (standing) taken += 1
          else {
            const wait = Math.ceil(buckets.secondsUntilAvailable('a', now) * 1_000)
            expect(buckets.peek('a', now + wait).remaining).toBeGreaterThanOrEqual(1)
          }
          expect(taken).toBeLessThanOrEqual(
            quota + (quota * (now - begin)) / (windowS * 1_000) + 1e-6,
          )
        }
      },
    ),
    { numRuns: 200 },
  )
})

test('keeps the most recently used keys up to the maximum', () => {
  const buckets = new TokenBuckets({ quota: 2, window_s: 10 }, 3)
  for (const key of ['a', 'b', 'c', 'a', 'd']) buckets.consume(key, 0)
  expect(buckets.size).toBe(3)
  // b is the least recently used key and starts with a full bucket; a was used since.
  expect(['a', 'b'].map((key) => buckets.peek(key, 0).remaining)).toEqual([0, 2])
})

test.each([
  ['192.0.2.7', '192.0.2.7'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:DB8:1:2::9', '2001:db8:1:2'],
  ['2001:0db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('counts the address %s as %s', (address, network) => {
  expect(toNetworkKey(address)).toBe(network)
})

// One hundredth of all quotas: 6 a minute for a user and an address, 20 in ten seconds for a team,
// 2 reports and 1 file a minute.
const t = setupTestApp(() => ({ env: { RATE_LIMITS: 'on', RATE_LIMITS_FACTOR: '0.01' } }))
const ask = (who: Pick<Member, 'token'>) => t.call('values.list', { token: who.token })
const fresh = async () => makeMember(t, (await makeTeam(t)).workspace_id)
/** Advances the clock until all buckets are full. */
const rest = () => t.clock.advance(60_000)

test('reports quotas in headers and answers 429 without a query', async () => {
  rest()
  const who = await fresh()
  const first = await ask(who)
  expect(first.headers['ratelimit-policy']).toBe('"user";q=6;w=60, "workspace";q=20;w=10')
  expect(first.headers['ratelimit']).toBe('"user";r=5;t=10')
  for (let n = 0; n < 5; n += 1) expect((await ask(who)).status).toBe(200)
  const asked = [
    vi.spyOn(t.services.db, 'call'),
    vi.spyOn(t.services.db, 'tenant'),
    vi.spyOn(t.services.db, 'read'),
  ]
  const refused = await ask(who)
  expect(refused).toMatchObject({ status: 429, codes: ['too_many'] })
  expect([refused.headers['retry-after'], refused.headers['ratelimit']]).toEqual([
    '10',
    '"user";r=0;t=60',
  ])
  for (const spy of asked) {
    expect(spy).not.toHaveBeenCalled()
    spy.mockRestore()
  }
  t.clock.advance(9_999)
  expect((await ask(who)).status).toBe(429)
  t.clock.advance(1)
  expect((await ask(who)).status).toBe(200)
  expect((await ask(who)).status).toBe(429)
})

test('limits a busy team including new members but no other team', async () => {
  rest()
  const team = await makeTeam(t)
  const people = [
    team.admin,
    ...(await Promise.all([1, 2, 3].map(() => makeMember(t, team.workspace_id)))),
  ]
  for (const who of people) expect((await ask(who)).status).toBe(200)
  const answers = await Promise.all(people.flatMap((who) => [1, 2, 3, 4, 5].map(() => ask(who))))
  expect(answers.filter((one) => one.status === 200)).toHaveLength(16)
  const late = await ask(await makeMember(t, team.workspace_id))
  expect([late.status, late.headers['retry-after']]).toEqual([429, '1'])
  expect(late.headers['ratelimit']).toMatch(/^"workspace";r=0/)
  expect((await ask(await fresh())).status).toBe(200)
})

test('counts access tokens separately from their owner', async () => {
  rest()
  const who = await fresh()
  await markPresent(t, who)
  const {
    body: { token },
  } = await t.call('tokens.create', {
    token: who.token,
    body: { name: 'Script', scopes: ['posts:read'], expires_on: '2026-12-01' },
  })
  for (let n = 0; n < 6; n += 1) expect((await ask({ token })).status).toBe(200)
  expect((await ask({ token })).status).toBe(429)
  expect((await ask(who)).status).toBe(200)
})

test('applies smaller quotas to reports and files', async () => {
  rest()
  const { admin } = await makeTeam(t)
  const report = () => t.call('leaderboards.statistics', { token: admin.token })
  const file = () => t.call('posts.csv', { token: admin.token })
  expect([(await file()).status, (await file()).status]).toEqual([200, 429])
  expect((await file()).headers['ratelimit']).toMatch(/^"files";r=0/)
  expect([(await report()).status, (await report()).status, (await report()).status]).toEqual([
    200, 200, 429,
  ])
  // Refused requests do not consume other quotas.
  expect((await ask(admin)).headers['ratelimit']).toMatch(/^"user";r=2/)
})

test('counts unauthenticated requests and token guesses by address', async () => {
  rest()
  const who = await fresh()
  for (let n = 0; n < 3; n += 1) expect((await t.call('auth.options')).status).toBe(200)
  // A new token that proves valid does not count as a guess.
  expect((await ask(who)).status).toBe(200)
  for (let n = 0; n < 3; n += 1)
    expect((await t.call('config.get', { token: `${n}`.repeat(43) })).status).toBe(401)
  const asked = vi.spyOn(t.services.db, 'call')
  const guess = await t.call('config.get', {
    token: 'x'.repeat(43),
    headers: { 'x-forwarded-for': '198.51.100.1' },
  })
  expect([guess.status, guess.headers['ratelimit']]).toEqual([429, '"address";r=0;t=60'])
  expect(asked).not.toHaveBeenCalled()
  asked.mockRestore()
  expect((await t.call('auth.options')).status).toBe(429)
  expect((await ask(who)).status).toBe(200)
})

test('answers 401 rather than 429 for an ended session', async () => {
  rest()
  const who = await fresh()
  await ask(who)
  await t.call('auth.end_session', { token: who.token })
  expect((await ask(who)).status).toBe(401)
  expect((await ask(who)).headers['ratelimit-policy']).toBe(
    `"address";q=6;w=${rateLimits.address.window_s}`,
  )
})

test('sends no headers and refuses nothing when limits are off', async () => {
  const free = await startTestApp({ env: { RATE_LIMITS: 'off' } })
  try {
    const { admin } = await makeTeam(free)
    const { status, headers } = await free.call('values.list', { token: admin.token })
    expect([status, headers['ratelimit'], headers['ratelimit-policy']]).toEqual([
      200,
      undefined,
      undefined,
    ])
  } finally {
    await free.close()
  }
})

test('counts an identity provider by its team, and unknown tokens by address', async () => {
  rest()
  const [one, two] = [await makeTeam(t), await makeTeam(t)]
  const [first, second] = [await connectScim(t, one), await connectScim(t, two)]
  rest()
  const answers: number[] = []
  for (let n = 0; n < 31; n += 1) answers.push((await first('GET', '/Users?count=0')).status)
  expect(answers).toEqual([...Array.from({ length: 30 }, () => 200), 429])
  // Both teams use the same provider with the same network address.
  expect((await second('GET', '/Users?count=0')).status).toBe(200)
  const guesses: number[] = []
  for (let n = 0; n < 7; n += 1)
    guesses.push((await scimClient(t, `${n}`.repeat(54))('GET', '/Users')).status)
  expect(guesses).toEqual([401, 401, 401, 401, 401, 401, 429])
  expect((await second('GET', '/Users?count=0')).status).toBe(200)
})

test('counts requests outside of the contract by client address', async () => {
  const url = '/files/00000000-0000-0000-0000-000000000000/0123456789abcdef0123456789abcdef.webp'
  // One hundredth of 600, 6,000 and 3,000 a minute.
  const routes: { what: InjectOptions & { url: string }; quota: number }[] = [
    { what: { url: `/u/${'x'.repeat(66)}`, method: 'POST' }, quota: 6 },
    { what: { url }, quota: 60 },
    { what: { url: '/readyz' }, quota: 6 },
    { what: { url: '/calendar/x.ics' }, quota: 6 },
    { what: { url: '/badges/x' }, quota: 6 },
    { what: { url: '/badges/x/key' }, quota: 6 },
    { what: { url: '/api/openapi.json' }, quota: 6 },
    { what: { url: '/api/docs' }, quota: 6 },
  ]
  for (const { what, quota } of routes) {
    rest()
    const from = (remoteAddress: string) => t.app.inject({ ...what, remoteAddress })
    const all = await Promise.all(Array.from({ length: quota + 4 }, () => from('192.0.2.50')))
    expect([what.url, all.filter(({ statusCode }) => statusCode === 429).length]).toEqual([
      what.url,
      4,
    ])
    expect(all.at(-1)?.headers['retry-after'], what.url).toMatch(/^\d+$/)
    expect((await from('192.0.2.51')).statusCode, what.url).not.toBe(429)
  }
})

test('never limits local health checks nor the liveness check', async () => {
  rest()
  // One after another: a busy machine does not answer twenty checks of the database in their second.
  const asked = async (ask: InjectOptions) => {
    const statuses = new Set<number>()
    for (let n = 0; n < 20; n += 1) statuses.add((await t.app.inject(ask)).statusCode)
    return statuses
  }
  expect(await asked({ url: '/readyz', remoteAddress: '127.0.0.1' })).toEqual(new Set([200]))
  expect(
    await asked({
      url: '/readyz',
      remoteAddress: '127.0.0.1',
      headers: { 'x-forwarded-for': '192.0.2.9' },
    }),
  ).toEqual(new Set([200, 429]))
  expect(await asked({ url: '/healthz', remoteAddress: '192.0.2.52' })).toEqual(new Set([200]))
})

test("uses the address seen by the proxy, not the client's claim", async () => {
  const behind = await startTestApp({
    env: { RATE_LIMITS: 'on', RATE_LIMITS_FACTOR: '0.01', TRUST_PROXY: 'on' },
  })
  try {
    const ask = async (forwarded: string) =>
      (
        await behind.app.inject({
          url: '/api/auth/options',
          headers: { 'x-forwarded-for': forwarded },
        })
      ).statusCode
    // The proxy appends the address it sees to the client's header.
    for (let n = 0; n < 6; n += 1) expect(await ask(`198.51.100.${n}, 192.0.2.60`)).toBe(200)
    expect(await ask('198.51.100.99, 192.0.2.60')).toBe(429)
    expect(await ask('192.0.2.61')).toBe(200)
  } finally {
    await behind.close()
  }
})

test('refuses to start with a route without a rate limit', async () => {
  const app = fastify()
  requireRouteRateLimits(app)
  expect(() => app.get('/new', () => 'here')).toThrow(/\/new has no rate/)
  await app.close()
})
