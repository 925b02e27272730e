import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
import {
  waitFor,
  listMailsTo,
  latestCode,
  createSession,
} from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api } = setupFixtures()
let member: string
beforeAll(async () => {
  member = await createSession(product, 'tomas@laurel.example')
})
type Config = {
  user: { id: string; email: string; avatar: { url: string | null } }
  workspace: { id: string }
}
const getConfig = (token: string) => api<Config>('GET', '/config', token)
/** Returns the status of a call with this session. */
const statusOf = async (token: string) =>
  (await fetch(`${product.url}/api/config`, { headers: { authorization: `Bearer ${token}` } }))
    .status
const path = (page: Page) => new URL(page.url()).pathname
const isInView = async (element: Locator) => ((await element.boundingBox())?.y ?? -1) >= 0

test('an impersonated session shows a banner until it ends', async () => {
  const { workspace } = await getConfig(member)
  const link = (
    await product.runCli('impersonate', workspace.id, 'tomas@laurel.example', 'Olga')
  ).trim()
  expect(link).toMatch(new RegExp(`^${product.url}/impersonate/`))
  const page = await open(null, new URL(link).pathname)
  await page.waitForURL('**/feed')
  const banner = page.getByRole('region', { name: 'Acting as someone else' })
  await banner.getByText('You’re acting as Tomás Pereira. Everything is recorded.').waitFor()
  await page.getByRole('list', { name: 'Posts' }).waitFor()
  await page.mouse.wheel(0, 900)
  await page.waitForFunction(() => scrollY > 300)
  expect(await isInView(banner)).toBe(true)
  await expectAccessible(page, 'acting: feed')
  for (const at of ['/edit-profile', '/rewards', '/welcome', '/add-photo']) {
    await page.goto(at)
    await banner.waitFor()
    expect([at, await isInView(banner)]).toEqual([at, true])
  }
  await page.goto('/edit-profile')
  await page.getByRole('heading', { name: 'Leave the team' }).waitFor()
  expect(await page.getByText('Only this person can change it.').count()).toBe(10)
  for (const name of [
    'Change address',
    'Sign out everywhere else',
    'New token',
    'Add an app',
    'Get calendar link',
    'Download my data',
    'Leave the team',
  ])
    expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0])
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoHorizontalScroll(page)
  await expectAccessible(page, 'acting: edit-profile')
  await banner.getByRole('button', { name: 'End' }).click()
  await page.waitForURL('**/login')
  expect(await banner.count()).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('laurel.session'))).toBeNull()
  await page.goto(link)
  await page.waitForURL('**/login**')
  await page.getByRole('alert').getByText('This link is no longer valid').waitFor()
})

