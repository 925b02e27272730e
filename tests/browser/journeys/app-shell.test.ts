import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  waitUntilSettled,
} from '#tests/browser/support/page-checks.ts'
import { latestCode, createSession, createTeam } from '#tests/browser/support/app-under-test.ts'
import {
  fillFirstPage,
  firstPageBudget,
  loadFirstPage,
  sumBytes,
  waitForFullFeed,
} from '#tests/browser/support/first-page.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

/** The app shell: size of the first page, search, shortcuts and history. */
const { product, open } = setupFixtures()
const tolerateNetworkErrors = { tolerate: /net::ERR_|Failed to load resource|unavailable/ }
let token: string
beforeAll(async () => {
  token = await createSession(product, 'admin@laurel.example')
})
const postItems = (page: Page) => page.locator('ul[aria-label="Posts"] > li')
const openFeed = async (reader = {}) => {
  const page = await open(token, '/feed', reader)
  await postItems(page).nth(3).waitFor()
  return page
}

test.each(['/login', '/feed'])('the first page stays small: %s', async (path) => {
  if (path === '/feed')
    await fillFirstPage(product, token, await createSession(product, 'tomas@laurel.example'))
  const page = await open(path === '/feed' ? token : null, null)
  const all = await loadFirstPage(page, path, () =>
    path === '/feed' ? waitForFullFeed(page) : page.getByRole('heading', { level: 1 }).waitFor(),
  )
  expect(all.length).toBeGreaterThan(5)
  for (const kind of ['js', 'css'] as const) {
    const sum = sumBytes(all, kind)
    expect(
      sum,
      `${path}: ${sum} bytes of ${kind}; the biggest: ${all
        .filter(({ name }) => name.endsWith(kind))
        .slice(0, 8)
        .map(({ name, bytes }) => `${name} ${bytes}`)
        .join(', ')}`,
    ).toBeLessThanOrEqual(firstPageBudget[kind])
  }
  // The server sends the files that the build compressed.
  const served = await page.request.get(all[0]?.name ?? '', {
    headers: { 'accept-encoding': 'br' },
  })
  expect(served.headers()['content-encoding']).toBe('br')
})

