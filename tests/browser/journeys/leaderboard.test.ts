import { beforeAll, test } from 'vitest'
import { navigateInApp } from '#tests/browser/support/page-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api } = setupFixtures()
let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
})

test('the feed ranks nobody after a change of the settings', async () => {
  const page = await open(admin, '/settings/global')
  await page.getByRole('radio', { name: 'What we gave together' }).check({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Save' }).waitFor({ state: 'detached' })
  const { total } = await api<{ total: number }>('GET', '/leaderboards?limit=6', admin)
  await navigateInApp(page, '/feed')
  await page.getByRole('heading', { name: 'Our total this month' }).waitFor()
  await page.getByRole('heading', { name: 'What we say thanks for' }).waitFor()
  await page
    .getByRole('complementary', { name: 'Leaders' })
    .getByText(total.toLocaleString('en'), { exact: true })
    .waitFor()
})
