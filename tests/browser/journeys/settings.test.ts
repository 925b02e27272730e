import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { expectAccessible, navigateInApp } from '#tests/browser/support/page-checks.ts'
import {
  waitFor,
  listMailsTo,
  createSession,
  createTeam,
} from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api } = setupFixtures()
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

test('global settings and the logo apply to the whole app', async () => {
  const page = await open(founder, '/settings/global')
  const input = page.locator('input[type=file]')
  await input.setInputFiles({ ...logoFile, buffer: Buffer.from('no picture at all') })
  await page.getByText('Error reading the file').waitFor()
  await input.setInputFiles({ ...logoFile, buffer: Buffer.alloc(5_300_000, 1) })
  await page.getByText('The file is too large').waitFor()
  await input.setInputFiles(await makePng())
  await page.getByRole('dialog').getByRole('slider').waitFor()
  await expectAccessible(page, 'cutting a logo', '[role=dialog]')
  await page.getByRole('button', { name: 'Use this' }).click()
  await page.locator('header img').waitFor()
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.locator('header img').waitFor({ state: 'detached' })

  await page.getByLabel('Team name').fill('Difference Engines')
  await page.getByRole('button', { name: '#3B5BDB' }).click()
  await page.getByLabel('Limit period').selectOption('week')
  await page.getByLabel('Points to give per period').fill('70')
  await page.getByLabel('Show the leaderboard').uncheck({ force: true })
  await page.getByRole('button', { name: 'Save' }).click()
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

test('a new value is suggested in the composer', async () => {
  const page = await open(founder, '/settings/values')
  await page.getByText('5 of 10').waitFor()
  await page.getByRole('button', { name: 'Add a value' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Punch cards')
  await dialog.getByLabel('Keywords').fill('loom')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.getByText('6 of 10').waitFor()
  await navigateInApp(page, '/feed')
  await page.locator('#composer').pressSequentially('You rebuilt the loom')
  await page.getByRole('button', { name: /Punch cards.*suggested/ }).waitFor()
})

test('mail preferences follow the switches and the unsubscribe link', async () => {
  const page = await open(admin, '/settings/notifications')
  const team = page.getByRole('switch', { name: 'Someone got points: the team' })
  const isSwitchedOn = async () =>
    (await api<AppConfig>('GET', '/config', admin)).settings.notifications.points_received
  for (const isOn of [false, true]) {
    await team.click({ force: true })
    await expect.poll(isSwitchedOn).toBe(isOn)
  }
  // The mail about a redemption is sent at once, the one about a post after the time for undo.
  const tomas = await createSession(product, 'tomas@laurel.example')
  const { user } = await api<AppConfig>('GET', '/config', tomas)
  await api('PUT', `/coins/${user.id}`, admin, { amount: 50, comment: '' })
  const reward = await api<{ id: string }>('POST', '/rewards/rewards', admin, {
    title: 'A walk',
    price: 11,
  })
  await api('POST', `/shop/rewards/${reward.id}`, tomas, {})
  const mail = await waitFor(async () =>
    (await listMailsTo(product, 'admin@laurel.example')).find((one) =>
      one.subject.includes('redeemed “A walk”'),
    ),
  )
  await navigateInApp(page, new URL(/http\S+\/u\/\S+/.exec(mail.text)?.[0] ?? '').pathname)
  await page.getByText('You’re subscribed to these emails.').waitFor()
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await page.getByText('You won’t get these emails anymore.').waitFor()
  expect((await api<AppConfig>('GET', '/config', admin)).user.notifications).toMatchObject({
    points_received: true,
    reward_redeemed: false,
  })
})

test('the welcome offer gives its discount once a card is added', async () => {
  const page = await open(founder, '/settings/billing/payment_method')
  const offer = page.getByText('get 10% off every invoice, for life.')
  await offer.waitFor()
  await page.getByRole('button', { name: 'Add a card' }).click()
  await page.waitForURL('**/checkout/**')
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
  await expect
    .poll(async () => (await api<AppConfig>('GET', '/config', founder)).checklist.dismissed)
    .toBe(true)
})
