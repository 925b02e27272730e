import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/**
 * Returns the WCAG 2.2 AA violations that axe finds on the page or in a part of it. Reporting
 * violations only is five times faster than a full report.
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
 * Asserts that axe finds nothing, once the screen has rendered: the address changes before the
 * content appears.
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

/** Asserts that the page does not scroll sideways. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  expect(
    await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    ),
  ).toBeLessThanOrEqual(0)
}

/**
 * Waits until no placeholder or image is loading for a while. (The network is never idle, because
 * of the event stream.)
 */
export async function waitUntilSettled(page: Page): Promise<void> {
  const waiting = () =>
    page.locator('.mantine-Skeleton-root[data-visible], [aria-busy="true"]').count()
  for (
    let quietRounds = 0;
    quietRounds < 3;
    quietRounds = (await waiting()) ? 0 : quietRounds + 1
  ) {
    await page.waitForFunction(() => [...document.images].every((image) => image.complete))
    await page.waitForTimeout(100)
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
