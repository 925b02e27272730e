import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectFits } from '#tests/browser/support/page-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api } = setupFixtures()
let admin: string
let groupIds: Map<string, string>
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
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

test('the dashboard shows a group, and hides the figures of a small one', async () => {
  const page = await open(admin, '/dashboard?range=90d', { width: 1_440 })
  await tile(page, 'Common topics').waitFor()
  await chooseGroup(page, 'Engineering')
  await tile(page, 'Common topics').waitFor({ state: 'detached' })
  const figures = await api<{ points_granted: { now: number } }>(
    'GET',
    `/leaderboards/statistics?group_id=${groupId('Engineering')}&from=${daysAgo(89)}&to=${daysAgo(0)}`,
    admin,
  )
  expect(figures.points_granted.now).toBeGreaterThan(0)
  await tile(page, 'At a glance')
    .getByText(figures.points_granted.now.toLocaleString('en'), { exact: true })
    .waitFor()
  const looks = [
    [1_440, false],
    [375, true],
  ] as const
  await expectFits(page, 'dashboard of a group', looks)
  await chooseGroup(page, 'Design')
  await page.getByRole('heading', { name: 'Figures need at least 5 people' }).waitFor()
  expect(await tile(page, 'At a glance').count()).toBe(0)
  await expectFits(page, 'dashboard of a small group', looks)
})
