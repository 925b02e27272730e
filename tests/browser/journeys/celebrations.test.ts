import { expect, test } from 'vitest'
import { runCelebrations } from '#server/modules/celebrations/worker.ts'
import { callApi, createTeam } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'
import { expectFits, navigateInApp } from '#tests/browser/support/page-checks.ts'
import { runWorkerOnce } from '#tests/browser/support/run-worker.ts'

const { product, open } = setupFixtures()

/** The crawl checks the screens and dialogs on a light desktop. */
const looks = [[375, true]] as const

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
  await dialog.getByText('Some people').click()
  await dialog.getByText(/people match|person matches/).waitFor()
  await expectFits(page, 'form of a celebration', looks)
  await dialog
    .getByRole('radiogroup', { name: 'Who is celebrated' })
    .getByText('Everyone', { exact: true })
    .click()
  await dialog.getByRole('button', { name: 'Switch on' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('Everyone, at 12:00 AM, 30 points, seen by everyone').waitFor()
  await page.getByText('Next 30 days: 1 person, 30 points').waitFor()
  await page.getByRole('group', { name: 'Coming up' }).getByText('Cake for Grace!').waitFor()
  expect(await page.getByRole('row', { name: /^Total/ }).textContent()).toBe('Total130')
  await expectFits(page, 'celebrations', looks)

  await runWorkerOnce(product, runCelebrations)
  await navigateInApp(page, '/feed')
  const post = page.getByRole('listitem').filter({ hasText: 'Cake for Grace!' }).first()
  await post.getByText('Analytical Engines').first().waitFor()
  await post.getByText('+30').waitFor()
})
