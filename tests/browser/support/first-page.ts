import { brotliCompressSync } from 'node:zlib'
import type { Page } from 'playwright-core'
import { callApi } from './app-under-test.ts'
import { waitUntilSettled } from './page-checks.ts'

/** Brotli sizes in bytes. New code of the first page has to make room within them (decision 020). */
export const firstPageBudget = { js: 150 * 1_024, css: 17.8 * 1_024 }

/**
 * Gives an administrator the fullest feed: thanks since the last visit, a reward to save for, and a
 * celebration. The checklist, the leaderboard and the topics need no preparation in a team with
 * posts. Both arguments are tokens of sessions.
 */
export async function fillFirstPage(
  product: { url: string },
  administrator: string,
  colleague: string,
): Promise<void> {
  type Config = { user: { id: string; balance: number }; values: { id: string }[] }
  const { user, values } = await callApi<Config>(product, 'GET', '/config', administrator)
  for (const isPrivate of [false, true])
    await callApi(product, 'POST', '/posts', colleague, {
      to_id: [user.id],
      value_id: values[0]?.id,
      score: 1,
      description: 'For the careful review of the release',
      private: isPrivate,
    })
  const soon = new Date(Date.now() + 2 * 86_400_000)
  await callApi(product, 'PUT', '/profiles/me', colleague, {
    birth_date: `1990-${soon.toISOString().slice(5, 10)}`,
    birthday_visibility: 'everyone',
  })
  const reward = await callApi<{ id: string }>(product, 'POST', '/rewards/rewards', administrator, {
    title: 'A day at the sea',
    price: user.balance + 500,
  })
  await callApi(product, 'PUT', '/shop/goal', administrator, { reward_id: reward.id })
}

/** Resolves when the panels of the fullest feed show their content. */
export async function waitForFullFeed(page: Page): Promise<void> {
  await page.locator('ul[aria-label="Posts"] > li').nth(3).waitFor()
  for (const name of ['While you were away', 'Saving for A day at the sea', 'Important dates'])
    await page.getByRole('heading', { name }).waitFor()
}

type LoadedFile = { name: string; bytes: number }

/**
 * Opens a path and returns the scripts and style sheets that it loads until it is idle, with their
 * brotli sizes, biggest first. `rendered` resolves when the content is on screen.
 */
export async function loadFirstPage(
  page: Page,
  url: string,
  rendered: () => Promise<unknown>,
): Promise<LoadedFile[]> {
  const files: Promise<LoadedFile>[] = []
  page.on('response', (response) => {
    const name = new URL(response.url()).pathname
    if (/\.(js|css)$/.test(name))
      files.push(response.body().then((body) => ({ name, bytes: brotliCompressSync(body).length })))
  })
  // A late event about the posts of the fixture would load the code that applies live changes.
  await page.route('**/api/events*', (route) => route.fulfill({ contentType: 'text/event-stream' }))
  await page.goto(url)
  await rendered()
  await waitUntilSettled(page)
  return (await Promise.all(files)).sort((a, b) => b.bytes - a.bytes)
}

export const sumBytes = (files: readonly LoadedFile[], kind: 'js' | 'css'): number =>
  files.filter(({ name }) => name.endsWith(kind)).reduce((total, { bytes }) => total + bytes, 0)
