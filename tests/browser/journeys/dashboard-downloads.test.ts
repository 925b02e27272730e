import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible, waitUntilSettled } from '#tests/browser/support/page-checks.ts'
import { waitFor, createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open } = setupFixtures()
let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
})

const tileTitles = [
  'At a glance',
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
  await page.locator('[data-tile="values"] svg.recharts-surface').first().waitFor()
  await page.locator('[data-person]').first().waitFor()
  await waitUntilSettled(page)
}
const waitForAllCharts = async (page: Page) => {
  await tile(page, 'At a glance').locator('svg.recharts-surface').nth(4).waitFor()
  await waitForCharts(page)
}

test('each dashboard tile downloads as a file', async () => {
  const page = await open(admin, '/dashboard')
  await waitForAllCharts(page)
  for (const title of tileTitles) {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: `CSV ${title}`, exact: true }).click(),
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

test('whole lists download as files of the chosen range', async () => {
  const page = await open(admin, '/dashboard')
  const exports = tile(page, 'Export everything')
  const download = async (name: string) => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      exports.getByRole('button', { name, exact: true }).click(),
    ])
    expect(file.suggestedFilename()).toBe(`${name}.csv`)
    return readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
  }
  const [month, team] = [await download('Posts'), await download('Team')]
  await exports.getByLabel('Period').selectOption('All time')
  expect((await download('Posts')).length).toBeGreaterThan(month.length)
  expect((await download('Purchases')).length).toBeGreaterThan(5)
  expect(team.some((line) => line.includes('admin@laurel.example'))).toBe(true)
})

test('every chart has a table, also for screen readers', async () => {
  const page = await open(admin, '/dashboard')
  await waitForAllCharts(page)
  const values = tile(page, 'Company values')
  expect(await values.getByRole('table').getByRole('row').count()).toBe(6)
  await values.getByRole('button', { name: 'Show as table' }).click()
  await values.locator('svg.recharts-surface').first().waitFor({ state: 'detached' })
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
  await values.locator('svg.recharts-surface').first().waitFor()
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
    await tile(page, 'Company values').locator('svg.recharts-surface').first().isVisible(),
  ).toBe(true)
  await page.emulateMedia({ media: 'screen' })
  await waitFor(
    async () =>
      (await page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])) ===
      'dark',
  )
})
