import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { limits } from '#contract/limits.ts'
import {
  expectAccessible,
  expectFits,
  expectNoHorizontalScroll,
} from '#tests/browser/support/page-checks.ts'
import {
  waitFor,
  listMailsTo,
  latestCode,
  createSession,
  createTeam,
} from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api, inDatabase } = setupFixtures()
let admin: string
let founder: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  founder = await createTeam(product, 'founder@example.test', 'Analytical Engines')
})

const logoFile = { name: 'logo.png', mimeType: 'image/png', buffer: Buffer.alloc(0) }
const makePng = async () => ({
  ...logoFile,
  buffer: await sharp({ create: { width: 600, height: 400, channels: 3, background: '#284b63' } })
    .png()
    .toBuffer(),
})

test('global settings preview live and apply to the whole app', async () => {
  const page = await open(founder, '/settings/global')
  await page.getByLabel('Team name').waitFor()
  await expectAccessible(page, 'global settings')
  await page.getByLabel('Team name').fill('Difference Engines')
  await page.getByRole('button', { name: '#3B5BDB' }).click()
  await page.getByLabel('Limit period').selectOption('week')
  await page.getByLabel('Points to give per period').fill('70')
  await page.getByLabel('Show the leaderboard').uncheck({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('link', { name: 'Difference Engines' }).click()
  await page.getByText('of 70 points to give').waitFor()
  await page.locator('time').first().waitFor()
  expect(await page.getByText('Most thanked this week').count()).toBe(0)
  expect(
    await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue('--accent'),
    ),
  ).toBe('#3B5BDB')
})

test('a logo is cropped, shown in the header and removed', async () => {
  const page = await open(founder, '/settings/global')
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ ...logoFile, buffer: Buffer.from('no picture at all') })
  await page.getByText('Error reading the file').waitFor()
  await input.setInputFiles({ ...logoFile, buffer: Buffer.alloc(5_300_000, 1) })
  await page.getByText('The file is too large').waitFor()
  await input.setInputFiles(await makePng())
  await page.getByRole('dialog').getByRole('slider').waitFor()
  await expectAccessible(page, 'cutting a logo')
  await page.getByRole('button', { name: 'Use this' }).click()
  await page.getByText('Saved.').waitFor()
  await page.locator('header img').waitFor()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.locator('header img').waitFor({ state: 'detached' })
})

