import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

// Pages load the minified axe twice as fast as the string `axe.source`.
const axeSource = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')
const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/**
 * Returns the WCAG 2.2 AA violations that axe finds on the page or in a part of it. Reporting
 * violations only is five times faster than a full report.
 */
export async function findViolations(page: Page, part?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  return page.evaluate(
    async ([runOnly, within]) => {
      const { violations: found } = await (window as unknown as { axe: typeof axe }).axe.run(
        within ?? document,
        { runOnly, resultTypes: ['violations'] },
      )
      return found.map(
        (one) =>
          `${one.id} ${one.nodes
            .map((node) => `${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`)
            .slice(0, 3)
            .join(' | ')}`,
      )
    },
    [axeTags, part] as const,
  )
}
/** Nothing on the page has changed for this long. */
const quietMs = 150
/**
 * Waits until the document and its address have not changed for a while. With `loaded`, a pending
 * navigation and a loading placeholder or image count as a change. A page that was already quiet is not waited for.
 */
async function waitUntilQuiet(page: Page, loaded: boolean): Promise<void> {
  await page.waitForFunction(
    ([quiet, wantsLoaded]) => {
      type Watch = { changedAt: number; url: string }
      const scope = window as unknown as {
        lastChange?: Watch
        /** TanStack Router's own reference to the router of the page. */
        __TSR_ROUTER__?: { state: { status: string; resolvedLocation?: { pathname: string } } }
      }
      if (!scope.lastChange) {
        const watch = { changedAt: performance.now(), url: '' }
        scope.lastChange = watch
        new MutationObserver(() => (watch.changedAt = performance.now())).observe(document, {
          subtree: true,
          childList: true,
          characterData: true,
          attributes: true,
        })
      }
      const router = scope.__TSR_ROUTER__?.state
      const isNavigating =
        router !== undefined &&
        (router.status === 'pending' || router.resolvedLocation?.pathname !== location.pathname)
      const isLoading =
        wantsLoaded &&
        (isNavigating ||
          document.querySelector('.mantine-Skeleton-root[data-visible], [aria-busy="true"]') ||
          [...document.images].some((image) => !image.complete))
      const watch = scope.lastChange
      if (isLoading || watch.url !== location.href) watch.changedAt = performance.now()
      watch.url = location.href
      return performance.now() - watch.changedAt >= quiet
    },
    [quietMs, loaded] as const,
    { polling: 30 },
  )
}

/**
 * Asserts that axe finds nothing, once the screen has rendered: the address changes before the
 * content appears.
 */
export async function expectAccessible(page: Page, where: string, part?: string): Promise<void> {
  await waitUntilQuiet(page, false)
  await expect
    .poll(async () => (await findViolations(page, part)).map((one) => `${where}: ${one}`), {
      timeout: 10_000,
      interval: 500,
    })
    .toEqual([])
}

/** Asserts that the page does not scroll sideways. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBeLessThanOrEqual(0)
}

/**
 * Waits until no placeholder or image is loading and nothing changes. (The network is never idle,
 * because of the event stream.)
 */
export const waitUntilSettled = (page: Page): Promise<void> => waitUntilQuiet(page, true)

/**
 * Opens a path in the app of a loaded page, like a link: the same guards, a fifth of the time of a
 * page load.
 */
export const navigateInApp = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Waits until the page has drawn its current layout. */
export const waitForLayout = (page: Page): Promise<void> =>
  page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        requestAnimationFrame(() => requestAnimationFrame(() => resolve())),
      ),
  )

/** A width of the window in pixels and a color scheme. */
export type Look = readonly [width: number, dark: boolean]
/**
 * Asserts that the shown screen does not scroll sideways and that axe finds nothing, in each look.
 * The screen is not loaded again: its layout follows the window.
 */
export async function expectFits(page: Page, where: string, looks: readonly Look[]): Promise<void> {
  for (const [width, dark] of looks) {
    await page.setViewportSize({ width, height: 800 })
    await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' })
    await waitUntilSettled(page)
    await expectNoHorizontalScroll(page)
    await expectAccessible(page, `${where} at ${width}`)
  }
}

/**
 * Asserts that a page signed out elsewhere is at /login after the next click on the feed. A pending
 * call may have redirected it before.
 */
export async function expectSignedOut(page: Page): Promise<void> {
  await Promise.race([
    page.waitForURL('**/login'),
    page.getByRole('button', { name: /^Like/ }).first().click(),
  ])
  await page.waitForURL('**/login')
}
