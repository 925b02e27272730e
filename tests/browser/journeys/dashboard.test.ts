import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  expectAccessible,
  expectFits,
  expectNoHorizontalScroll,
  waitUntilSettled,
} from '#tests/browser/support/page-checks.ts'
import { findVisualFaults, saveScreenshot } from '#tests/browser/support/visual-checks.ts'
import { createSession, createTeam, waitFor } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api } = setupFixtures()
let admin: string
let member: string
let founder: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  member = await createSession(product, 'tomas@laurel.example')
  founder = await createTeam(product, 'founder@example.test', 'Analytical Engines')
})

const tileTitles = [
  'At a glance',
  'Values over time',
  'Company values',
  'Leaders',
  'Who recognizes whom',
  'Top 5 popular rewards',
  'Common topics',
  'Not thanked in this period',
]
const dayBefore = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const tile = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
const rangeButton = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Period' }).getByRole('button', { name, exact: true })
/** Works in any language. */
const waitForCharts = async (page: Page) => {
  await page.locator('[data-tile="values"] [data-chart="ring"]').first().waitFor()
  await page.locator('[data-node]').first().waitFor()
  await waitUntilSettled(page)
}
const waitForAllCharts = async (page: Page) => {
  await tile(page, 'At a glance').locator('[data-chart]').nth(5).waitFor()
  await waitForCharts(page)
}

test('an administrator reaches the dashboard from header, menu and settings', async () => {
  const page = await open(admin, '/feed')
  await page
    .getByRole('navigation', { name: 'Main' })
    .getByRole('link', { name: 'Dashboard' })
    .first()
    .click()
  for (const title of tileTitles) await tile(page, title).waitFor()
  await waitForAllCharts(page)
  expect(await page.title()).toMatch(/^(\(\d+\) )?Dashboard · Juniper & Lane$/)
  const glance = tile(page, 'At a glance')
  for (const figure of ['Active users', 'Points granted', 'Points spent', 'Team engagement'])
    await glance.getByRole('link', { name: figure }).waitFor()
  const figures = await api<{ points_granted: { now: number } }>(
    'GET',
    '/leaderboards/statistics',
    admin,
  )
  await glance.getByText(figures.points_granted.now.toLocaleString('en'), { exact: true }).waitFor()
  await expectAccessible(page, 'dashboard')
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: /^Menu for/ }).click()
  await page.getByRole('menuitem', { name: 'Dashboard' }).waitFor()
  await page.goto('/settings')
  await page.getByRole('main').getByRole('link', { name: 'Dashboard' }).click()
  await tile(page, 'At a glance').getByRole('link', { name: 'Active users' }).click()
  await page.waitForURL('**/settings/team')
})

test('active users count this month until another range is chosen', async () => {
  const month = await api<{ active_users: { now: number } }>(
    'GET',
    '/leaderboards/statistics?period=month',
    admin,
  )
  const page = await open(admin, '/dashboard')
  const active = tile(page, 'At a glance').getByRole('listitem').filter({ hasText: 'Active users' })
  await active.getByText('This month', { exact: true }).waitFor()
  await active.getByText(String(month.active_users.now), { exact: true }).waitFor()
  expect(await rangeButton(page, 'Last 30 days').getAttribute('aria-pressed')).toBe('true')
  await rangeButton(page, 'Last 30 days').click()
  await active.getByText('Last 30 days', { exact: true }).waitFor()
  await page.goto(`/dashboard?range=own&from=${dayBefore(1)}&to=${dayBefore(0)}`)
  await active.getByText('–').waitFor()
  await waitUntilSettled(page)
  await saveScreenshot(page, 'dashboard-active')
})

