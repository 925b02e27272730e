import type { Browser, BrowserContext } from 'playwright-core'
import { startBrowser } from './app-under-test.ts'

/**
 * What a context fixes for its pages. `isolated`: the test changes the context, for instance its
 * clock.
 */
export type ContextOptions = {
  baseURL: string
  locale: string
  hasTouch: boolean
  serviceWorkers: 'allow' | 'block'
  isolated: boolean
}

/** The browser of this worker. Its files share it, because starting one takes a second. */
let browser: Promise<Browser> | undefined
const sharedBrowser = (): Promise<Browser> => (browser ??= startBrowser())

/**
 * Contexts without pages. A page of a used context loads in two thirds of the CPU time: the browser
 * has the files of the product, and their compiled code.
 */
const idleContexts: { context: BrowserContext; key: string }[] = []
const idleContextsMax = 6

const toKey = ({ baseURL, locale, hasTouch }: ContextOptions) =>
  JSON.stringify([baseURL, locale, hasTouch])
const isReusable = ({ isolated, serviceWorkers }: ContextOptions) =>
  !isolated && serviceWorkers === 'block'

/** Returns a context without pages and stored data. */
export async function takeContext(options: ContextOptions): Promise<BrowserContext> {
  const key = isReusable(options) ? toKey(options) : undefined
  const index = idleContexts.findIndex((one) => one.key === key)
  const [idle] = index < 0 ? [] : idleContexts.splice(index, 1)
  if (idle) {
    await idle.context.setStorageState({ cookies: [], origins: [] })
    return idle.context
  }
  const { isolated: _, ...fixed } = options
  const viewport = { width: 1_280, height: 800 }
  return (await sharedBrowser()).newContext({ ...fixed, viewport })
}

/** Closes the pages of a context, and keeps it for the next test unless the test changed it. */
export async function releaseContext(
  context: BrowserContext,
  options: ContextOptions,
): Promise<void> {
  const pages = context.pages()
  // A handler that still fetches when its page closes would fail outside of every test.
  for (const page of pages) await page.unrouteAll({ behavior: 'ignoreErrors' })
  if (!isReusable(options)) return context.close()
  for (const page of pages) await page.close()
  idleContexts.push({ context, key: toKey(options) })
  if (idleContexts.length > idleContextsMax) await idleContexts.shift()?.context.close()
  return undefined
}