test('search finds people, posts and pages by keyboard', async () => {
  const page = await openFeed(tolerateNetworkErrors)
  await page.keyboard.press('Control+k')
  const field = page.getByRole('combobox', { name: 'People, posts, rewards, actions' })
  await field.waitFor()
  await page
    .getByRole('group', { name: 'Go to' })
    .getByRole('option', { name: 'Global settings' })
    .waitFor()
  await expectAccessible(page, 'search')
  await field.fill('tom')
  const person = page.getByRole('group', { name: 'People' }).getByRole('option').first()
  await person.filter({ hasText: 'Tomás' }).waitFor()
  expect(await field.getAttribute('aria-activedescendant')).toBe(await person.getAttribute('id'))
  await page.keyboard.press('Enter')
  await page.waitForURL('**/profile/*')
  await page.getByRole('heading', { level: 1, name: 'Tomás' }).waitFor()
  await page.getByRole('button', { name: 'Search' }).click()
  await page.getByRole('group', { name: 'Recent' }).getByRole('option', { name: 'Tomás' }).waitFor()
  await field.fill('xqzv')
  await page.getByRole('dialog').getByText('Nothing found for “xqzv”').first().waitFor()
  await field.fill('val')
  await page.getByRole('option', { name: 'Values' }).click()
  await page.waitForURL('**/settings/values')
  await page.route('**/api/people?*', (route) =>
    route.fulfill({ status: 400, json: { errors: [{ code: 'malformed', message: '' }] } }),
  )
  await page.keyboard.press('Control+k')
  await field.fill('elif')
  await page
    .getByRole('alert')
    .getByRole('button', { name: 'Try again' })
    .waitFor({ timeout: 15_000 })
  await expectAccessible(page, 'search failed')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('group', { name: 'People' }).getByRole('option', { name: 'Elif' }).waitFor()
  // Recent searches are removed from the browser with the session.
  await page.keyboard.press('Escape')
  const kept = () =>
    page.evaluate(
      () => Object.keys(localStorage).filter((key) => key.startsWith('laurel.recent')).length,
    )
  expect(await kept()).toBe(1)
  await page.keyboard.press('Control+k')
  await field.fill('log out')
  await page.getByRole('option', { name: 'Log out' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/login')
  expect(await kept()).toBe(0)
  token = await createSession(product, 'admin@laurel.example')
})

test('what is typed while the search loads is its text and no shortcut', async () => {
  const page = await openFeed(tolerateNetworkErrors)
  const isTyped = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', (route) => isTyped.promise.then(() => route.continue()))
  await page.keyboard.press('Control+k')
  await page.keyboard.type('nora')
  isTyped.resolve()
  const field = page.getByRole('combobox', { name: 'People, posts, rewards, actions' })
  await field.waitFor()
  expect(await field.inputValue()).toBe('nora')
  await page.keyboard.type(' a')
  expect(await field.inputValue()).toBe('nora a')
})

test('keys are shortcuts again after the search has failed to load', async () => {
  const page = await openFeed(tolerateNetworkErrors)
  await page.route('**/assets/*.js', (route) => route.abort())
  const failed = page.waitForEvent('requestfailed')
  await page.keyboard.press('Control+k')
  await failed
  await expect
    .poll(async () => {
      await page.keyboard.press('n')
      return page.evaluate(() => document.activeElement?.id)
    })
    .toBe('composer')
})

test('keyboard shortcuts open pages, but never while typing', async () => {
  const page = await openFeed({ width: 375 })
  await page.keyboard.press('n')
  const composer = page.locator('#composer-dialog')
  await expect.poll(() => composer.evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.type('g r ?')
  expect((await composer.innerText()) || (await composer.inputValue())).toContain('g r ?')
  expect(new URL(page.url()).pathname).toBe('/feed')
  await page.keyboard.press('Escape')
  await composer.waitFor({ state: 'detached' })
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  const focused = () =>
    page.evaluate(() =>
      [...document.querySelectorAll('ul[aria-label="Posts"] > li')].findIndex(
        (one) => one === document.activeElement,
      ),
    )
  const at = await focused()
  expect(at).toBeGreaterThan(0)
  await page.keyboard.press('k')
  expect(await focused()).toBe(at - 1)
  await page.keyboard.press('?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await sheet.waitFor()
  await expectAccessible(page, 'shortcuts')
  await expectNoHorizontalScroll(page)
  await sheet.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  for (const key of ['g', 'r', '?']) await page.keyboard.press(key)
  expect(await page.getByRole('dialog').count()).toBe(0)
  await page.reload()
  await postItems(page).nth(3).waitFor()
  // The setting persists; the user menu still opens the shortcut sheet.
  await page.keyboard.press('?')
  await page.getByRole('button', { name: 'Menu for' }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await sheet.getByRole('switch', { name: 'Single-key shortcuts' }).click()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('r')
  await page.waitForURL('**/rewards')
})

test('back returns to the same post at the same scroll position', async () => {
  const page = await openFeed()
  await page.evaluate(() => {
    window.scrollTo(0, document.body.scrollHeight)
  })
  await expect.poll(() => postItems(page).count()).toBeGreaterThan(20)
  const card = postItems(page).nth(18)
  await card.scrollIntoViewIfNeeded()
  await card.getByRole('link').first().waitFor()
  const scrollPosition = () =>
    card.evaluate((one) => ({
      text: one.querySelector('p, [class*="text"]')?.textContent ?? '',
      top: Math.round(one.getBoundingClientRect().top),
    }))
  for (const go of [
    () => card.getByRole('link').first().click(),
    () => card.locator('a[href^="/posts/"]').first().click(),
  ]) {
    await waitUntilSettled(page)
    const before = await scrollPosition()
    await go()
    await page.waitForURL((url) => url.pathname !== '/feed')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.goBack()
    await card.waitFor()
    await expect
      .poll(async () => {
        const now = await scrollPosition()
        return now.text === before.text && Math.abs(now.top - before.top) <= 2
      })
      .toBe(true)
  }
})

test('a deep link survives sign-in with several teams', async () => {
  const email = 'deep@example.test'
  for (const name of ['First team', 'Second team']) await createTeam(product, email, name)
  const page = await open(null, '/settings/values?x=1')
  await page.waitForURL('**/login?**')
  await page.getByLabel('Email').fill(email)
  const before = new Date(Date.now() - 1).toISOString()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/code-check**')
  const code = await latestCode(product, email, before)
  await page.locator('input:focus').waitFor()
  await page.keyboard.type(code)
  await page.getByRole('button', { name: 'Second team' }).click()
  await page.waitForURL('**/settings/values**')
  await page.getByRole('heading', { level: 1, name: 'Values' }).waitFor()
  await expect.poll(() => page.title()).toBe('Values · Second team')
})
