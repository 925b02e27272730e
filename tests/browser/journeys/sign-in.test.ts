import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
import {
  waitFor,
  listMailsTo,
  latestCode,
  createSession,
  createTeam,
} from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

/** Sign-in pages in unexpected situations. */
const { product, open, api } = setupFixtures(() => ({ TRUST_PROXY: 'on' }))
let admin: string
beforeAll(async () => {
  admin = await createTeam(product, 'founder@example.test', 'Difference Engines')
})

const pathOfPage = (page: Page) => new URL(page.url()).pathname
const wrongCode = (code: string) => (code === '000000' ? '000001' : '000000')
async function requestCode(page: Page, email: string): Promise<string> {
  const before = new Date(Date.now() - 1).toISOString()
  await page.getByLabel('Work email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Digit 1').waitFor()
  return latestCode(product, email, before)
}
async function enterCode(page: Page, code: string): Promise<void> {
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type(code, { delay: 15 })
}
const inviteMember = (email: string) =>
  api('POST', '/users', admin, { users: [{ email, first_name: 'Grace', last_name: 'Hopper' }] })
const waitForInviteLink = (email: string) =>
  waitFor(async () =>
    (await listMailsTo(product, email))
      .map((mail) => /\S+\/login\/accept\S+/.exec(mail.text)?.[0])
      .find(Boolean),
  )

test('five wrong codes offer a button for a new code', async () => {
  const page = await open(null, '/login')
  const code = await requestCode(page, 'founder@example.test')
  for (let n = 0; n < 4; n += 1) {
    await enterCode(page, wrongCode(code))
    await page.getByRole('alert').getByText('Invalid code. Please try again').waitFor()
    await page.waitForFunction(
      () => (document.querySelector('main input') as HTMLInputElement | null)?.value === '',
    )
  }
  await enterCode(page, wrongCode(code))
  await page
    .getByRole('alert')
    .getByText('This code no longer works. Please get a new one')
    .waitFor()
  expect(await page.getByLabel('Digit 1').count()).toBe(0)
  await expectAccessible(page, 'exhausted code')
  const before = new Date(Date.now() - 1).toISOString()
  await page.getByRole('button', { name: 'Send a new code' }).click()
  await page.getByLabel('Digit 1').waitFor()
  await enterCode(page, await latestCode(product, 'founder@example.test', before))
  await page.waitForURL('**/feed')
})

test.each([
  ['en', 'Too many tries. Try again in 60 minutes'],
  ['ru', 'Слишком много попыток. Попробуйте снова через 60 минут'],
])('the error for too many codes says in %s when to retry', async (locale, text) => {
  const email = `often.${locale}@example.test`
  for (let n = 0; n < 5; n += 1) await api('POST', '/auth/get_code', null, { email })
  const page = await open(null, '/login', { locale })
  await page.locator('input[name=email]').fill(email)
  await page.locator('main form button[type=submit]').click()
  await page.getByRole('alert').getByText(text).waitFor()
})

test('an address without a team can create a team', async () => {
  const page = await open(null, '/login')
  await enterCode(page, await requestCode(page, 'fuonder@example.test'))
  await page.getByRole('heading', { name: 'This address isn’t on any team' }).waitFor()
  await page.getByText('We couldn’t find a team for fuonder@example.test.').waitFor()
  await expectAccessible(page, 'no team')
  await page.setViewportSize({ width: 320, height: 700 })
  await expectNoHorizontalScroll(page)
  await page.reload()
  await page.getByRole('link', { name: 'Create a new team' }).click()
  await page.waitForURL('**/create-team')
  await page.goBack()
  await page.getByRole('link', { name: 'Use another address' }).click()
  await page.waitForURL('**/login')
  // On /sign-up the same address creates a team.
  await page.goto('/sign-up')
  await enterCode(page, await requestCode(page, 'fuonder@example.test'))
  await page.waitForURL('**/create-team')
})

test('a deactivated member sees that the access has ended', async () => {
  await inviteMember('left@example.test')
  const token = await createSession(product, 'left@example.test')
  const { user } = await api<{ user: { id: string } }>('GET', '/config', token)
  await api('PUT', `/users/${user.id}`, admin, { state: 'deactivated' })
  const page = await open(null, '/login')
  await enterCode(page, await requestCode(page, 'left@example.test'))
  await page.getByRole('heading', { name: 'Your access has ended' }).waitFor()
  await page.getByText('You no longer have access to Difference Engines').waitFor()
  await page.getByText('If you think this is a mistake, ask Ada Lovelace.').waitFor()
  await expectAccessible(page, 'access ended')
})

