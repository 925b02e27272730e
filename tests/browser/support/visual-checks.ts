import { mkdirSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { slackScopes } from '#contract/chat.ts'

/** Saves a screenshot for manual review in the folder named by LOOK. */
export async function saveScreenshot(page: Page, name: string): Promise<void> {
  const folder = process.env['LOOK']
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: `${folder}/${name}.png` })
}

/**
 * Returns visual faults of the page: sideways scrolling, cut texts, untranslated keys, content
 * under the bottom bar. Waits for the fonts first, because the fallback font is wider.
 */
export const findVisualFaults = (page: Page): Promise<string[]> =>
  page.evaluate(async (permissions: readonly string[]) => {
    await document.fonts.ready
    const found: string[] = []
    const root = document.documentElement
    const sideways = root.scrollWidth - root.clientWidth
    if (sideways > 0) {
      const wide = [...document.querySelectorAll('body *')]
        .filter((one) => one.getBoundingClientRect().right > root.clientWidth + 1)
        .map((one) => `${one.tagName.toLowerCase()}.${String(one.getAttribute('class'))}`)
      found.push(`scrolls sideways by ${sideways}: ${wide.slice(0, 3).join(', ')}`)
    }
    const isVisible = (one: Element) =>
      one.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
      !one.closest('.sr-only, [aria-hidden=true], svg')
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const candidates = new Set<Element>()
    for (let node = words.nextNode(); node; node = words.nextNode()) {
      const text = node.textContent?.trim() ?? ''
      const owner = node.parentElement
      if (!text || !owner || /^(SCRIPT|STYLE|NOSCRIPT)$/.test(owner.tagName) || !isVisible(owner))
        continue
      // A team name may have any length; the header truncates it.
      const head = owner.closest('header') !== null
      if (
        (!text.endsWith('.csv') &&
          !permissions.includes(text) &&
          /^[a-z_]+[.:][a-z_]+(\.[a-z_]+)*$/.test(text)) ||
        /\{[a-z_]+\}/.test(text)
      )
        found.push(`looks like a key: ${text}`)
      // The clipping element is often the parent or grandparent of the text.
      for (
        let one: Element | null = owner, n = 0;
        one && n < 3 && !head;
        one = one.parentElement, n += 1
      )
        candidates.add(one)
    }
    for (const one of candidates) {
      const style = getComputedStyle(one)
      if (
        /hidden|clip/.test(style.overflowX) &&
        one.clientWidth > 1 &&
        one.scrollWidth > one.clientWidth + 1
      )
        found.push(`cut: ${one.textContent?.trim().slice(0, 60)}`)
      if (
        /hidden|clip/.test(style.overflowY) &&
        one.clientHeight > 1 &&
        one.scrollHeight > one.clientHeight + 3 &&
        style.webkitLineClamp === 'none'
      )
        found.push(`cut below: ${one.textContent?.trim().slice(0, 60)}`)
    }
    const bar = [...document.querySelectorAll('body *')].find(
      (one) =>
        getComputedStyle(one).position === 'fixed' && one.tagName === 'NAV' && isVisible(one),
    )
    if (bar && !document.querySelector('[role=dialog]')) {
      const free = root.scrollHeight - bar.getBoundingClientRect().height
      const below = [...document.querySelectorAll('main a, main button, main input')].filter(
        (one) => isVisible(one) && one.getBoundingClientRect().bottom + scrollY > free + 1,
      )
      if (below.length)
        found.push(
          `under the bottom bar: ${below.map((one) => one.textContent?.trim().slice(0, 40)).join(', ')}`,
        )
    }
    return [...new Set(found)]
  }, slackScopes)
