// `npm run bench -- dashboard`: the dashboard of a company of 20,000 people with 1,000,000 posts in a
// browser whose CPU is slowed down four times. BENCH_DIVISOR=100 makes the company smaller.
import type { Browser, Locator, Page } from 'playwright-core'
import { startBrowser } from '#tests/browser/support/app-under-test.ts'
import { median, startScript } from './environment.ts'
import { openCompanies } from './open-companies.ts'

const divisor = Number(process.env['BENCH_DIVISOR'] ?? 1)
const rounds = Number(process.env['BENCH_ROUNDS'] ?? 5)
const cpuSlowdown = 4
const [interactiveMsMax, taskMsMax] = [1_000, 100]

type Measurement = { interactive: number; longestTask: number }
/** What the page collects: tasks of more than 50 ms, as the browser reports them. */
type TaskLog = { tasks: { start: number; end: number }[] }

/** Runs in the page: collects long tasks. */
function collectTasks(): void {
  const log: TaskLog = { tasks: [] }
  Object.assign(window, { log })
  new PerformanceObserver((list) => {
    for (const { startTime, duration } of list.getEntries())
      log.tasks.push({ start: startTime, end: startTime + duration })
  }).observe({ type: 'longtask' })
}

/**
 * Runs in the page: waits for a click on an element, and then until every tile and chart shows its
 * figures and the last long task is over. Returns the milliseconds from the click.
 */
function waitUntilInteractive(element: HTMLElement): Promise<number> {
  const { log } = window as unknown as { log: TaskLog }
  const isLoaded = () =>
    document.querySelectorAll('[data-chart="bars"]').length >= 3 &&
    document.querySelector('[data-node]') !== null &&
    document.querySelector('.mantine-Skeleton-root[data-visible], [aria-busy="true"]') === null
  return new Promise((resolve) => {
    let start = 0
    let loadedAt = 0
    const check = () => {
      const now = performance.now()
      if (!isLoaded()) loadedAt = 0
      else if (!loadedAt) loadedAt = now
      if (!loadedAt || now - loadedAt < 500) return requestAnimationFrame(check)
      const lastTask = Math.max(0, ...log.tasks.map(({ end }) => end))
      return resolve(Math.max(loadedAt, lastTask) - start)
    }
    element.addEventListener(
      'click',
      () => {
        start = performance.now()
        requestAnimationFrame(check)
      },
      { once: true, capture: true },
    )
  })
}

const longestTaskOf = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const { log } = window as unknown as { log: TaskLog }
    return Math.max(0, ...log.tasks.splice(0).map(({ start, end }) => end - start))
  })

async function openFeed(browser: Browser, url: string, token: string): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en',
    viewport: { width: 1_280, height: 800 },
    serviceWorkers: 'block',
    storageState: {
      cookies: [],
      origins: [{ origin: url, localStorage: [{ name: 'laurel.session', value: token }] }],
    },
  })
  await context.addInitScript(collectTasks)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: cpuSlowdown })
  await page.goto(`${url}/feed`)
  await page.locator('ul[aria-label="Posts"] > li').nth(3).waitFor()
  await page.waitForTimeout(1_500)
  return page
}

/** Moves the pointer to an element and clicks as fast as a person does. */
async function press(element: Locator): Promise<void> {
  await element.hover()
  await element.click({ delay: 80 })
}

async function measureClick(page: Page, selector: string): Promise<Measurement> {
  await longestTaskOf(page)
  const link = page.locator(selector).first()
  const [interactive] = await Promise.all([link.evaluate(waitUntilInteractive), press(link)])
  return { interactive, longestTask: await longestTaskOf(page) }
}

/** Scrolls the page to its end and back with the wheel. Returns the longest task. */
async function measureScrolling(page: Page): Promise<Measurement> {
  await longestTaskOf(page)
  await page.mouse.move(640, 400)
  for (const step of [120, -120])
    for (let n = 0; n < 40; n += 1) {
      await page.mouse.wheel(0, step)
      await page.waitForTimeout(30)
    }
  return { interactive: Number.NaN, longestTask: await longestTaskOf(page) }
}

const { environment, bench, companies } = await openCompanies([
  {
    people: Math.max(Math.ceil(20_000 / divisor), 40),
    posts: Math.max(Math.ceil(1_000_000 / divisor), 400),
  },
])
await bench.close()
const server = await startScript('server-process.ts', [environment.ownerUrl])
const browser = await startBrowser()
const measured = new Map<string, Measurement[]>()
const record = (name: string, one: Measurement) =>
  measured.set(name, [...(measured.get(name) ?? []), one])
try {
  for (let round = 0; round < rounds; round += 1) {
    const page = await openFeed(browser, server.url, companies[0]?.admin ?? '')
    record('from the feed', await measureClick(page, 'header a[href="/dashboard"]'))
    record('scrolling', await measureScrolling(page))
    for (const name of ['Last 90 days', 'Last 7 days'])
      record(name, await measureClick(page, `[role="group"] button:text-is("${name}")`))
    await page.context().close()
  }
} finally {
  await browser.close()
  server.stop()
  await environment.stop()
}
let failed = 0
console.log(`The dashboard with the CPU slowed down ${cpuSlowdown} times, median of ${rounds}`)
for (const [name, list] of measured) {
  const interactive = median(list.map((one) => one.interactive))
  const longestTask = median(list.map((one) => one.longestTask))
  const isScrolling = name === 'scrolling'
  const isPassed = isScrolling ? longestTask <= taskMsMax : interactive <= interactiveMsMax
  if (!isPassed) failed += 1
  const figures = isScrolling
    ? `longest task ${longestTask.toFixed(0)} ms (at most ${taskMsMax})`
    : `interactive after ${interactive.toFixed(0)} ms (at most ${interactiveMsMax}), longest task ${longestTask.toFixed(0)} ms`
  console.log(`  ${name.padEnd(16)} ${figures}   ${isPassed ? 'pass' : 'FAIL'}`)
}
process.exit(failed ? 1 : 0)
