import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { createTestDatabase, withClient } from '#tests/support/database.ts'
import { callApi, type AppUnderTest } from './app-under-test.ts'
import { takeContext, type TestContext } from './browser-contexts.ts'
import { startAppInProcess } from './in-process-app.ts'

/**
 * Preferences of the reader. `tolerate`: calls that a test drops on purpose, whose errors are
 * ignored. `worker`: enables the service worker, which bypasses request interception. `at`: another
 * server than the fixture's. `emojiFont`: the page looks for an emoji font of the device, and loads
 * one if it is missing; other pages take it as present. `isolated`: the test changes the context of
 * the page (clock, network, permissions), which no other test may use afterwards.
 */
export type BrowserOptions = {
  locale?: string
  width?: number
  dark?: boolean
  touch?: boolean
  tolerate?: RegExp
  worker?: boolean
  at?: string
  emojiFont?: boolean
  isolated?: boolean
}

/**
 * Starts the product in this process on a copy of a template database, with the demo team unless
 * DEMO is off. Stopping it drops the copy.
 */
async function startSeededApp(env: Record<string, string> = {}): Promise<AppUnderTest> {
  const database = await createTestDatabase(
    inject(env['DEMO'] === 'off' ? 'template' : 'demoTemplate'),
  )
  const product = await startAppInProcess({ DATABASE_URL: database.ownerUrl, ...env })
  return {
    ...product,
    async stop() {
      await product.stop()
      await database.drop()
    },
  }
}

/**
 * Opens a path with the token of a session, or (null) stores the token for the pages that the test
 * opens itself. It may sign out and load another page, so nothing stores the token again.
 */
async function signIn(page: Page, token: string, path: string | null): Promise<void> {
  const store = (key: string) => localStorage.setItem('laurel.session', key)
  if (path === null) {
    await page.goto('/robots.txt')
    await page.evaluate(store, token)
    await page.goto('about:blank')
    return
  }
  const storing = await page.addInitScript(store, token)
  await page.goto(path)
  await storing.dispose()
}

/**
 * Starts the product for the tests of one file, which use the browser of the worker. Closes each
 * page after its test, and fails the test on page errors.
 */
export function setupFixtures(env: () => Record<string, string> = () => ({})) {
  // Filled before the first test, so that a file can destructure it immediately.
  const product = {} as AppUnderTest
  const opened: { context: TestContext; errors: string[] }[] = []

  beforeAll(async () => {
    Object.assign(product, await startSeededApp(env()))
  })
  afterEach(async () => {
    const errors = opened.flatMap((one) => one.errors)
    for (const { context } of opened.splice(0)) await context.release()
    if (errors.length) throw new Error(`a page reported: ${errors.join('\n')}`)
  })
  afterAll(async () => {
    await product.stop?.()
  })

  /**
   * Opens a page in a browser context of its own, signed in with the token, at the path (null: no
   * page).
   */
  const open = async (
    token: string | null,
    path: string | null,
    reader: BrowserOptions = {},
  ): Promise<Page> => {
    const context = await takeContext({
      baseURL: reader.at ?? product.url,
      locale: reader.locale ?? 'en',
      hasTouch: reader.touch ?? false,
      serviceWorkers: reader.worker ? ('allow' as const) : ('block' as const),
      isolated: reader.isolated ?? false,
    })
    const errors: string[] = []
    opened.push({ context, errors })
    const page = await context.open()
    await page.setViewportSize({ width: reader.width ?? 1_280, height: 800 })
    await page.emulateMedia({
      colorScheme: reader.dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
    })
    if (!reader.emojiFont)
      await page.addInitScript(() => {
        // The error page of the browser and sandboxed frames have no storage.
        try {
          localStorage.setItem('laurel.color_emoji', 'system')
        } catch {}
      })
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => {
      const text = message.text()
      if (
        message.type() === 'error' &&
        !/status of 4\d\d/.test(text) &&
        !reader.tolerate?.test(text)
      )
        errors.push(text)
    })
    if (token) await signIn(page, token, path)
    else if (path !== null) await page.goto(path)
    return page
  }
  /** Calls the API. Returns the response body, and throws with the status when refused. */
  const api = <T>(method: string, path: string, token: string | null, body?: unknown) =>
    callApi<T>(product, method, path, token, body)
  /** Runs SQL as the schema owner, for data that would take thousands of calls. */
  const inDatabase = (text: string) =>
    withClient(product.ownerUrl(), (client) => client.query(text))
  return { product, open, api, inDatabase }
}
