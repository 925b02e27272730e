import { beforeAll, test } from 'vitest'
import { expectAccessible, expectFits } from '#tests/browser/support/page-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open } = setupFixtures(() => ({
  FEEDBACK_URL: 'https://feedback.example/laurel?from=menu',
}))
let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
})

test('the menu with a feedback link passes axe', async () => {
  const page = await open(admin, '/help')
  await page.getByRole('button', { name: /^Menu for/ }).click()
  await page.getByRole('menuitem', { name: 'Send feedback' }).waitFor()
  await expectAccessible(page, 'menu with feedback')
})

test('the help fits a desktop and a dark tablet', async () => {
  const page = await open(admin, '/help')
  await page.locator('#contact').waitFor()
  await page.locator('main ul[aria-busy=false]').waitFor()
  await expectFits(page, 'help', [
    [1440, false],
    [768, true],
  ])
})