test('a used invite link opens the team for a signed-in member', async () => {
  await inviteMember('twice@example.test')
  const link = await waitForInviteLink('twice@example.test')
  const where = `${new URL(link ?? '').pathname}${new URL(link ?? '').search}${new URL(link ?? '').hash}`
  const token = await createSession(product, 'twice@example.test')
  const page = await open(token, where)
  await page.waitForURL('**/feed')
  await page.getByRole('link', { name: 'Difference Engines' }).waitFor()

  const elsewhere = await open(
    await createTeam(product, 'twice.elsewhere@example.test', 'Elsewhere'),
    where,
  )
  await elsewhere.getByRole('heading', { name: 'The invite link is not valid' }).waitFor()
  const signedOutPage = await open(null, where)
  await signedOutPage.getByRole('heading', { name: 'The invite link is not valid' }).waitFor()

  const { workspace } = await api<{ workspace: { id: string } }>('GET', '/config', token)
  const { access_token: other } = await api<{ access_token: string }>(
    'POST',
    '/auth/workspaces',
    token,
    { name: 'Own team' },
  )
  await api('PUT', '/profiles/me', other, { first_name: 'Grace', last_name: 'Hopper' })
  const switched = await open(other, where)
  await switched.waitForURL('**/feed')
  await switched.getByRole('link', { name: 'Difference Engines' }).waitFor()
  expect(workspace.id).toBeTruthy()
})

/** Returns the keys of personal data in both storages of the page. */
const personalStorageKeys = (page: Page) =>
  page.evaluate(() =>
    [localStorage, sessionStorage]
      .flatMap((storage) => Object.keys(storage))
      .filter((key) => /^laurel\.(draft|recent|emoji|columns|code|proof)/.test(key)),
  )
const composer = (page: Page) => page.getByRole('textbox').first()

test('logging out removes the drafts from every tab', async () => {
  const email = 'writer@example.test'
  await inviteMember(email)
  const page = await open(await createSession(product, email), '/feed')
  await composer(page).click()
  await page.keyboard.type('A secret between us')
  await expect.poll(() => personalStorageKeys(page)).toHaveLength(1)
  const other = await page.context().newPage()
  await other.goto('/feed')
  await expect.poll(() => composer(other).textContent()).toContain('A secret between us')
  await page.getByRole('button', { name: /^Menu for/ }).click()
  await page.getByRole('menuitem', { name: 'Log out' }).click()
  await page.waitForURL('**/login')
  await other.waitForURL('**/login')
  expect([await personalStorageKeys(page), await personalStorageKeys(other)]).toEqual([[], []])
  for (const tab of [page, other]) {
    await enterCode(tab, await requestCode(tab, email))
    await tab.waitForURL('**/feed')
    await composer(tab).waitFor()
    expect(await tab.content()).not.toContain('A secret between us')
    await tab.evaluate((key) => localStorage.removeItem(key), 'laurel.session')
    await tab.goto('/login')
  }
})

test('an expired session keeps the draft for the same account only', async () => {
  const email = 'expired.writer@example.test'
  await inviteMember(email)
  const token = await createSession(product, email)
  const page = await open(token, '/feed')
  await composer(page).click()
  await page.keyboard.type('Not finished yet')
  await expect.poll(() => personalStorageKeys(page)).toHaveLength(1)
  await api('DELETE', '/auth/session', token)
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  await page.goto('/rewards')
  await page.waitForURL('**/login**')
  await page.goto('/login')
  await enterCode(page, await requestCode(page, 'founder@example.test'))
  await page.waitForURL(/feed|workspaces/)
  if (pathOfPage(page) === '/workspaces')
    await page.getByRole('button', { name: /Difference Engines/ }).click()
  await composer(page).waitFor()
  expect(await page.content()).not.toContain('Not finished yet')
  await page.evaluate((key) => localStorage.removeItem(key), 'laurel.session')
  await page.goto('/login')
  await enterCode(page, await requestCode(page, email))
  await page.waitForURL('**/feed')
  await expect.poll(() => composer(page).textContent()).toContain('Not finished yet')
})
