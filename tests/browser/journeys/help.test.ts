import { beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const feedbackUrl = 'https://feedback.example/laurel?from=menu'
const { product, open } = setupFixtures(() => ({ FEEDBACK_URL: feedbackUrl }))
let admin: string
let member: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  member = await createSession(product, 'tomas@laurel.example')
})

test('a member reads the help without administrator topics', async () => {
  const page = await open(member, '/feed')
  await page.getByRole('button', { name: /^Menu for/ }).click()
  await page.getByRole('menuitem', { name: 'Help' }).click()
  await page.waitForURL('**/help')
  for (const title of ['Points', 'Limits', 'Values', 'Rewards', 'Keyboard shortcuts', 'Questions?'])
    await page.getByRole('heading', { name: title, exact: true, level: 2 }).waitFor()
  expect(await page.getByRole('heading', { name: 'For administrators' }).count()).toBe(0)
  await page
    .getByRole('list', { name: 'Values of your team' })
    .getByRole('listitem')
    .first()
    .waitFor()
  await page
    .getByRole('list', { name: 'Administrators' })
    .getByRole('link', { name: 'Nora Albrecht' })
    .click()
  await page.waitForURL('**/profile/**')
})

test('an administrator reads help with links to the settings', async () => {
  const page = await open(admin, '/help')
  const section = page.getByRole('region', { name: 'For administrators' })
  await section.waitFor()
  expect(await section.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
    'People',
    'Permissions',
    'Limits',
    'Balances',
    'Values',
    'Rewards',
    'Requests',
    'Paying for gift cards',
    'Dashboard',
    'Subscription',
    'Danger zone',
  ])
  await section.getByRole('link', { name: 'Edit the values' }).click()
  await page.waitForURL('**/settings/values')
})

test('the feedback link leads to the configured address only', async () => {
  const page = await open(member, '/help')
  await page.getByRole('button', { name: /^Menu for/ }).click()
  const link = page.getByRole('menuitem', { name: 'Send feedback' })
  expect([await link.getAttribute('href'), await link.getAttribute('rel')]).toEqual([
    feedbackUrl,
    'noreferrer',
  ])
  await expectAccessible(page, 'menu with feedback')
  await page.keyboard.press('Escape')
  expect(
    await page
      .getByRole('region', { name: 'Questions?' })
      .getByRole('link', { name: 'Send feedback' })
      .getAttribute('href'),
  ).toBe(feedbackUrl)

  const without = await open(member, null)
  await without.route('**/api/config', async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      json: { ...((await response.json()) as object), feedback_url: null },
    })
  })
  await without.goto('/help')
  await without.getByRole('button', { name: /^Menu for/ }).click()
  await without.getByRole('menuitem', { name: 'Help' }).waitFor()
  expect(await without.getByText('Send feedback').count()).toBe(0)
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
