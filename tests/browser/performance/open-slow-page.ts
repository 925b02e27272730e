import type { Browser, Page } from 'playwright-core'

export const cpuSlowdown = 4

/**
 * Opens a path of a server, signed in with a token, in a browser context of its own whose CPU is
 * slowed down. `collect` runs in the page before it loads.
 */
export async function openSlowPage(
  browser: Browser,
  {
    url,
    token,
    path,
    collect,
  }: { url: string; token: string | null; path: string; collect: () => void },
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: url,
    locale: 'en',
    viewport: { width: 1_280, height: 800 },
    serviceWorkers: 'block',
    storageState: {
      cookies: [],
      origins: token
        ? [{ origin: url, localStorage: [{ name: 'laurel.session', value: token }] }]
        : [],
    },
  })
  await context.addInitScript(collect)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.goto(path)
  return page
}
