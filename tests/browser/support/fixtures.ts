import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { createTestDatabase, withClient } from '#tests/support/database.ts'
import { callApi, type AppUnderTest, startBrowser } from './app-under-test.ts'
import { startAppInProcess } from './in-process-app.ts'

/**
 * Preferences of the reader. `tolerate`: calls that a test drops on purpose, whose errors are
 * ignored. `worker`: enables the service worker, which bypasses request interception. `at`: another
 * server than the fixture's. `emojiFont`: the page looks for an emoji font of the device, and loads
 * one if it is missing; other pages take it as present, because each context would load it again.
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
}

/** The browser of this worker. Its files share it, because starting one takes a second. */
let browser: Promise<Browser> | undefined
const sharedBrowser = (): Promise<Browser> => (browser ??= startBrowser())

/**
 * Starts the product in this process on a copy of a template database, with the demo team unless
 * DEMO is off. Stopping it drops the copy.
 */
export async function startSeededApp(env: Record<string, string> = {}): Promise<AppUnderTest> {
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

const signedInState = (origin: string, token: string) => ({
  cookies: [],
  origins: [{ origin, localStorage: [{ name: 'laurel.session', value: token }] }],
})

/**
 * Starts the product for the tests of one file, which use the browser of the worker. Closes each
 * page after its test, and fails the test on page errors.
 */
export function setupFixtures(env: () => Record<string, string> = () => ({})) {
  // Filled before the first test, so that a file can destructure it immediately.
  const product = {} as AppUnderTest
  const opened: { context: BrowserContext; errors: string[] }[] = []

  beforeAll(async () => {
    Object.assign(product, await startSeededApp(env()))
  })
  afterEach(async () => {
    const errors = opened.flatMap((one) => one.errors)
    for (const { context } of opened.splice(0)) {
      // A handler that still fetches when its page closes would fail outside of every test.
      for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' })
      await context.close()
    }
    if (errors.length) throw new Error(`a page reported: ${errors.join('\n')}`)
  })
  afterAll(async () => {
    await product.stop?.()
  })

  /**
   * Opens a page in a new browser context, signed in with the token, at the path (null: no page).
   */
  const open = async (
    token: string | null,
    path: string | null,
    reader: BrowserOptions = {},
  ): Promise<Page> => {
    const baseURL = reader.at ?? product.url
    const context = await (
      await sharedBrowser()
    ).newContext({
      baseURL,
      locale: reader.locale ?? 'en',
      viewport: { width: reader.width ?? 1280, height: 800 },
      hasTouch: reader.touch ?? false,
      colorScheme: reader.dark ? 'dark' : 'light',
      reducedMotion: 'reduce',
      serviceWorkers: reader.worker ? 'allow' : 'block',
      // Loads a page of its own for the origin, so it is only for tests that navigate themselves.
      ...(token && path === null ? { storageState: signedInState(baseURL, token) } : {}),
    })
    const errors: string[] = []
    opened.push({ context, errors })
    if (!reader.emojiFont)
      await context.addInitScript(() => localStorage.setItem('laurel.color_emoji', 'system'))
    const page = await context.newPage()
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
    if (path !== null) {
      const signIn = token
        ? await page.addInitScript((key) => localStorage.setItem('laurel.session', key), token)
        : undefined
      await page.goto(path)
      // A test may sign out and load another page.
      await signIn?.dispose()
    }
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