test('profile details save, and errors appear at their fields', async () => {
  const page = await open(member, '/feed')
  await page.getByRole('button', { name: /^Menu for/ }).click()
  await page.getByRole('menuitem', { name: 'My profile' }).click()
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.waitForURL('**/edit-profile')
  await page.getByText('This device').waitFor()

  await page.getByLabel('First name').fill('')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('First name is required').waitFor()
  await page.getByLabel('First name').fill('Tomé')
  await page.getByLabel('Job title').fill('Cheesemaker')
  await page.getByLabel('Phone').fill('12')
  const birthday = page.getByRole('group', { name: 'Date of birth' })
  await birthday.getByLabel('Month').selectOption({ label: 'February' })
  await birthday.getByLabel('Day').selectOption('03')
  await birthday.getByLabel('Year').fill('1800')
  await page.getByLabel('Start date').fill('1900-01-01')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Please enter a valid telephone number').waitFor()
  await page.getByText(/Must be between Jan 1, 1900 and/).waitFor()
  await page.getByText(/Must be between Jan 1, 1950 and/).waitFor()
  await expectAccessible(page, 'edit-profile with problems')
  expect(await page.getByLabel('Job title').inputValue()).toBe('Cheesemaker')
  await page.getByLabel('Phone').fill('+49 (30) 90 18-20')
  await birthday.getByLabel('Year').fill('')
  await page.getByLabel('Start date').fill('2019-04-01')
  await page.getByLabel('Who sees my birthday').selectOption({ label: 'Nobody' })
  await page.getByLabel('Language').selectOption({ label: 'Español' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Guardado').waitFor()
  expect(await page.getByLabel('Teléfono').inputValue()).toBe('+4930901820')
  expect((await getConfig(member)).user).toMatchObject({
    first_name: 'Tomé',
    job_title: 'Cheesemaker',
    phone: '+4930901820',
    birth_date: '--02-03',
    hire_date: '2019-04-01',
    birthday_visibility: 'nothing',
    anniversary_visibility: null,
    language: 'es',
  })
  await page.getByLabel('Idioma').selectOption({ label: 'English' })
  await page.getByRole('button', { name: 'Guardar', exact: true }).click()
  await page.getByRole('heading', { name: 'About you' }).waitFor()
})

test('a new address needs its code and replaces the old one', async () => {
  const token = await createSession(product, 'yuki@laurel.example')
  const page = await open(token, '/edit-profile', { width: 375 })
  await page.getByRole('button', { name: 'Change address' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('New email address')
  await field.waitFor()
  await expectAccessible(page, 'change of address')
  for (const [address, problem] of [
    ['nonsense', 'Please enter a valid email address'],
    ['Yuki@laurel.example', 'This is already your address'],
    ['admin@laurel.example', 'User with this email already exists'],
  ] as const) {
    await field.fill(address)
    await dialog.getByRole('button', { name: 'Send code' }).click()
    await dialog.getByText(problem).waitFor()
  }
  const before = new Date(Date.now() - 1).toISOString()
  await field.fill('yuki.tanaka@example.test')
  await dialog.getByRole('button', { name: 'Send code' }).click()
  const code = await latestCode(product, 'yuki.tanaka@example.test', before)
  expect((await listMailsTo(product, 'yuki.tanaka@example.test'))[0]?.subject).toContain(
    'confirms your new address',
  )
  await dialog.getByLabel('Digit 1').click()
  await page.keyboard.type(code === '111111' ? '222222' : '111111', { delay: 15 })
  await dialog.getByText('Invalid code. Please try again').waitFor()
  await expectAccessible(page, 'code of the new address')
  await expectNoHorizontalScroll(page)
  await dialog.getByLabel('Digit 1').click()
  await page.keyboard.type(code, { delay: 15 })
  await page.getByText('Your address has been changed').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('yuki.tanaka@example.test', { exact: true }).waitFor()
  expect((await getConfig(token)).user.email).toBe('yuki.tanaka@example.test')
  await waitFor(async () =>
    (await listMailsTo(product, 'yuki@laurel.example')).find(
      (mail) => mail.subject === 'Your Laurel address was changed',
    ),
  )
})

test('other devices are signed out, and the own data downloads', async () => {
  const [here, there] = [
    await createSession(product, 'grace@laurel.example'),
    await createSession(product, 'grace@laurel.example'),
  ]
  const page = await open(here, '/edit-profile')
  const list = page.getByRole('list', { name: 'Where you’re signed in' })
  await list.getByText('This device').waitFor()
  expect(await list.getByRole('listitem').count()).toBe(2)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByText('Signed out everywhere else').waitFor()
  await waitFor(async () => (await list.getByRole('listitem').count()) === 1)
  expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401])

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/my data\.json$/)
  const kept = JSON.parse(await readFile(await file.path(), 'utf8')) as {
    profile: { email: string }
    posts_given: unknown[]
  }
  expect(kept.profile.email).toBe('grace@laurel.example')
  expect(kept.posts_given.length).toBeGreaterThan(0)
})

test('leaving the team asks for confirmation and shows a farewell', async () => {
  const token = await createSession(product, 'camille@laurel.example')
  const page = await open(token, '/edit-profile')
  await page.getByRole('button', { name: 'Leave the team' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Leave Juniper & Lane?').waitFor()
  await expectAccessible(page, 'leave')
  expect(await dialog.getByRole('button', { name: 'Leave for good' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Leave the team' }).click()
  await dialog.getByLabel('Yes, I want to leave for good').check()
  await dialog.getByRole('button', { name: 'Leave for good' }).click()
  await page.waitForURL('**/goodbye')
  await page.getByRole('heading', { name: 'Goodbye, and thank you' }).waitFor()
  expect(await statusOf(token)).toBe(401)
  expect(path(page)).toBe('/goodbye')
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL('**/login')
})
