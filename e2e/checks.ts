import AxeBuilder from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Nothing that axe finds against WCAG 2.2 AA on this page as it stands, or in a part of it. */
export async function expectAccessible(page: Page, where: string, part?: string): Promise<void> {
  await page.waitForTimeout(150)
  const axe = new AxeBuilder({ page: page as never })
  if (part) axe.include(part)
  const { violations } = await axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']).analyze()
  expect(violations.map((one) => `${where}: ${one.id} ${one.nodes.map((node) => `${node.target.join(' ')} ${node.failureSummary?.split('\n')[1] ?? ''}`).slice(0, 3).join(' | ')}`)).toEqual([])
}

/** The page is not wider than the screen: nothing to scroll sideways. */
export async function expectNoSideways(page: Page): Promise<void> {
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBeLessThanOrEqual(0)
}

/** Everything that was on its way is there, and nothing more comes: no placeholder, no picture still loading, for a while. (The network is never idle: a page listens to events.) */
export async function settled(page: Page): Promise<void> {
  const waiting = () => page.locator('.mantine-Skeleton-root[data-visible], [aria-busy="true"]').count()
  for (let quiet = 0; quiet < 3; quiet = await waiting() ? 0 : quiet + 1) {
    await page.waitForFunction(() => [...document.images].every((image) => image.complete))
    await page.waitForTimeout(100)
  }
}
