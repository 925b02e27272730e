import { beforeAll, expect, test } from 'vitest'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'
import { waitUntilSettled } from '#tests/browser/support/page-checks.ts'

/** The largest allowance, and balances and sums of many millions. */
const { product, open, api, inDatabase } = setupFixtures()
let admin: string
let adminId: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  adminId = (await api<AppConfig>('GET', '/config', admin)).user.id
  await inDatabase(`update wallets set balance = 9876543;
    update daily_recognition set given_points = given_points * 100000`)
})

test.each([10_000, 100_000, 1_000_000])('the ring holds %i points to give', async (limit) => {
  await api('PUT', '/settings', admin, { limit })
  const page = await open(admin, '/feed', { width: 1_440 })
  const ring = page.locator('main div:has(> svg circle)').first()
  await ring.waitFor()
  await waitUntilSettled(page)
  const [inner, width] = await ring.evaluate((one) => {
    const circle = one.querySelector('circle')
    const range = document.createRange()
    range.selectNodeContents(one.querySelector('span') ?? one)
    const radius = (circle?.r.baseVal.value ?? 0) - 11 / 2
    return [2 * radius, range.getBoundingClientRect().width]
  })
  expect(width).toBeGreaterThan(50)
  expect(width).toBeLessThan(inner)
})

test('a balance of millions stays in one line on a phone', async () => {
  const page = await open(admin, `/profile/${adminId}`, { width: 375 })
  const balance = page.locator('main dd').getByText('9,876,543', { exact: true })
  await balance.waitFor()
  expect(
    await balance.evaluate((one) => {
      const range = document.createRange()
      range.selectNodeContents(one)
      return range.getClientRects().length
    }),
  ).toBe(1)
})

test.each(['en', 'ru'])('the axis of a chart in %s keeps millions in its card', async (locale) => {
  const page = await open(admin, '/dashboard', { locale, width: 1_440 })
  const plot = page.locator('div:has(> [data-chart=bars])').first()
  await plot.waitFor()
  await waitUntilSettled(page)
  const [left, ...labels] = await plot.evaluate((one) => [
    one.getBoundingClientRect().left,
    ...[...one.querySelectorAll('small')].map((label) => label.getBoundingClientRect().left),
  ])
  expect(labels.length).toBeGreaterThan(2)
  expect(Math.min(...labels)).toBeGreaterThanOrEqual(left ?? NaN)
})
