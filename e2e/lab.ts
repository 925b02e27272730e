// How fast it feels, on a machine four times slower: `npm run lab`. Prints what was measured and
// ends with 1 beyond an aim.
import { availableParallelism, loadavg } from 'node:os'
import type { Browser, Page } from 'playwright-core'
import type { Config } from '#contract/workspaces.ts'
import { withClient } from '#server/test/database.ts'
import { settled } from './checks.ts'
import { call, type Product, sessionFor, startBrowser, startProduct } from './product.ts'

const slower = 4
const rounds = 3
const aims = { lcp_ms: 1_200, cls: 0.02, interaction_ms: 100, nodes: 3_000 } as const
type Measured = { lcp: number; cls: number; events: number[] }
type Row = { what: string; value: number; aim: number; unit: string }

/** Runs in the page: collects what the browser itself says of painting, moving, and answering. */
function collect(): void {
  const lab: Measured = { lcp: 0, cls: 0, events: [] }
  Object.assign(window, { lab })
  const watch = (
    type: string,
    hear: (
      entry: PerformanceEntry & {
        value?: number
        hadRecentInput?: boolean
        interactionId?: number
      },
    ) => void,
    more: object = {},
  ) =>
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) hear(entry)
    }).observe({ type, buffered: true, ...more })
  watch('largest-contentful-paint', (entry) => {
    lab.lcp = entry.startTime
  })
  watch('layout-shift', (entry) => {
    if (!entry.hadRecentInput) lab.cls += entry.value ?? 0
  })
  watch(
    'event',
    (entry) => {
      if (entry.interactionId) lab.events.push(entry.duration)
    },
    { durationThreshold: 16 },
  )
}
const read = (page: Page) =>
  page.evaluate(
    () => (window as unknown as { lab: { lcp: number; cls: number; events: number[] } }).lab,
  )
const median = (numbers: number[]) =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0

async function visit(
  browser: Browser,
  product: Product,
  token: string | null,
  path: string,
  ready: (page: Page) => Promise<unknown>,
): Promise<Page> {
  const context = await browser.newContext({
    baseURL: product.url,
    locale: 'en',
    viewport: { width: 1280, height: 800 },
    serviceWorkers: 'block',
    storageState: {
      cookies: [],
      origins: token
        ? [{ origin: product.url, localStorage: [{ name: 'laurel.session', value: token }] }]
        : [],
    },
  })
  await context.addInitScript(collect)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
  await page.goto(path)
  await ready(page)
  await settled(page)
  return page
}

const posts = (page: Page) => page.locator('main ul[tabindex="-1"] > li')
const heading = (page: Page) => page.getByRole('heading', { level: 1 }).waitFor()

/** First visits, each with an empty cache, in the middle of three. */
async function visits(
  browser: Browser,
  product: Product,
  token: string,
  me: string,
): Promise<Row[]> {
  const screens = [
    { path: '/login', token: null, ready: heading },
    { path: '/feed', token, ready: (page: Page) => posts(page).nth(3).waitFor() },
    { path: '/rewards', token, ready: heading },
    { path: `/profile/${me}`, token, ready: heading },
    { path: '/settings/team', token, ready: heading },
  ]
  const rows: Row[] = []
  for (const screen of screens) {
    const measured: Measured[] = []
    for (let round = 0; round < rounds; round += 1) {
      const page = await visit(browser, product, screen.token, screen.path, screen.ready)
      measured.push(await read(page))
      await page.context().close()
    }
    const name = screen.path.replace(me, '{id}')
    rows.push({
      what: `${name}: largest paint`,
      value: Math.round(median(measured.map(({ lcp }) => lcp))),
      aim: aims.lcp_ms,
      unit: 'ms',
    })
    rows.push({
      what: `${name}: moved while loading`,
      value: Math.round(median(measured.map(({ cls }) => cls)) * 1_000) / 1_000,
      aim: aims.cls,
      unit: '',
    })
  }
  return rows
}

