import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { acceptSuggestion, chooseValue } from '#tests/browser/support/composer.ts'
import type { Post } from '#contract/schemas/posts.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { expectAccessible, waitUntilSettled } from '#tests/browser/support/page-checks.ts'
import {
  type AppUnderTest,
  createSession,
  startApp,
} from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

/**
 * Open pages receive changes of others: two people in two browsers, and a second server on the same
 * database.
 */
const SECRET = 'a-secret-for-two-servers-0123456789'
const { product, open, api } = setupFixtures(() => ({ SECRET }))
type Name = 'admin' | 'tomas' | 'elif'
const tokens = {} as Record<Name, string>
const ids = {} as Record<Name, string>
let value: string
let second: AppUnderTest | undefined
beforeAll(async () => {
  for (const name of ['admin', 'tomas', 'elif'] as const) {
    tokens[name] = await createSession(product, `${name}@laurel.example`)
    const config = await api<AppConfig>('GET', '/config', tokens[name])
    ids[name] = config.user.id
    value = config.values[0]?.id ?? ''
  }
  await api('PUT', '/settings', tokens.admin, { limit: null })
})
afterAll(() => second?.stop())

let count = 0
const createPost = async (from: Name, to: Name[], fields: object = {}) => {
  const description = `Thank you, number ${(count += 1)}`
  const post = await api<Post>('POST', '/posts', tokens[from], {
    to_id: to.map((name) => ids[name]),
    value_id: value,
    score: 3,
    description,
    ...fields,
  })
  return {
    ...post,
    card: (page: Page) =>
      page
        .getByRole('list', { name: 'Posts' })
        .getByRole('listitem')
        .filter({ hasText: description }),
  }
}
const openFeed = async (name: Name, reader = {}) => {
  const page = await open(tokens[name], '/feed', reader)
  await page.getByRole('list', { name: 'Posts' }).getByRole('listitem').nth(3).waitFor()
  return page
}
const visiblePosts = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('ul[aria-label="Posts"] > li')]
      .map((item) => ({ text: item.innerText, top: Math.round(item.getBoundingClientRect().top) }))
      .find((item) => item.top > 100),
  )

test('a new post appears on an open feed with balance and leaders', async () => {
  const [tomas, elif] = [await openFeed('tomas'), await openFeed('elif')]
  const { balance: before } = await api<{ balance: number }>('GET', '/profiles/me', tokens.tomas)
  const balance = (points: number) =>
    tomas
      .getByText('Your balance')
      .locator('..')
      .getByText(String(points), { exact: true })
      .waitFor()
  const post = await createPost('admin', ['tomas'])
  for (const page of [tomas, elif]) {
    await post.card(page).waitFor()
    expect(
      await page.getByRole('list', { name: 'Posts' }).getByRole('listitem').first().innerText(),
    ).toContain(post.description)
    await page.getByRole('status').filter({ hasText: '1 new post' }).waitFor({ state: 'attached' })
  }
  await balance(before + 3)
  await post.card(elif).getByRole('button', { name: 'Like, 0 likes' }).click()
  await post.card(tomas).getByRole('button', { name: 'Like, 1 like' }).waitFor()
  const otherValue = (await api<AppConfig>('GET', '/config', tokens.admin)).values[1]
  await api('PUT', `/posts/${post.id}`, tokens.admin, { value_id: otherValue?.id })
  await post
    .card(tomas)
    .getByText(otherValue?.name ?? '', { exact: true })
    .waitFor()
  await api('DELETE', `/posts/${post.id}`, tokens.admin)
  for (const page of [tomas, elif]) await post.card(page).waitFor({ state: 'detached' })
  await balance(before)
})

test.each([1280, 375])('a pill announces new posts while scrolled down (%i px)', async (width) => {
  const page = await openFeed('elif', { width })
  await page.evaluate(() => {
    window.scrollTo(0, document.body.scrollHeight * 0.6)
  })
  await expect.poll(async () => (await visiblePosts(page))?.text).not.toBe('')
  await waitUntilSettled(page)
  const reading = await visiblePosts(page)
  const posts = [await createPost('admin', ['tomas']), await createPost('admin', ['tomas'])]
  const pill = page.getByRole('button', { name: '2 new posts' })
  await pill.waitFor()
  expect(await visiblePosts(page)).toEqual(reading)
  expect(await posts[1]?.card(page).count()).toBe(0)
  // Only the pill: at a random scroll position the bars cover parts of posts.
  await expectAccessible(page, 'new posts wait', '[class*="arrivals"]')
  await pill.click()
  for (const post of posts) await post.card(page).waitFor()
  expect(
    await page.evaluate(
      () => document.querySelector('ul[aria-label="Posts"]')?.getBoundingClientRect().top,
    ),
  ).toBeGreaterThanOrEqual(0)
  await pill.waitFor({ state: 'detached' })
  // Scrolling back to the top removes the pill.
  await page.evaluate(() => {
    window.scrollTo(0, document.body.scrollHeight * 0.6)
  })
  const late = await createPost('admin', ['tomas'])
  await page.getByRole('button', { name: '1 new post' }).waitFor()
  await page.evaluate(() => {
    window.scrollTo(0, 0)
  })
  await late.card(page).waitFor()
})

test('a private post appears for its recipient only', async () => {
  const [tomas, elif] = [await openFeed('tomas'), await openFeed('elif')]
  const asked: string[] = []
  elif.on('request', (request) => asked.push(request.url()))
  const privatePost = await createPost('admin', ['tomas'], { private: true })
  await privatePost.card(tomas).getByText('Private').waitFor()
  const openOne = await createPost('admin', ['tomas'])
  await openOne.card(elif).waitFor()
  expect(await privatePost.card(elif).count()).toBe(0)
  expect(asked.filter((url) => url.includes(privatePost.id))).toEqual([])
})

