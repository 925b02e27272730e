import { readFileSync } from 'node:fs'
import { beforeAll, expect, test } from 'vitest'
import { waitUntilSettled } from '#tests/browser/support/page-checks.ts'
import { waitFor, createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open } = setupFixtures()
let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
})

test('the dashboard is saved as files, and printed white without buttons', async () => {
  const page = await open(admin, '/dashboard', { dark: true })
  await page.locator('[data-tile="values"] [data-chart="ring"]').first().waitFor()
  await page.locator('[data-node]').first().waitFor()
  await waitUntilSettled(page)
  const download = async (button: string, item: string, order: number, fileName: RegExp) => {
    await page.getByRole('button', { name: button, exact: true }).click()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: item, exact: true }).nth(order).click(),
    ])
    expect(file.suggestedFilename()).toMatch(fileName)
    const text = readFileSync(await file.path(), 'utf8')
    expect(text.startsWith('\uFEFF')).toBe(true)
    return text.trimEnd().split('\r\n')
  }
  const day = String.raw`\d{4}-\d\d-\d\d`
  const values = await download(
    'Export Company values',
    'CSV',
    0,
    new RegExp(`^Company values ${day} ${day}\\.csv$`),
  )
  expect(values.some((line) => line.includes('Growth'))).toBe(true)
  const posts = await download('Export', 'Posts', 1, new RegExp(`^Posts All time ${day}\\.csv$`))
  expect(posts.length).toBeGreaterThan(5)
  expect(posts[0]).toContain('From email')

  const colorScheme = () =>
    page.evaluate(() => document.documentElement.dataset['mantineColorScheme'])
  await page.emulateMedia({ media: 'print' })
  await waitFor(async () => (await colorScheme()) === 'light')
  await page.getByRole('button', { name: 'Export Company values' }).waitFor({ state: 'hidden' })
  for (const name of ['Show as table', /^Give thanks to/, 'Export'])
    expect(
      await page.getByRole('button', { name }).filter({ visible: true }).count(),
      String(name),
    ).toBe(0)
  expect(await page.getByRole('group', { name: 'Period' }).isVisible()).toBe(false)
  expect(await page.getByRole('banner').isVisible()).toBe(false)
  expect(await page.locator('[data-tile="values"] [data-chart="ring"]').first().isVisible()).toBe(
    true,
  )
  await page.emulateMedia({ media: 'screen' })
  await waitFor(async () => (await colorScheme()) === 'dark')
})