/** What a hand does on the feed: the slowest answer to each, in the middle of three. */
async function hands(browser: Browser, product: Product, token: string): Promise<Row[]> {
  const page = await visit(browser, product, token, '/feed', (one) => posts(one).nth(3).waitFor())
  const composer = page.locator('#composer')
  const clear = async () => {
    await page.keyboard.press('Escape')
    await composer.press('Control+a')
    await page.keyboard.press('Backspace')
  }
  const acts: { what: string; act: () => Promise<unknown>; after?: () => Promise<unknown> }[] = [
    {
      what: 'typing thanks',
      act: async () => {
        await composer.click()
        await page.keyboard.type('for the calm release notes', { delay: 40 })
      },
      after: clear,
    },
    {
      what: 'a mention among 10,000',
      act: async () => {
        await composer.click()
        await page.keyboard.type('@zed0', { delay: 60 })
        await page.getByRole('option').first().waitFor()
      },
      after: clear,
    },
    {
      what: 'a like',
      act: () =>
        posts(page).nth(1).locator('button[aria-pressed][aria-label*="like"]').first().click(),
    },
    {
      what: 'a filter',
      act: async () => {
        await page
          .getByRole('group', { name: 'Filter by value' })
          .getByRole('button')
          .nth(2)
          .click()
      },
      after: () =>
        page.getByRole('group', { name: 'Filter by value' }).getByRole('button').first().click(),
    },
    {
      what: 'the menu',
      act: async () => {
        await page.getByRole('button', { name: 'Menu of' }).click()
        await page.getByRole('menu').waitFor()
      },
      after: () => page.keyboard.press('Escape'),
    },
    {
      what: 'the search',
      act: async () => {
        await page.keyboard.press('Control+k')
        await page.getByRole('combobox').waitFor()
        await page.keyboard.type('zed', { delay: 60 })
      },
      after: () => page.keyboard.press('Escape'),
    },
  ]
  const rows: Row[] = []
  for (const { what, act, after } of acts) {
    const slowest: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      await page.evaluate(() => {
        ;(window as unknown as { lab: { events: number[] } }).lab.events.length = 0
      })
      await act()
      await page.waitForTimeout(400)
      slowest.push(Math.max(0, ...(await read(page)).events))
      await after?.()
      await page.waitForTimeout(400)
    }
    rows.push({ what, value: median(slowest), aim: aims.interaction_ms, unit: 'ms' })
  }
  await page.context().close()
  return rows
}

async function longFeed(browser: Browser, product: Product, token: string): Promise<Row[]> {
  const page = await visit(browser, product, token, '/feed', (one) => posts(one).nth(3).waitFor())
  let most = 0
  for (let shown = 0; shown < 500;) {
    await page.evaluate(() => {
      window.scrollTo(0, document.body.scrollHeight)
    })
    await page.waitForFunction(
      (before) => document.querySelectorAll('main ul[tabindex="-1"] > li').length > before,
      shown,
    )
    shown = await posts(page).count()
    most = Math.max(most, await page.evaluate(() => document.querySelectorAll('*').length))
  }
  await page.context().close()
  return [
    { what: 'the feed with 500 posts scrolled: nodes', value: most, aim: aims.nodes, unit: '' },
  ]
}

const product = await startProduct()
const browser = await startBrowser()
try {
  const token = await sessionFor(product, 'admin@laurel.example')
  const { user, workspace, values } = await call<Config>(product, 'GET', '/config', token)
  await withClient(product.database(), async (client) => {
    await client.query(
      `insert into users (workspace_id, id, email, first_name, last_name, job_title, state,
        created_at)
      select $1, gen_random_uuid(), 'many' || n || '@example.test', 'Zed' || lpad(n::text, 5, '0'),
        'Crowd', 'Crew', 'accepted', now() from generate_series(1, 10000) n`,
      [workspace.id],
    )
    await client.query(
      `insert into posts (workspace_id, id, from_id, to_ids, value_id, score, description, private,
        demo, period_start, day, created_at)
      select $1, ('018f0000-' || lpad(to_hex(n), 4, '0') || '-7000-8000-000000000000')::uuid, u.id,
        array[$2]::uuid[], $3, 1, 'Long ago, number ' || n || repeat(' thank you', n % 40), false,
        true, '2024-05-01', '2024-05-01', '2024-05-01'
      from generate_series(1, 480) n, (select id from users where workspace_id = $1 and id <> $2
        limit 1) u`,
      [workspace.id, user.id, values[0]?.id],
    )
  })
  const rows = [
    ...(await visits(browser, product, token, user.id)),
    ...(await hands(browser, product, token)),
  ]
  rows.push(...(await longFeed(browser, product, token)))
  for (const { what, value, aim, unit } of rows)
    console.log(
      `${value <= aim ? '  ' : '! '}${what.padEnd(44)} ${String(value).padStart(7)} ${unit.padEnd(2)}  aim ${aim}`,
    )
  const missed = rows.filter(({ value, aim }) => value > aim).length
  console.log(
    `\n${rows.length - missed} of ${rows.length} within their aims, ${slower} times slower`,
  )
  const load = loadavg()[0] ?? 0
  if (load > availableParallelism())
    console.log(
      `This machine has more to do than it can (load ${load.toFixed(1)} on ${availableParallelism()} cores): its times say little.`,
    )
  process.exitCode = missed ? 1 : 0
} finally {
  await browser.close()
  await product.stop()
}