test('the account menu on phones links to the dashboard', async () => {
  for (const [token, locale] of [
    [admin, 'en'],
    [admin, 'uk'],
    [admin, 'ru'],
  ] as const) {
    const page = await open(token, '/feed', { width: 320, locale })
    const bar = page.getByRole('navigation').filter({ visible: true }).last()
    await bar.getByRole('link').nth(2).waitFor()
    await saveScreenshot(page, `bottom-bar-${locale}`)
    expect([locale, await findVisualFaults(page)]).toEqual([locale, []])
    const button = page.locator('header button').last()
    const entry = page.locator('[role=menuitem][href="/dashboard"]')
    const isMarked = () => button.evaluate((one) => getComputedStyle(one).boxShadow !== 'none')
    expect(await isMarked()).toBe(false)
    await button.click()
    expect(await entry.getAttribute('aria-current')).toBeNull()
    await entry.click()
    await page.waitForURL('**/dashboard')
    await waitFor(isMarked)
    await button.click()
    await waitFor(async () => (await entry.getAttribute('aria-current')) === 'page')
    await waitUntilSettled(page)
    await saveScreenshot(page, `account-menu-${locale}`)
  }
  const page = await open(member, '/feed', { width: 375 })
  await page.getByRole('list', { name: 'Posts' }).getByRole('listitem').first().waitFor()
  await page.locator('header button').last().click()
  await page.getByRole('menuitem', { name: 'My profile' }).waitFor()
  expect(await page.locator('a[href="/dashboard"]').count()).toBe(0)
})

test('a member is redirected away from the dashboard', async () => {
  const page = await open(member, '/dashboard')
  await page.waitForURL('**/feed')
  await page.getByRole('heading', { name: 'Feed' }).waitFor()
  expect(await page.getByRole('link', { name: 'Dashboard' }).count()).toBe(0)
  await page.getByRole('button', { name: /^Menu for/ }).click()
  await page.getByRole('menuitem').first().waitFor()
  expect(await page.getByRole('menuitem', { name: 'Dashboard' }).count()).toBe(0)
})

test('the date range stays in the address across a reload', async () => {
  const page = await open(admin, '/dashboard')
  const rangeRequest = page.waitForRequest(
    (request) =>
      request.url().includes('/leaderboards/statistics') && request.url().includes('from='),
  )
  await rangeButton(page, 'Last 7 days').click()
  await page.waitForURL('**/dashboard?range=7d')
  await rangeRequest
  await page.reload()
  await tile(page, 'At a glance')
    .getByText(/ were active: they gave/)
    .waitFor()
  expect(await rangeButton(page, 'Last 7 days').getAttribute('aria-pressed')).toBe('true')
  const today = new Date().toISOString().slice(0, 10)
  await rangeButton(page, 'Custom').click()
  await page.getByLabel('From').fill(today)
  await page.waitForURL(`**/dashboard?range=own&from=${today}&to=*`)
  await page.getByLabel('To', { exact: true }).fill('2024-01-01')
  await page.getByText('The start must be before the end').waitFor()
  await page.getByLabel('To', { exact: true }).fill(today)
  await page.getByLabel('From').fill('2024-01-01')
  await page.getByText('Choose a year at most.').waitFor()
  expect(new URL(page.url()).searchParams.get('from')).toBe(today)
  await expectAccessible(page, 'own days')
  await rangeButton(page, 'Last 30 days').click()
  await page.waitForURL('**/dashboard?range=30d')
})

