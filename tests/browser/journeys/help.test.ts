import { beforeAll, test } from 'vitest'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
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

test.each([
  ['en', 1440, false],
  ['ru', 375, true],
  ['uk', 320, false],
  ['es', 768, true],
  ['pt', 375, false],
] as const)('the help in %s at %i px fits and passes axe', async (locale, width, dark) => {
  const page = await open(admin, '/help', { locale, width, dark })
  await page.locator('#contact').waitFor()
  await page.locator('main ul[aria-busy=false]').waitFor()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page, `help ${locale} ${width}`)
  if (process.env['HELP_SHOTS'])
    await page.screenshot({
      path: `${process.env['HELP_SHOTS']}/help-${locale}-${width}.png`,
      fullPage: true,
    })
})
