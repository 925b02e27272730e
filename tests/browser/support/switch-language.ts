import type { Page } from 'playwright-core'

type SetLanguage = (language: string, remember: boolean) => Promise<void>
type Scope = { setLanguage?: SetLanguage }

/** Returns the loaded bundle that declares `setLanguage` (web/lib/i18n.ts): it names a manifest. */
const findBundle = (page: Page): Promise<string | undefined> =>
  page.evaluate(async () => {
    for (const { name } of performance.getEntriesByType('resource'))
      if (name.endsWith('.js') && (await (await fetch(name)).text()).includes('`/manifest-'))
        return name
    return undefined
  })

/** Keeps the function in the page. Its name in the bundle is short, so its text identifies it. */
async function exposeSetLanguage(page: Page): Promise<void> {
  const bundle = await findBundle(page)
  // A string, because the transformation of this file replaces `import()`.
  const module = await page.evaluateHandle<Record<string, unknown>>(
    `import(${JSON.stringify(bundle)})`,
  )
  const isFound = await module.evaluate((exported) => {
    const found = Object.values(exported).find((one) => String(one).includes('`/manifest-'))
    if (found) (window as unknown as Scope).setLanguage = found as SetLanguage
    return found !== undefined
  })
  if (!isFound) throw new Error(`${bundle} does not export setLanguage`)
}

/**
 * Switches the texts of the shown screen as the user menu does, without its call and without
 * another visit of the screen. Resolves when the new texts are drawn.
 */
export async function switchLanguage(page: Page, language: string): Promise<void> {
  if (!(await page.evaluate(() => 'setLanguage' in window))) await exposeSetLanguage(page)
  await page.evaluate(async (to) => {
    await (window as unknown as Required<Scope>).setLanguage(to, false)
    await new Promise<void>((resolve) => {
      requestAnimationFrame(() => requestAnimationFrame(() => resolve()))
    })
  }, language)
}