test('the recognition graph can be explored by keyboard', async () => {
  const page = await open(admin, '/dashboard')
  await waitForAllCharts(page)
  const org = tile(page, 'Who recognizes whom')
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('data-node'))
  await org.locator('[data-node][tabindex="0"]').focus()
  const first = await focused()
  const places = await org
    .locator('[data-node]')
    .evaluateAll((all) =>
      all.map((one) => ({ id: one.getAttribute('data-node'), x: one.getBoundingClientRect().x })),
    )
  const from = places.find(({ id }) => id === first)?.x ?? 0
  // Toward a side with a neighbor.
  const key = places.filter(({ x }) => x > from + 2).length ? 'ArrowRight' : 'ArrowLeft'
  await page.keyboard.press(key)
  const second = await focused()
  expect(second).not.toBe(first)
  expect(await org.locator('[data-state="here"] [data-node]').getAttribute('data-node')).toBe(
    second,
  )
  expect(await org.locator('[data-state="far"] [data-node]').count()).toBeGreaterThan(0)
  await page.keyboard.press('Enter')
  const name =
    (await org.locator('[data-node][aria-pressed="true"]').getAttribute('aria-label'))?.split(
      ':',
    )[0] ?? ''
  await org.getByRole('heading', { name: `${name}’s connections` }).waitFor()
  for (const text of await org
    .getByRole('list', { name: 'Connections', exact: true })
    .getByRole('listitem')
    .allTextContents())
    expect(text).toContain(name)
  await org.getByRole('link', { name: `Open the profile ${name}` }).waitFor()
  await expectAccessible(page, 'somebody chosen in the graph')
  await page.keyboard.press('Escape')
  await org.getByRole('heading', { name: 'Strongest connections' }).waitFor()
  const viewBox = await org.locator('svg[role="group"]').getAttribute('viewBox')
  await org.getByRole('button', { name: 'Zoom in' }).click()
  expect(await org.locator('svg[role="group"]').getAttribute('viewBox')).not.toBe(viewBox)
  await org.getByRole('button', { name: 'Show everything' }).click()
  expect(await org.locator('svg[role="group"]').getAttribute('viewBox')).toBe(viewBox)
})

test('people without recognition appear in a separate row', async () => {
  const range = `from=${dayBefore(1)}&to=${dayBefore(0)}`
  const page = await open(admin, `/dashboard?range=own&${range}`)
  const { people, edges } = await api<{
    people: { id: string }[]
    edges: { from_id: string; to_id: string }[]
  }>('GET', `/leaderboards/org_chart?${range}`, admin)
  const tied = new Set(edges.flatMap(({ from_id: fromId, to_id: toId }) => [fromId, toId]))
  const untiedCount = people.filter(({ id }) => !tied.has(id)).length
  expect(untiedCount).toBeGreaterThan(0)
  await tile(page, 'Who recognizes whom')
    .getByRole('heading', { name: `${untiedCount} people neither gave nor received thanks` })
    .waitFor()
  if (tied.size) await page.locator('[data-node]').first().waitFor()
  expect(await page.locator('[data-node]').count()).toBe(tied.size)
})

test('a team without posts sees one sentence and one button', async () => {
  await api('DELETE', '/workspace/reset_demo_data', founder)
  const page = await open(founder, '/dashboard?range=year')
  await page.getByRole('heading', { name: /^No one gave, received or redeemed points/ }).waitFor()
  expect(await page.getByRole('region').count()).toBe(0)
  await waitUntilSettled(page)
  await expectAccessible(page, 'the dashboard of a new team')
  await page.getByRole('main').getByRole('button', { name: 'Give thanks' }).click()
  await page.getByRole('textbox').last().waitFor()
})

test('a failing tile offers a retry and leaves the others unchanged', async () => {
  const page = await open(admin, null, { tolerate: /500/ })
  let broken = true
  await page.route('**/api/leaderboards/values?*', (route) =>
    broken
      ? route.fulfill({ status: 500, json: { errors: [{ code: 'unknown', message: 'x' }] } })
      : route.fallback(),
  )
  await page.goto('/dashboard')
  const values = tile(page, 'Company values')
  await values.getByRole('button', { name: 'Try again' }).waitFor({ timeout: 20_000 })
  await tile(page, 'At a glance')
    .getByText(/ were active: they gave/)
    .waitFor()
  await tile(page, 'Leaders').getByRole('listitem').first().waitFor()
  broken = false
  await values.getByRole('button', { name: 'Try again' }).click()
  await values.getByText('leads with').waitFor()
})

test.each([
  [
    'en',
    [
      [768, true],
      [375, false],
    ],
  ],
  [
    'ru',
    [
      [375, true],
      [320, false],
    ],
  ],
] as const)('the dashboard fits in %s, and axe finds nothing', async (locale, looks) => {
  const [[width, dark]] = looks
  const page = await open(admin, '/dashboard', { width, dark, locale, touch: true })
  await waitForCharts(page)
  await expectFits(page, `dashboard ${locale}`, looks)
})
