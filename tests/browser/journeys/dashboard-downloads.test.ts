import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible, waitUntilSettled } from '#tests/browser/support/page-checks.ts'
import { waitFor, createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'
import { saveScreenshot } from '#tests/browser/support/visual-checks.ts'

const { product, open } = setupFixtures()
let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
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
const tile = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })
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

test('each dashboard tile downloads as a file', async () => {
  const page = await open(admin, '/dashboard')
  await waitForAllCharts(page)
  for (const title of tileTitles) {
    await page.getByRole('button', { name: `Export ${title}`, exact: true }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV', exact: true }).click(),
    ])
    expect(file.suggestedFilename()).toMatch(
      new RegExp(`^${title} \\d{4}-\\d\\d-\\d\\d \\d{4}-\\d\\d-\\d\\d\\.csv$`),
    )
    const text = readFileSync(await file.path(), 'utf8')
    expect([title, text.startsWith('\uFEFF'), text.trimEnd().split('\r\n').length > 1]).toEqual([
      title,
      true,
      true,
    ])
    if (title === 'Company values') expect(text).toContain('Growth')
  }
})

test('complete lists download for the date range of the page', async () => {
  const page = await open(admin, '/dashboard?range=7d')
  const button = page.getByRole('button', { name: 'Export', exact: true })
  const download = async (name: string, order: number, fileName: RegExp) => {
    await button.click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name, exact: true }).nth(order).click(),
    ])
    expect(file.suggestedFilename()).toMatch(fileName)
    return readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
  }
  const day = String.raw`\d{4}-\d\d-\d\d`
  const week = await download('Posts', 0, new RegExp(`^Posts ${day} ${day}\\.csv$`))
  const all = await download('Posts', 1, new RegExp(`^Posts All time ${day}\\.csv$`))
  expect(all.length).toBeGreaterThan(week.length)
  expect(week[0]).toContain('From email')
  const purchases = await download('Purchases', 1, /^Purchases All time /)
  expect(purchases.length).toBeGreaterThan(5)
  const team = await download('Team', 0, new RegExp(`^Team ${day}\\.csv$`))
  expect(team.some((line) => line.includes('admin@laurel.example'))).toBe(true)
  await button.click()
  await page.getByRole('menuitem', { name: 'Team', exact: true }).waitFor()
  await waitUntilSettled(page)
  await saveScreenshot(page, 'dashboard-export')
  await expectAccessible(page, 'the export menu')
})

test.each([1_440, 375])(
  'the date range stays visible while a page of %i px scrolls',
  async (width) => {
    const page = await open(admin, '/dashboard', { width })
    await waitForAllCharts(page)
    await saveScreenshot(page, `dashboard-head-${width}`)
    await tile(page, 'Not thanked in this period').scrollIntoViewIfNeeded()
    await saveScreenshot(page, `dashboard-scrolled-${width}`)
    const box = await page.getByRole('group', { name: 'Period' }).boundingBox()
    expect(box?.y).toBeGreaterThanOrEqual(56)
    expect(box?.y).toBeLessThan(140)
  },
)

test('the list of unthanked people opens in a dialog', async () => {
  const dayBefore = (days: number) =>
    new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
  const page = await open(admin, `/dashboard?range=own&from=${dayBefore(1)}&to=${dayBefore(0)}`)
  const unthanked = tile(page, 'Not thanked in this period')
  expect(
    await unthanked
      .getByRole('listitem')
      .first()
      .waitFor()
      .then(() => unthanked.getByRole('listitem').count()),
  ).toBe(6)
  await unthanked.getByRole('button', { name: 'View all' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('listitem').nth(6).waitFor()
  await waitUntilSettled(page)
  await saveScreenshot(page, 'dashboard-unthanked')
  await expectAccessible(page, 'everyone who was not thanked')
  await dialog
    .getByRole('button', { name: /^Give thanks to/ })
    .first()
    .click()
  await page.getByRole('textbox').last().waitFor()
})

test('every chart has a table for screen readers', async () => {
  const page = await open(admin, '/dashboard')
  await waitForAllCharts(page)
  const values = tile(page, 'Company values')
  expect(await values.getByRole('table').getByRole('row').count()).toBe(6)
  await values.getByRole('button', { name: 'Show as table' }).click()
  await values.locator('[data-chart="ring"]').first().waitFor({ state: 'detached' })
  expect((await values.getByRole('table').boundingBox())?.height).toBeGreaterThan(100)
  const shares = await values
    .getByRole('row')
    .getByRole('cell')
    .filter({ hasText: '%' })
    .allTextContents()
  expect(shares.reduce((sum, text) => sum + Number.parseInt(text, 10), 0)).toBe(100)
  await tile(page, 'At a glance').getByRole('button', { name: 'Show as table' }).click()
  expect(await tile(page, 'At a glance').getByRole('table').getByRole('row').count()).toBe(31)
  await expectAccessible(page, 'dashboard as tables')
  await values.getByRole('button', { name: 'Show as picture' }).click()
  await values.locator('[data-chart="ring"]').first().waitFor()
})
test('the export menu prints the dashboard', async () => {
  const page = await open(admin, '/dashboard')
  await waitForAllCharts(page)
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', 'yes')
  })
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Print or save as PDF' }).click()
  await page.locator('body[data-printed="yes"]').waitFor()
})
test('the printed dashboard is white and has no buttons', async () => {
  const page = await open(admin, '/dashboard', { dark: true })
  await waitForAllCharts(page)
  await page.emulateMedia({ media: 'print' })
  await waitFor(
    async () =>
      (await page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])) ===
      'light',
  )
  await page.getByRole('button', { name: 'CSV Company values' }).waitFor({ state: 'hidden' })
  expect(
    await page.getByRole('button', { name: 'Show as table' }).filter({ visible: true }).count(),
  ).toBe(0)
  expect(await page.getByRole('group', { name: 'Period' }).isVisible()).toBe(false)
  expect(await page.getByRole('banner').isVisible()).toBe(false)
  expect(
    await page
      .getByRole('button', { name: /^Give thanks to/ })
      .filter({ visible: true })
      .count(),
  ).toBe(0)
  expect(
    await tile(page, 'Company values').locator('[data-chart="ring"]').first().isVisible(),
  ).toBe(true)
  await page.emulateMedia({ media: 'screen' })
  await waitFor(
    async () =>
      (await page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])) ===
      'dark',
  )
})
