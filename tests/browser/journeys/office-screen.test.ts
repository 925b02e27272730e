import { beforeAll, test } from 'vitest'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'
import { expectAccessible, expectFits } from '#tests/browser/support/page-checks.ts'

const { product, open } = setupFixtures()
let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
})

test('the screen for the office fits a television, a desktop and a phone', async () => {
  const page = await open(admin, '/tv')
  await page.locator('article').waitFor()
  await page.locator('aside li').first().waitFor()
  // The pause keeps one post on screen for all pictures.
  await page.getByRole('button', { name: 'Pause' }).click()
  await expectAccessible(page, 'office screen')
  await expectFits(page, 'office-screen', [
    [2560, false],
    [1440, false],
    [768, true],
    [375, false],
  ])
})