test('a sent post appears once in either order of event and response', async () => {
  const page = await openFeed('tomas')
  const send = async (text: string) => {
    await page.locator('#composer').click()
    await page.keyboard.type('@Elif', { delay: 20 })
    await acceptSuggestion(page)
    await page.keyboard.type(text)
    await chooseValue(page)
    await page.getByRole('button', { name: /^Send( \d+)?$/ }).click()
  }
  const cards = (text: string) =>
    page.getByRole('list', { name: 'Posts' }).getByRole('listitem').filter({ hasText: text })
  let respond = () => {}
  const held = new Promise<void>((resolve) => {
    respond = resolve
  })
  await page.route('**/api/posts', async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    const response = await route.fetch()
    await held
    return route.fulfill({ response })
  })
  const refetched = page.waitForResponse((response) =>
    /\/api\/posts\/[0-9a-f-]{36}$/.test(response.url()),
  )
  await send('for the news that came first')
  await refetched
  // The real post replaced the optimistic one before the call was answered.
  await cards('for the news that came first').getByRole('button', { name: 'More' }).waitFor()
  expect(await cards('for the news that came first').count()).toBe(1)
  respond()
  await page.unrouteAll({ behavior: 'wait' })
  const asked = page.waitForResponse((response) =>
    /\/api\/posts\/[0-9a-f-]{36}$/.test(response.url()),
  )
  await send('for the answer that came first')
  await cards('for the answer that came first').getByRole('button', { name: 'More' }).waitFor()
  await asked
  expect([
    await cards('for the news that came first').count(),
    await cards('for the answer that came first').count(),
  ]).toEqual([1, 1])
})

test('a redemption updates the administrator list and the shop stock', async () => {
  await api('PUT', `/coins/${ids.tomas}`, tokens.admin, { amount: 100, comment: '' })
  const reward = await api<{ id: string }>('POST', '/rewards/rewards', tokens.admin, {
    title: 'Live cake',
    price: 20,
    available_amount: 1,
  })
  const shop = await open(tokens.elif, '/rewards')
  await shop.getByRole('heading', { name: 'Live cake' }).waitFor()
  const list = await open(tokens.admin, '/settings/rewards/purchases')
  await list.getByRole('main').getByRole('listitem').first().waitFor()
  const ownPurchases = await open(tokens.tomas, '/rewards?tab=mine')
  await ownPurchases.getByRole('heading', { level: 1 }).waitFor()
  const { id } = await api<{ id: string }>('POST', `/shop/rewards/${reward.id}`, tokens.tomas, {})
  const row = (page: Page) =>
    page.getByRole('main').getByRole('listitem').filter({ hasText: 'Live cake' }).first()
  await row(list).getByRole('button', { name: 'Fulfill Live cake' }).waitFor()
  await row(ownPurchases).getByText('Pending').waitFor()
  await shop.getByRole('heading', { name: 'Live cake' }).waitFor({ state: 'detached' })
  await api('POST', `/rewards/purchases/${id}`, tokens.admin, {})
  await row(ownPurchases).getByText('Fulfilled').waitFor()
  await row(list).getByRole('button', { name: 'Fulfill Live cake' }).waitFor({ state: 'detached' })
})

test('two tabs share one event stream', async () => {
  const firstTab = await open(tokens.elif, null, { isolated: true })
  const streams: string[] = []
  firstTab.context().on('request', (request) => {
    if (request.url().endsWith('/api/events')) streams.push(request.url())
  })
  await firstTab.goto('/feed')
  // Only then is the first tab the one with the stream.
  await expect.poll(() => streams.length).toBe(1)
  const secondTab = await firstTab.context().newPage()
  await secondTab.goto('/feed')
  for (const page of [firstTab, secondTab])
    await page.getByRole('list', { name: 'Posts' }).getByRole('listitem').nth(3).waitFor()
  const post = await createPost('admin', ['tomas'])
  // A background tab waits until it is visible.
  await post.card(secondTab).waitFor()
  await firstTab.bringToFront()
  await post.card(firstTab).waitFor()
  expect(streams).toHaveLength(1)
  // The tab with the stream closes, and the other one takes over.
  await firstTab.close()
  await expect.poll(() => streams.length, { timeout: 10_000 }).toBe(2)
  const nextPost = await createPost('admin', ['tomas'])
  await nextPost.card(secondTab).waitFor()
})

test('pages catch up after the second server restarts', async () => {
  const env = { SECRET, DATABASE_URL: product.ownerUrl(), DEMO: 'off' }
  second = await startApp(env)
  const { url } = second
  const page = await open(null, null, { tolerate: /net::ERR_|Failed to load resource/ })
  await page.goto(`${url}/login`)
  await page.evaluate((token) => {
    localStorage.setItem('laurel.session', token)
  }, tokens.elif)
  await page.goto(`${url}/feed`)
  await page.getByRole('list', { name: 'Posts' }).getByRole('listitem').nth(3).waitFor()
  const one = await createPost('admin', ['tomas'])
  await one.card(page).waitFor()
  await second.stop()
  const [missedPost, deletedPost] = [await createPost('admin', ['tomas']), one]
  await api('DELETE', `/posts/${deletedPost.id}`, tokens.admin)
  second = await startApp({ ...env, PORT: new URL(url).port })
  await missedPost.card(page).waitFor({ timeout: 45_000 })
  await deletedPost.card(page).waitFor({ state: 'detached' })
  const after = await createPost('admin', ['tomas'])
  await after.card(page).waitFor()
  expect(await missedPost.card(page).count()).toBe(1)
}, 120_000)
