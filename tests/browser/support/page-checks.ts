import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/**
 * What axe finds against WCAG 2.2 AA on this page as it stands, or in a part of it. It runs in the
 * page itself and keeps to violations: five times quicker than a builder that reports everything.
 */
export async function findViolations(page: Page, part?: string): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
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
/**
 * Nothing that axe finds, once the screen is there: its address stands before it does, and on a
 * busy machine there is nothing for a moment.
 */
export async function expectAccessible(page: Page, where: string, part?: string): Promise<void> {
  await page.waitForTimeout(150)
  await expect
    .poll(async () => (await findViolations(page, part)).map((one) => `${where}: ${one}`), {
      timeout: 10_000,
      interval: 500,
    })
    .toEqual([])
}

/** The page is not wider than the screen: nothing to scroll sideways. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBeLessThanOrEqual(0)
}

/**
 * Everything that was on its way is there, and nothing more comes: no placeholder, no picture still
 * loading, for a while. (The network is never idle: a page listens to events.)
 */
export async function waitUntilSettled(page: Page): Promise<void> {
  const waiting = () =>
    page.locator('.mantine-Skeleton-root[data-visible], [aria-busy="true"]').count()
  for (let quiet = 0; quiet < 3; quiet = (await waiting()) ? 0 : quiet + 1) {
    await page.waitForFunction(() => [...document.images].every((image) => image.complete))
    await page.waitForTimeout(100)
  }
}

/**
 * Whoever is signed out elsewhere lands at /login with the next click on their feed at the latest:
 * a call that was still to come may have told the page before.
 */
export async function expectSignedOut(page: Page): Promise<void> {
  await Promise.race([
    page.waitForURL('**/login'),
    page.getByRole('button', { name: /^Like/ }).first().click(),
  ])
  await page.waitForURL('**/login')
}
