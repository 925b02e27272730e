import { beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
import { saveScreenshot } from '#tests/browser/support/visual-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const fixtures = setupFixtures()
const { product } = fixtures
let member: string
beforeAll(async () => {
  member = await createSession(product, 'tomas@laurel.example')
})

const statusOf = async (path: string, token: string) =>
  (await fetch(`${product.url}/api${path}`, { headers: { authorization: `Bearer ${token}` } }))
    .status

test('an access token works within its scopes until it is revoked', async () => {
  const page = await fixtures.open(member, '/edit-profile')
  const section = page
    .getByRole('heading', { name: 'Access tokens' })
    .locator('xpath=ancestor::*[.//button][1]')
  await page.getByText('No tokens yet.', { exact: false }).waitFor()
  expect(await page.getByRole('link', { name: 'How it works' }).getAttribute('href')).toBe(
    '/api/docs',
  )
  await saveScreenshot(page, 'empty')
  await section.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New token' })
  // A member is offered no administrator scope.
  await dialog.getByRole('checkbox', { name: 'Read posts, comments and values' }).waitFor()
  expect(await dialog.getByText('team:read').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await dialog.getByText('required').first().waitFor()
  await saveScreenshot(page, 'refused')
  await expectAccessible(page, 'a new token, refused')
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Weekly report')
  await dialog.getByLabel('Valid for').selectOption({ index: 0 })
  await dialog.getByRole('checkbox', { name: 'Read posts, comments and values' }).check()
  await dialog.getByRole('button', { name: 'Create token' }).click()
  const tokenDialog = page.getByRole('dialog', { name: 'Here’s your token' })
  const token = await tokenDialog.getByLabel('Token').inputValue()
  expect(token).toMatch(/^laurel_pat_[\w-]{43}$/)
  await tokenDialog.getByRole('button', { name: 'Copy' }).click()
  await tokenDialog.getByRole('button', { name: 'Copied' }).waitFor()
  await saveScreenshot(page, 'made')
  await expectAccessible(page, 'a token, shown once')
  await tokenDialog.getByRole('button', { name: 'Done' }).click()

  expect([
    await statusOf('/posts', token),
    await statusOf('/shop/rewards', token),
    await statusOf('/profiles/me/tokens', token),
  ]).toEqual([200, 403, 403])
  await page.getByRole('list', { name: 'Access tokens' }).getByText('posts:read').waitFor()
  expect(await page.content()).not.toContain(token)
  await saveScreenshot(page, 'list')
  await page.setViewportSize({ width: 320, height: 800 })
  await expectNoHorizontalScroll(page)
  await saveScreenshot(page, 'narrow')
  await expectAccessible(page, 'tokens on a narrow phone')
  await page.getByRole('button', { name: 'Revoke Weekly report' }).click()
  await page
    .getByRole('dialog', { name: 'Revoke “Weekly report”?' })
    .getByRole('button', { name: 'Revoke' })
    .click()
  await page.getByText('No tokens yet.', { exact: false }).waitFor()
  expect(await statusOf('/posts', token)).toBe(401)
})

test('the calendar subscription can be added, replaced and switched off', async () => {
  const soon = new Date(Date.now() + 3 * 86_400_000).toISOString().slice(0, 10)
  await fixtures.api('PUT', '/profiles/me', member, {
    birth_date: `1992${soon.slice(4)}`,
    birthday_visibility: 'everyone',
  })
  const page = await fixtures.open(member, null)
  // Tall enough for the dates beside the first posts: an endless feed has no footer to scroll to.
  await page.setViewportSize({ width: 1280, height: 1400 })
  await page.goto('/feed')
  await page.getByRole('button', { name: 'Add to my calendar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add to my calendar' })
  await dialog.getByRole('button', { name: 'Get my address' }).click()
  const address = dialog.getByLabel('Address')
  const first = await address.inputValue()
  expect(
    await dialog.getByRole('link', { name: 'Open in my calendar app' }).getAttribute('href'),
  ).toBe(first.replace('http:', 'webcal:'))
  const calendar = await fetch(first)
  expect([calendar.status, (await calendar.text()).includes('Tom\u00E1s')]).toEqual([200, true])
  await saveScreenshot(page, 'calendar')
  // The feed behind the dialog is tested elsewhere.
  const part = '[role="dialog"]'
  await expectAccessible(page, 'calendar', part)
  await dialog.getByRole('button', { name: 'New address' }).click()
  await dialog.getByText('The old address stops working right away.', { exact: false }).waitFor()
  await expectAccessible(page, 'calendar, asked', part)
  await dialog.getByRole('button', { name: 'New address' }).click()
  await page.getByText('Here’s your new address').waitFor()
  const second = await address.inputValue()
  expect([(await fetch(first)).status, (await fetch(second)).status]).toEqual([404, 200])
  await page.keyboard.press('Escape')

  // The same section of the account settings, also on a narrow phone and in another language.
  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto('/edit-profile')
  await page.getByRole('button', { name: 'Get calendar link' }).click()
  await dialog.getByRole('button', { name: 'Turn off' }).waitFor()
  await expectNoHorizontalScroll(page)
  await saveScreenshot(page, 'calendar-narrow')
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByRole('button', { name: 'Get my address' }).waitFor()
  expect((await fetch(second)).status).toBe(404)
})
