import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { expectAccessible } from '#tests/browser/support/page-checks.ts'
import { saveScreenshot } from '#tests/browser/support/visual-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

/**
 * Behaviour of every form: numbers keep their text, a refused save focuses its field, and unsaved
 * changes ask before they are lost.
 */
const { product, open, api } = setupFixtures()
let admin: string
let rewards: { id: string; title: string; price: number }[]
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  rewards = await api('GET', '/rewards/rewards', admin)
})

const wholeNumberError = 'Please enter a whole number'
const expectFocus = async (page: Page, name: string) => {
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('name')))
    .toBe(name)
}
/** Asserts that the element is fully on screen and nothing covers its middle. */
const expectFullyVisible = async (page: Page, name: string) => {
  await expect
    .poll(() =>
      page.locator(`[name=${name}]`).evaluate((field) => {
        const { top, bottom, left, height } = field.getBoundingClientRect()
        return (
          top > 0 &&
          bottom < innerHeight &&
          document.elementFromPoint(left + 20, top + height / 2) === field
        )
      }),
    )
    .toBe(true)
}
/** Records the later calls of the page with this method. */
const recordCalls = (page: Page, method: string) => {
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === method && request.url().includes('/api/')) calls.push(request.url())
  })
  return calls
}
const leaveDialog = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

test.each([375, 1280])(
  'a refused save of global settings focuses its field at %i px',
  async (width) => {
    const page = await open(admin, '/settings/global', { width })
    const limit = page.getByLabel('Points to give per period')
    await limit.fill('99999999')
    await page.evaluate(() => scrollTo(0, 0))
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Must be between 0 and 1,000,000').waitFor()
    await expectFocus(page, 'limit')
    await expectFullyVisible(page, 'limit')
    await saveScreenshot(page, `refused-global-${width}`)
  },
)

test('a refused save in a dialog focuses its field', async () => {
  const page = await open(admin, '/settings/team')
  await page.getByRole('button', { name: 'Actions for Camille Durand' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Phone').fill('12345')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expectFocus(page, 'phone')
  await expectFullyVisible(page, 'phone')
})

test('a number field keeps invalid input and shows the error', async () => {
  const page = await open(admin, '/settings/global')
  const sent = recordCalls(page, 'PUT')
  const limit = page.getByLabel('Points to give per period')
  for (const text of ['2.5', '1,5', '1e3', '-5']) {
    await limit.fill('')
    await limit.pressSequentially(text)
    expect(await limit.inputValue()).toBe(text)
    await page.getByText(wholeNumberError).waitFor()
  }
  await expectAccessible(page, 'a number that is none')
  await page.getByRole('button', { name: 'Save' }).click()
  await expectFocus(page, 'limit')
  expect(sent).toEqual([])
  await limit.fill('1,250')
  await page.getByText(wholeNumberError).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  expect(await limit.inputValue()).toBe('1250')

  await page.goto(`/settings/rewards/edit/${rewards[0]?.id}`)
  await page.getByLabel('Price').fill('2.5')
  await page.getByText(wholeNumberError).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await expectFocus(page, 'price')
  const kept = await api<typeof rewards>('GET', '/rewards/rewards', admin)
  expect(kept.find(({ id }) => id === rewards[0]?.id)?.price).toBe(rewards[0]?.price)
})

test('adding -5 points is refused instead of adding 5', async () => {
  const page = await open(admin, '/settings/team')
  const sent = recordCalls(page, 'PUT')
  await page.getByRole('button', { name: 'Actions for Camille Durand' }).click()
  await page.getByRole('menuitem', { name: 'Adjust balance' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Points', { exact: true }).fill('-5')
  await dialog.getByText(wholeNumberError).waitFor()
  await saveScreenshot(page, 'adjust-minus-five')
  await dialog.getByRole('button', { name: 'Adjust' }).click()
  expect(await dialog.getByLabel('Points', { exact: true }).inputValue()).toBe('-5')
  expect(sent).toEqual([])
})

test('leaving unsaved settings asks for confirmation', async () => {
  const page = await open(admin, '/settings')
  await page.getByRole('main').getByRole('link', { name: 'Global settings' }).click()
  const name = page.getByLabel('Team name')
  await name.fill('Difference Engines')
  await page
    .getByRole('navigation', { name: 'Main' })
    .first()
    .getByRole('link', { name: 'Feed' })
    .click()
  await leaveDialog(page).waitFor()
  await saveScreenshot(page, 'unsaved')
  await expectAccessible(page, 'unsaved changes')
  await leaveDialog(page).getByRole('button', { name: 'Keep editing' }).last().click()
  expect([new URL(page.url()).pathname, await name.inputValue()]).toEqual([
    '/settings/global',
    'Difference Engines',
  ])
  await page.goBack()
  await leaveDialog(page).getByRole('button', { name: 'Keep editing' }).last().click()
  expect([new URL(page.url()).pathname, await name.inputValue()]).toEqual([
    '/settings/global',
    'Difference Engines',
  ])
  const closing = page.waitForEvent('dialog')
  await page.evaluate(() => setTimeout(() => location.reload()))
  const dialog = await closing
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
  await page.goBack()
  await leaveDialog(page).getByRole('button', { name: 'Discard changes' }).click()
  await page.waitForURL('**/settings')
})

test('saved or reverted settings are left without a question', async () => {
  const page = await open(admin, '/settings/global')
  const name = page.getByLabel('Team name')
  const before = await name.inputValue()
  await name.fill('Something else')
  await name.fill(before)
  await page.getByRole('main').getByRole('link', { name: 'Settings' }).click()
  await page.waitForURL('**/settings')
  await page.goto(`/settings/rewards/edit/${rewards[0]?.id}`)
  await page.getByLabel('Description').fill('With a view')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/settings/rewards/all')
  await page.goto('/edit-profile')
  await page.getByLabel('Job title').fill('  Keeper of clocks ')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Saved').first().waitFor()
  await page.getByRole('link', { name: 'My profile' }).first().click()
  await page.waitForURL('**/profile/**')
})

test('unsaved profile details ask first, an ended session does not', async () => {
  const token = await createSession(product, 'elif@laurel.example')
  const page = await open(token, '/edit-profile')
  await page.getByLabel('Job title').fill('Keeper of clocks')
  await page.getByRole('link', { name: 'My profile' }).first().click()
  await leaveDialog(page).getByRole('button', { name: 'Keep editing' }).last().click()
  await api('DELETE', '/auth/session', token)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL('**/login')
})

test('deleting the default value asks for a new default', async () => {
  const { values } = await api<AppConfig>('GET', '/config', admin)
  const [old, ...otherValues] = values.toSorted((a, b) => Number(b.default) - Number(a.default))
  const heir = otherValues.at(-1)
  const page = await open(admin, '/settings/values')
  await page.getByRole('button', { name: `Delete ${otherValues[0]?.name}` }).click()
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  expect(await dialog.getByLabel('New default value').count()).toBe(0)
  await dialog.getByRole('button', { name: 'Cancel' }).last().click()
  await page.getByRole('button', { name: `Delete ${old?.name}` }).click()
  await dialog.getByLabel('New default value').selectOption(heir?.id ?? '')
  await expectAccessible(page, 'which value becomes the default')
  await saveScreenshot(page, 'delete-default-value')
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Deleted.').waitFor()
  expect(
    (await api<AppConfig>('GET', '/config', admin)).values
      .filter((value) => value.default)
      .map(({ id }) => id),
  ).toEqual([heir?.id])
})
