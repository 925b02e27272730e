import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { runCelebrations } from '#server/modules/celebrations/worker.ts'
import { callApi, createSession, createTeam } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  waitUntilSettled,
} from '#tests/browser/support/page-checks.ts'
import { runWorkerOnce } from '#tests/browser/support/run-worker.ts'

const { product, open } = setupFixtures()

async function check(page: Page, name: string): Promise<void> {
  await waitUntilSettled(page)
  await expectAccessible(page, name)
  await expectNoHorizontalScroll(page)
}

test('an administrator switches birthdays on, and a birthday becomes a post', async () => {
  const founder = await createTeam(product, 'celebrations@example.test', 'Analytical Engines')
  await callApi(product, 'PUT', '/settings', founder, { timezone: 'UTC' })
  await callApi(product, 'PUT', '/profiles/me', founder, {
    first_name: 'Grace',
    last_name: 'Hopper',
    birth_date: new Date().toISOString().slice(0, 10).replace(/^\d+/, '1988'),
    birthday_visibility: 'everyone',
  })
  const page = await open(founder, '/settings/celebrations')
  await page.getByRole('switch', { name: 'Celebrate: Birthdays' }).press(' ')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Points for each person').fill('30')
  await dialog.getByLabel('Time', { exact: true }).selectOption('12:00 AM')
  await dialog.getByLabel('Text 1').pressSequentially('Cake for !')
  await page.keyboard.press('ArrowLeft')
  await dialog.getByRole('button', { name: 'First name' }).click()
  await dialog.getByRole('figure').getByText('Cake for Maria!').waitFor()
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Everyone, at 12:00 AM, 30 points, seen by everyone').waitFor()
  await page.getByText('Next 30 days: 1 person, 30 points').waitFor()
  await page.getByRole('group', { name: 'Coming up' }).getByText('Cake for Grace!').waitFor()
  expect(await page.getByRole('row', { name: /^Total/ }).textContent()).toBe('Total130')

  await runWorkerOnce(product, runCelebrations)
  await page.goto(`${product.url}/feed`)
  const post = page.getByRole('listitem').filter({ hasText: 'Cake for Grace!' }).first()
  await post.getByText('Analytical Engines').first().waitFor()
  await post.getByText('+30').waitFor()
})

test.each([
  [1440, false],
  [375, true],
])('the page of celebrations fits and passes axe at %d', async (width, dark) => {
  const admin = await createSession(product, 'admin@laurel.example')
  const page = await open(admin, '/settings/celebrations', { width, dark })
  await page.getByRole('heading', { name: 'Coming up' }).waitFor()
  await page.getByRole('row', { name: /^Total/ }).waitFor()
  await check(page, `celebrations ${width}`)
  await page.getByRole('button', { name: 'Edit Work anniversaries' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Some people').click()
  await page.getByText(/people match/).waitFor()
  await dialog.getByLabel('Text 1').fill('Well done, {first_name}')
  await dialog.getByText('Well done, Maria').waitFor()
  await check(page, `celebration dialog ${width}`)
})
