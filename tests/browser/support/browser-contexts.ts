import type { Browser, BrowserContext, Page } from 'playwright-core'
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
const sharedBrowser = (): Promise<Browser> =>
  // A page of a test is closed before optimized code pays for its compilation.
  (browser ??= startBrowser(['--js-flags=--no-opt,--no-maglev']))

/**
 * A context that stays between tests. Its opener is a page of the product without code, whose
 * process all its pages share: a page of a new process takes nearly twice the CPU time. The browser
 * has the files of the product, and their compiled code.
 */
type SharedContext = { context: BrowserContext; opener: Page; key: string }
/** The pages of one test. `open` creates a page, `release` closes them all. */
export type TestContext = { open: () => Promise<Page>; release: () => Promise<void> }

/** Contexts that no test uses, oldest first. */
const idleContexts: SharedContext[] = []
const idleContextsMax = 6

const toKey = ({ baseURL, locale, hasTouch }: ContextOptions) =>
  JSON.stringify([baseURL, locale, hasTouch])
const isShareable = ({ isolated, serviceWorkers }: ContextOptions) =>
  !isolated && serviceWorkers === 'block'

async function createContext(options: ContextOptions): Promise<BrowserContext> {
  const { isolated: _, ...fixed } = options
  const viewport = { width: 1_280, height: 800 }
  return (await sharedBrowser()).newContext({ ...fixed, viewport })
}

async function createSharedContext(options: ContextOptions): Promise<SharedContext> {
  const context = await createContext(options)
  const opener = await context.newPage()
  await opener.goto('/robots.txt')
  return { context, opener, key: toKey(options) }
}

/** Returns an idle context without stored data, or undefined if there is none. */
async function takeIdleContext(options: ContextOptions): Promise<SharedContext | undefined> {
  const index = idleContexts.findIndex(({ key }) => key === toKey(options))
  const [idle] = index < 0 ? [] : idleContexts.splice(index, 1)
  await idle?.context.clearCookies()
  await idle?.opener.evaluate(() => localStorage.clear())
  return idle
}

async function openPage({ context, opener }: SharedContext): Promise<Page> {
  const opened = context.waitForEvent('page')
  await opener.evaluate(() => {
    const page = window.open('about:blank')
    if (page) page.opener = null
  })
  return opened
}

/**
 * Closes pages, after their request handlers: one that still fetches would fail outside of every
 * test.
 */
async function closePages(pages: Page[]): Promise<void> {
  for (const page of pages) await page.unrouteAll({ behavior: 'ignoreErrors' })
  for (const page of pages) await page.close()
}

/**
 * Returns a context without pages and stored data: an idle one, or a new one. It stays for the next
 * test unless the test changes it.
 */
export async function takeContext(options: ContextOptions): Promise<TestContext> {
  if (!isShareable(options)) {
    const context = await createContext(options)
    return {
      open: () => context.newPage(),
      async release() {
        await closePages(context.pages())
        await context.close()
      },
    }
  }
  const shared = (await takeIdleContext(options)) ?? (await createSharedContext(options))
  return {
    open: () => openPage(shared),
    async release() {
      await closePages(shared.context.pages().filter((page) => page !== shared.opener))
      idleContexts.push(shared)
      if (idleContexts.length > idleContextsMax) await idleContexts.shift()?.context.close()
    },
  }
}
