import type { Page, Request } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
 * What a person sees of a server that has too much to do, loses its database or dies: calm words,
 * nothing typed is lost, what is asked comes by itself, and what was on its way happens once.
 * Beside the stage's server stand two more on its database.
 */
const SECRET = 'a-secret-for-three-servers-0123456789'
const { product, open, api } = setupFixtures(() => ({ SECRET }))
const tolerateNetworkErrors = { tolerate: /net::ERR_|Failed to load resource/ }
let token: string
let elifToken: string
/**
 * Whose requests are counted, one more every three seconds and a third; and one whose database can
 * be taken away.
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
  await page.keyboard.press('Enter')
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

/** Asks in the person's name until nothing is left for a while: what they ask next is refused. */
async function exhaustRateLimit(): Promise<void> {
  for (;;) {
    const response = await fetch(`${rateLimitedServer.url}/api/profiles/me`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await response.body?.cancel()
    if (response.status === 429 && Number(response.headers.get('retry-after')) > 2) return
  }
}

test('what is asked too often comes by itself, when the server has said; nothing is told meanwhile', async () => {
  const page = await open(token, null, tolerateNetworkErrors)
  const answers: { status: number; after: number; at: number }[] = []
  await page.route(/\/api\/posts(\?|$)/, async (route) => {
    const url = new URL(route.request().url())
    if (!answers.length) await exhaustRateLimit()
    const asked = performance.now()
    const response = await route.fetch({
      url: `${rateLimitedServer.url}${url.pathname}${url.search}`,
    })
    answers.push({
      status: response.status(),
      after: Number(response.headers()['retry-after'] ?? 0),
      at: asked,
    })
    await route.fulfill({ response })
  })
  await page.goto('/feed')
  await posts(page).nth(3).waitFor()
  const [first, second] = answers
  expect(answers.map((one) => one.status)).toEqual([429, 200])
  // Asked again no sooner than the server wished.
  expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(
    (first?.after ?? Infinity) * 1_000,
  )
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('a post that is refused for now is calmly told of, stays as it was written, and sent again counts once', async () => {
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
  await page.keyboard.press('Control+Enter')
  await composer(page).getByText('Too many tries. Please wait a moment and try again').waitFor()
  expect(await composerText(page)).toBe('For patience with a busy server')
  expect(await postsWithText('For patience with a busy server')).toEqual([])
  await expectAccessible(page, 'a post refused for now', '[role=group]:has(#composer)')
  await sendAgain(page)
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  expect(await postsWithText('For patience with a busy server')).toHaveLength(1)
})

/** What may go wrong while a post is on its way, and how it is mended. */
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
/**
 * The pauses between two looks for the server grow up to half a minute, on a machine where all of
 * this takes long.
 */
const recoveryTimeoutMs = 60_000
const countWaitingLocks = (database: string) =>
  withClient(
    database,
    async (client) =>
      (await client.query('select 1 from pg_locks where not granted')).rowCount ?? 0,
  )

test.each(['its database goes away', 'it is killed'] as const)(
  'a post is on its way to a server: %s; one bar tells, goes by itself, the text is there, and the post is made once',
  async (way) => {
    const words = `For what was on its way when ${way}`
    const page = await openFeed({ at: fragileServer.url })
    await writePost(page, words)
    await withClient(product.ownerUrl(), async (holder) => {
      // Points cannot move while somebody holds the wallets.
      await holder.query('begin; select 1 from wallets for update')
      await page.keyboard.press('Control+Enter')
      await waitFor(() => countWaitingLocks(product.ownerUrl()), 60)
      await failureModes[way].breaks()
      await page.getByText('Server is not responding. Please try again.').first().waitFor()
      await page
        .getByRole('status')
        .getByText('Server is not responding. Please try again.')
        .waitFor()
      await expect.poll(() => composerText(page)).toBe(words)
      await holder.query('commit')
    })
    await waitFor(async () => (await countWaitingLocks(product.ownerUrl())) === 0, 60)
    await failureModes[way].mends()
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
