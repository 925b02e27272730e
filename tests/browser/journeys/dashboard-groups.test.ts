import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  waitUntilSettled,
} from '#tests/browser/support/page-checks.ts'
import { saveScreenshot } from '#tests/browser/support/visual-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api } = setupFixtures()
let admin: string
let member: string
let groupIds: Map<string, string>
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  member = await createSession(product, 'tomas@laurel.example')
  const { items } = await api<{ items: { id: string; name: string }[] }>('GET', '/groups', admin)
  groupIds = new Map(items.map(({ id, name }) => [name, id]))
})
const groupId = (name: string) => groupIds.get(name) ?? ''
const daysAgo = (days: number) =>
  new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
const tile = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true })

async function chooseGroup(page: Page, name: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Group' }).click()
  await page.getByRole('option', { name: new RegExp(name) }).click()
  await page.waitForURL(`**group=${groupId(name)}*`)
}
const tooSmall = (page: Page) =>
  page.getByRole('heading', { name: 'Figures need at least 5 people' })

test.each([
  [1440, false],
  [375, true],
])('the dashboard shows the figures of a group at %d', async (width, dark) => {
  const page = await open(admin, '/dashboard?range=90d', { width, dark })
  await tile(page, 'Common topics').waitFor()
  await chooseGroup(page, 'Engineering')
  await tile(page, 'Common topics').waitFor({ state: 'detached' })
  const figures = await api<{ points_granted: { now: number }; from: string; to: string }>(
    'GET',
    `/leaderboards/statistics?group_id=${groupId('Engineering')}&from=${daysAgo(89)}&to=${daysAgo(0)}`,
    admin,
  )
  expect(figures.points_granted.now).toBeGreaterThan(0)
  await tile(page, 'At a glance')
    .getByText(figures.points_granted.now.toLocaleString('en'), { exact: true })
    .waitFor()
  await waitUntilSettled(page)
  await expectAccessible(page, `group ${width}`)
  await expectNoHorizontalScroll(page)
  await saveScreenshot(page, `dashboard-group-${width}`)
  await page.reload()
  await tile(page, 'At a glance').waitFor()
  await expect
    .poll(() => page.getByRole('combobox', { name: 'Group' }).inputValue())
    .toBe('Engineering')
})

test.each([
  [1440, false],
  [375, true],
])('the dashboard hides the figures of a small group at %d', async (width, dark) => {
  const page = await open(admin, '/dashboard', { width, dark })
  await tile(page, 'At a glance').waitFor()
  await chooseGroup(page, 'Design')
  await tooSmall(page).waitFor()
  expect(await tile(page, 'At a glance').count()).toBe(0)
  await waitUntilSettled(page)
  await expectAccessible(page, `small group ${width}`)
  await expectNoHorizontalScroll(page)
  await saveScreenshot(page, `dashboard-small-group-${width}`)
  // Choosing the chosen one again clears the field.
  await page.getByRole('combobox', { name: 'Group' }).click()
  await page.getByRole('option', { name: /Design/ }).click()
  await tile(page, 'Common topics').waitFor()
})

test('the whole leaderboard of a member is that of a group', async () => {
  const page = await open(member, `/feed?group=${groupId('Engineering')}`)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'Group' }).waitFor()
  await expectAccessible(page, 'leaderboard of a group')
  await chooseGroup(page, 'Design')
  await tooSmall(page).waitFor()
  await saveScreenshot(page, 'leaderboard-small-group')
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.waitForURL((url) => !url.searchParams.has('group'))
})
