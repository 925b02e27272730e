import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptSuggestion, chooseValue } from '#tests/browser/support/composer.ts'
import type { Post } from '#contract/schemas/posts.ts'
import { withClient } from '#tests/support/database.ts'
import { type TcpProxy, openTcpProxy } from '#tests/chaos/tcp-proxy.ts'
import { expectAccessible } from '#tests/browser/support/page-checks.ts'
import {
  waitFor,
  type AppUnderTest,
  createSession,
  startApp,
} from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

/**
 * The interface while the server is overloaded, disconnected or killed: one message, no lost input,
 * automatic retries, and each write once. Two more servers share the database of the fixture's
 * server.
 */
const SECRET = 'a-secret-for-three-servers-0123456789'
const { product, open, api } = setupFixtures(() => ({ SECRET }))
const tolerateNetworkErrors = { tolerate: /net::ERR_|Failed to load resource/ }
let token: string
let elifToken: string
/**
 * A server with low rate limits (one more request every 3.3 seconds), and one whose database can be
 * disconnected.
 */
let rateLimitedServer: AppUnderTest
let fragileServer: AppUnderTest
let proxy: TcpProxy
const startFragile = (PORT?: string) =>
  startApp({ SECRET, DATABASE_URL: proxy.url, ...(PORT ? { PORT } : {}) })
beforeAll(async () => {
  token = await createSession(product, 'tomas@laurel.example')
  elifToken = await createSession(product, 'elif@laurel.example')
  proxy = await openTcpProxy(product.ownerUrl())
  ;[rateLimitedServer, fragileServer] = await Promise.all([
    startApp({
      SECRET,
      DATABASE_URL: product.ownerUrl(),
      RATE_LIMITS: 'on',
      RATE_LIMITS_FACTOR: '0.03',
    }),
    startFragile(),
  ])
})
afterAll(async () => {
  await Promise.all([rateLimitedServer?.stop(), fragileServer?.stop()])
  await proxy?.close()
})

const posts = (page: Page) => page.getByRole('list', { name: 'Posts' }).getByRole('listitem')
const openFeed = async (reader = {}) => {
  const page = await open(token, '/feed', { ...tolerateNetworkErrors, ...reader })
  await posts(page).nth(3).waitFor()
  return page
}
const composer = (page: Page) => page.getByRole('group', { name: 'Thank someone' })
const composerText = (page: Page) => page.locator('#composer').inputValue()
async function writePost(page: Page, words: string): Promise<void> {
  await page.locator('#composer').focus()
  await page.keyboard.type('@Elif')
  await page.getByRole('option', { name: 'Elif' }).first().waitFor()
  await acceptSuggestion(page)
  await page.keyboard.type(words)
}
const isPost = (request: Request) =>
  request.method() === 'POST' && request.url().endsWith('/api/posts')
const sendAgain = async (page: Page) => {
  await Promise.all([
    page.waitForResponse((response) => isPost(response.request()) && response.ok()),
    page.getByRole('button', { name: 'Send again' }).click(),
  ])
  await expect.poll(() => composerText(page)).toBe('')
}
const postsWithText = async (words: string) =>
  (await api<Post[]>('GET', '/posts', elifToken)).filter((post) => post.description === words)

/** Uses up the person's rate limit, so that the next request is refused. */
async function exhaustRateLimit(): Promise<void> {
  for (;;) {
    const response = await fetch(`${rateLimitedServer.url}/api/profiles/me`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await response.body?.cancel()
    if (response.status === 429 && Number(response.headers.get('retry-after')) > 2) return
  }
}

test('rate-limited reads are retried after Retry-After without an error', async () => {
  const page = await open(token, null, tolerateNetworkErrors)
  const responses: { status: number; after: number; at: number }[] = []
  await page.route(/\/api\/posts(\?|$)/, async (route) => {
    const url = new URL(route.request().url())
    if (!responses.length) await exhaustRateLimit()
    const startedAt = performance.now()
    const response = await route.fetch({
      url: `${rateLimitedServer.url}${url.pathname}${url.search}`,
    })
    responses.push({
      status: response.status(),
      after: Number(response.headers()['retry-after'] ?? 0),
      at: startedAt,
    })
    await route.fulfill({ response })
  })
  await page.goto('/feed')
  await posts(page).nth(3).waitFor()
  const [first, second] = responses
  expect(responses.map((one) => one.status)).toEqual([429, 200])
  // The retry respects the server's Retry-After.
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(
    (first?.after ?? Infinity) * 1_000,
  )
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('a rate-limited post keeps its text and is created once', async () => {
  const page = await openFeed()
  const keys: string[] = []
  await page.route('**/api/posts', async (route) => {
    if (!isPost(route.request())) return route.continue()
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    if (keys.length > 1) return route.continue()
    await exhaustRateLimit()
    await route.fulfill({
      response: await route.fetch({ url: `${rateLimitedServer.url}/api/posts` }),
    })
  })
  await writePost(page, 'For patience with a busy server')
  await chooseValue(page)
  await page.getByRole('button', { name: /^Send( \d+)?$/ }).click()
  await composer(page).getByText('Too many tries. Please wait a moment and try again').waitFor()
  expect(await composerText(page)).toBe('For patience with a busy server')
  expect(await postsWithText('For patience with a busy server')).toEqual([])
  await expectAccessible(page, 'a post refused for now', '[role=group]:has(#composer)')
  await sendAgain(page)
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  expect(await postsWithText('For patience with a busy server')).toHaveLength(1)
})

/** Faults while a post is being sent, and how each is repaired. */
const failureModes = {
  'its database goes away': {
    breaks: async () => proxy.set('down'),
    mends: async () => proxy.set('up'),
  },
  'it is killed': {
    breaks: () => fragileServer.stop('SIGKILL'),
    mends: async () => {
      fragileServer = await startFragile(new URL(fragileServer.url).port)
    },
  },
}
/** The reconnect interval grows to half a minute, on a machine that is slow already. */
const recoveryTimeoutMs = 60_000
const countWaitingLocks = (database: string) =>
  withClient(
    database,
    async (client) =>
      (await client.query('select 1 from pg_locks where not granted')).rowCount ?? 0,
  )

test.each(['its database goes away', 'it is killed'] as const)(
  'a post sent to a server that is %s is created once',
  async (mode) => {
    const words = `For what was on its way when ${mode}`
    const page = await openFeed({ at: fragileServer.url })
    await writePost(page, words)
    await chooseValue(page)
    await withClient(product.ownerUrl(), async (client) => {
      // Locked wallets block every movement of points.
      await client.query('begin; select 1 from wallets for update')
      await page.getByRole('button', { name: /^Send( \d+)?$/ }).click()
      await waitFor(() => countWaitingLocks(product.ownerUrl()), 60)
      await failureModes[mode].breaks()
      await page.getByText('Server is not responding. Please try again.').first().waitFor()
      await page
        .getByRole('status')
        .getByText('Server is not responding. Please try again.')
        .waitFor()
      await expect.poll(() => composerText(page)).toBe(words)
      await client.query('commit')
    })
    await waitFor(async () => (await countWaitingLocks(product.ownerUrl())) === 0, 60)
    await failureModes[mode].mends()
    await page
      .getByRole('status')
      .getByText('Server is not responding. Please try again.')
      .waitFor({ state: 'detached', timeout: recoveryTimeoutMs })
    expect(await composerText(page)).toBe(words)
    await sendAgain(page)
    expect(await postsWithText(words)).toHaveLength(1)
    await posts(page).filter({ hasText: words }).waitFor()
    expect(await posts(page).filter({ hasText: words }).count()).toBe(1)
  },
)