test('a new value is suggested in the composer', async () => {
  const page = await open(founder, '/settings/values')
  await page.getByText('5 of 10').waitFor()
  await expectAccessible(page, 'values')
  await page.getByRole('button', { name: 'Add Curiosity' }).click()
  await page.getByText('6 of 10').waitFor()
  await page.getByRole('button', { name: 'Add a value' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page, 'value dialog')
  await dialog.getByLabel('Name').fill('Punch cards')
  await dialog.getByLabel('Keywords').fill('loom')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('7 of 10').waitFor()
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Default' })
    .getByRole('button', { name: /^Delete/ })
    .first()
    .click()
  await dialog.getByLabel('New default value').waitFor()
  await expectAccessible(page, 'which value becomes the default')
  await page.goto('/feed')
  await page.locator('#composer').pressSequentially('You rebuilt the loom')
  await page.getByRole('button', { name: /Punch cards.*suggested/ }).waitFor()
})

test('mail preferences follow the switches and the unsubscribe link', async () => {
  const page = await open(admin, '/settings/notifications')
  const team = page.getByRole('switch', { name: 'Someone got points: the team' })
  const ownSwitch = page.getByRole('switch', { name: 'Someone got points: me' })
  await team.waitFor()
  await expectAccessible(page, 'notifications')
  // The switch changes optimistically; the next steps need the server to have saved it.
  const flip = () =>
    Promise.all([
      page.waitForResponse(
        (response) =>
          response.url().endsWith('/settings/notifications') &&
          response.request().method() === 'PUT',
      ),
      team.click({ force: true }),
    ])
  await flip()
  await waitFor(() => ownSwitch.isDisabled())
  await page.reload()
  await team.waitFor()
  expect([await team.isChecked(), await ownSwitch.isChecked()]).toEqual([false, false])
  await flip()
  await waitFor(() => ownSwitch.isEnabled())
  expect(await ownSwitch.isChecked()).toBe(true)

  const [person] = await api<{ id: string }[]>('GET', '/people?search=Tom', admin)
  const { values } = await api<{ values: { id: string }[] }>('GET', '/config', admin)
  await api('POST', '/posts', admin, {
    to_id: [person?.id],
    value_id: values[0]?.id,
    score: 5,
    description: 'For the mail that follows',
  })
  // The mail is sent once the post can no longer be undone.
  const mail = await waitFor(
    async () =>
      (await listMailsTo(product, 'tomas@laurel.example')).find((one) =>
        one.text.includes('For the mail that follows'),
      ),
    limits.undo_seconds + 20,
  )
  const link = /http\S+\/u\/\S+/.exec(mail.text)?.[0] ?? ''
  const reader = await open(null, new URL(link).pathname)
  await reader.getByText('You’re subscribed to these emails.').waitFor()
  await expectAccessible(reader, 'unsubscribe')
  await reader.getByRole('button', { name: 'Unsubscribe' }).click()
  await reader.getByText('You won’t get these emails anymore.').waitFor()
  await reader.getByRole('button', { name: 'Subscribe again' }).click()
  await reader.getByText('You’re subscribed to these emails.').waitFor()
  await reader.goto('/u/not-a-link')
  await reader.getByText('This link is no longer valid').waitFor()
})

test('the welcome offer gives its discount once a card is added', async () => {
  const page = await open(founder, '/feed')
  await page.getByRole('list', { name: 'Posts' }).waitFor()
  // A new team starts with its set-up, not with a payment.
  expect(await page.getByText(/10% off/).count()).toBe(0)
  await page.goto('/settings/billing/payment_method')
  const offer = page.getByText('get 10% off every invoice, for life.')
  await offer.waitFor()
  await page.getByRole('button', { name: 'Add a card' }).click()
  await page.waitForURL('**/checkout/**')
  await page.getByText('no real money moves').waitFor()
  await expectAccessible(page, 'checkout')
  await expectNoHorizontalScroll(page)
  // An empty form shows an error at each field.
  await page.getByRole('button', { name: 'Add the card' }).click()
  await expect.poll(() => page.getByText('required', { exact: true }).count()).toBe(3)
  expect(await page.getByText('Wrong format').count()).toBe(0)
  await page.getByLabel('Card number').fill('5555555555554444')
  await page.getByLabel('Expires').fill('1240')
  await page.getByLabel('CVC').fill('123')
  await page.getByRole('button', { name: 'Add the card' }).click()
  await page.getByText('Wrong format').waitFor()
  expect(await page.getByText('required', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: /4000 0000 0000 0002/ }).click()
  await page.getByRole('button', { name: 'Add the card' }).click()
  await page.getByText('The payment was declined').waitFor()
  await page.getByRole('button', { name: /asks for confirmation/ }).click()
  await page.getByRole('button', { name: 'Add the card' }).click()
  await page.getByText('Your bank wants to confirm it’s you').waitFor()
  await expectAccessible(page, 'confirmation')
  await page.getByRole('button', { name: 'It’s me' }).click()
  await page.waitForURL('**/payment_method')
  await page.getByText('Card added.').waitFor()
  expect(await offer.count()).toBe(0)
  await page.goBack()
  await page.getByText('This payment page has closed').waitFor()
})

test('the demo data is removed and the checklist completes', async () => {
  const page = await open(founder, '/feed')
  await page.getByRole('list', { name: 'Posts' }).waitFor()
  await expectAccessible(page, 'feed with demo data')
  await page.getByRole('button', { name: 'Remove demo data' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove demo data' }).click()
  await page.getByText('It’s quiet in here').waitFor()
  expect(await page.getByText('This is demo data').count()).toBe(0)
  const list = page.getByRole('listitem').filter({ hasText: 'Make the values your own' })
  await list.getByText('(done)').waitFor()
  await expectAccessible(page, 'empty feed')
  expect(await page.getByRole('link', { name: 'Add a reward' }).count()).toBe(1)
  await page.getByRole('button', { name: 'Don’t show again' }).click()
  await page.getByText('Getting started').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('It’s quiet in here').waitFor()
  expect(await page.getByText('Getting started').count()).toBe(0)
})

test('the important dates beside the feed hide the year of birth', async () => {
  const page = await open(admin, '/feed')
  const panel = page
    .locator('div')
    .filter({ has: page.getByRole('heading', { name: 'Important dates' }), hasText: 'Birthday' })
    .last()
  await panel.getByText('Birthday').first().waitFor()
  await panel
    .getByText(/years on the team/)
    .first()
    .waitFor()
  expect(await panel.textContent()).not.toMatch(/19[789]\d/)
})

test('the danger zone needs the team name and a presence code', async () => {
  // The log names the access token of a scripted action.
  const { token } = await api<{ token: string }>('POST', '/profiles/me/tokens', founder, {
    name: 'Nightly sync',
    scopes: ['settings:write'],
    expires_on: new Date(Date.now() + 9 * 86_400_000).toISOString().slice(0, 10),
  })
  await api('PUT', '/settings', token, { limit: 90 })
  const page = await open(founder, '/settings')
  await page.locator('main h1').waitFor()
  await expectAccessible(page, 'settings menu')
  await page.getByRole('link', { name: /Audit log/ }).click()
  await page.getByText('changed settings').first().waitFor()
  await page.getByText('name: Analytical Engines → Difference Engines').waitFor()
  await page.getByText('with the access token “Nightly sync”').waitFor()
  await expectAccessible(page, 'audit log')
  await page.goto('/settings/danger')
  await page.getByRole('button', { name: 'Reset data' }).click()
  const dialog = page.getByRole('dialog')
  await expectAccessible(page, 'danger zone')
  expect(await dialog.getByRole('button', { name: 'Delete posts and points' }).isDisabled()).toBe(
    true,
  )
  await dialog.getByLabel(/Type the team’s name/).fill('Difference Engines')
  await inDatabase('update sessions set proven_at = null')
  const before = new Date(Date.now() - 1).toISOString()
  await dialog.getByRole('button', { name: 'Delete posts and points' }).click()
  const proving = page.getByRole('dialog', { name: 'Confirm it’s you' })
  const code = await latestCode(product, 'founder@example.test', before)
  await proving.getByLabel('Digit 1').click()
  await page.keyboard.type(code === '111111' ? '222222' : '111111', { delay: 15 })
  await proving.getByText('Invalid code. Please try again').waitFor()
  await expectAccessible(page, 'presence', '[role=dialog]')
  await proving.getByLabel('Digit 1').click()
  await page.keyboard.type(code, { delay: 15 })
  await page.getByText('Your team has a fresh start.').waitFor()
})

test('no settings page scrolls sideways in Russian', async () => {
  const page = await open(admin, '/settings', { locale: 'ru' })
  for (const path of ['', '/global', '/notifications', '/values', '/danger', '/audit']) {
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.goto(`/settings${path}`)
    await page.locator('main h1').waitFor()
    await expectFits(page, `settings${path}`, [
      [1280, false],
      [375, false],
      [320, true],
    ])
  }
})
