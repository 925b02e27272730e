import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { totpCode } from '#tests/support/factories.ts'
import { type OidcServer, startOidcServer } from '#tests/support/oidc-server.ts'
import {
  createTeam,
  latestCode,
  listMailsTo,
  waitFor,
} from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'

const { product, open, api, inDatabase } = setupFixtures(() => ({ OUTSIDE_LOOPBACK: 'on' }))
const admin = { email: 'ada@northwind.example', sub: 'ada', email_verified: true }
const member = {
  email: 'ida@northwind.example',
  sub: 'ida',
  email_verified: true,
  given_name: 'Ida',
  family_name: 'Berg',
}
let provider: OidcServer
let adminToken: string
beforeAll(async () => {
  provider = await startOidcServer(() => new Date())
  adminToken = await createTeam(product, admin.email, 'Northwind')
})
afterAll(() => provider?.stop())

const checkPage = async (page: Page, where: string) => {
  await expectAccessible(page, where)
  await expectNoHorizontalScroll(page)
}
const save = (page: Page, section: string) =>
  page.getByRole('group', { name: section }).getByRole('button', { name: 'Save' }).click()
const enterAddress = async (page: Page, email: string) => {
  await page.getByLabel('Work email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Sign in to Northwind' }).waitFor()
}
/** Types the code that the page mails on a click. */
async function enterMailedCode(page: Page, email: string): Promise<void> {
  const before = new Date(Date.now() - 1).toISOString()
  await page.getByRole('button', { name: 'Email me a code instead' }).click()
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type(await latestCode(product, email, before), { delay: 15 })
}

/** Verifies a domain, adds the provider and tests it in another tab. */
async function setUpConnection(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Domain' }).fill('northwind.example')
  await page.getByRole('button', { name: 'Add domain' }).click()
  await page.getByText('Waiting for the record').waitFor()
  await checkPage(page, 'sign-in settings')
  // No name server runs beside the test.
  await inDatabase(`update sso_domains set verified_at = now()`)
  await page.reload()
  await page.getByText('Verified').waitFor()
  await page.getByRole('button', { name: 'Add OpenID Connect' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add OpenID Connect' })
  await dialog.getByLabel('Name').fill('Okta')
  await dialog.getByRole('button', { name: 'Add connection' }).click()
  await page.getByRole('heading', { name: 'Okta', level: 1 }).waitFor()
  await page.getByLabel('Issuer').fill(provider.issuer)
  await page.getByLabel('Client ID').fill(provider.clientId)
  await page.getByLabel('Client secret').fill(provider.clientSecret)
  await save(page, 'From your provider')
  await page.getByRole('link', { name: 'Test' }).waitFor()
  await page.getByRole('checkbox', { name: 'northwind.example' }).check()
  await page.getByRole('radio', { name: 'Everyone at these domains' }).check()
  await save(page, 'Who signs in')
  await page.getByText('Saved').first().waitFor()
  await checkPage(page, 'connection')
}

/** Signs the administrator in at the provider, in the tab of the test. */
async function testConnection(page: Page): Promise<void> {
  provider.person = admin
  const opened = page.context().waitForEvent('page')
  await page.getByRole('link', { name: 'Test' }).click()
  const tab = await opened
  await tab.getByRole('link', { name: 'Continue as ada' }).click()
  await tab.getByRole('heading', { name: 'The sign-in works' }).waitFor()
  await tab.getByText('You’d be signed in, and this account would be connected to you.').waitFor()
  await tab.getByText('ada@northwind.example (confirmed)').waitFor()
  expect(new URL(tab.url()).hash).toBe('')
  await checkPage(tab, 'test of a connection')
  await tab.close()
}

test('an administrator sets up the company sign-in and a member uses it', async () => {
  const page = await open(adminToken, '/settings/sign-in')
  await setUpConnection(page)
  await testConnection(page)
  await page.getByRole('button', { name: 'Turn on' }).click()
  await page.getByRole('button', { name: 'Turn off' }).waitFor()

  provider.person = member
  const other = await open(null, '/login?next=%2Fedit-profile', { width: 375 })
  await enterAddress(other, member.email)
  await checkPage(other, 'company sign-in')
  await other.getByRole('button', { name: 'Continue with Okta' }).click()
  await other.getByRole('link', { name: 'Continue as ida' }).click()
  await other.waitForURL('**/edit-profile')
  await other.getByText('You signed in through your company.', { exact: false }).first().waitFor()
  expect(await other.getByRole('button', { name: 'Change address' }).count()).toBe(0)
  expect(await other.getByLabel('First name').inputValue()).toBe('Ida')
  // A reload keeps the session, and the code is gone.
  await other.reload()
  await other.getByLabel('First name').waitFor()
})

test('a required company sign-in leaves administrators a way in', async () => {
  const { secret } = await api<{ secret: string }>('POST', '/profiles/me/second_factor', adminToken)
  const codeAt = (steps: number) => totpCode(secret, new Date(Date.now() + steps * 30_000))
  await api('POST', '/profiles/me/second_factor/confirm', adminToken, { code: codeAt(0) })
  const page = await open(adminToken, '/settings/sign-in')
  await page.getByText('1 administrator can do that now.', { exact: false }).waitFor()
  await page.getByRole('switch', { name: 'Require the company sign-in' }).check()
  await save(page, 'Rules')
  await page.getByRole('button', { name: 'Require it' }).click()
  // The session began by code, so it has ended.
  await page.waitForURL('**/login**')

  const other = await open(null, '/login')
  await enterAddress(other, member.email)
  await enterMailedCode(other, member.email)
  await other.waitForURL('**/workspaces?team=**')
  await other.getByRole('button', { name: 'Continue with Okta' }).waitFor()
  await checkPage(other, 'required company sign-in')

  await page.goto('/login')
  await enterAddress(page, admin.email)
  await enterMailedCode(page, admin.email)
  await page.getByRole('heading', { name: 'Code from your authenticator app' }).waitFor()
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type(codeAt(1), { delay: 15 })
  await page.waitForURL('**/feed')
  await waitFor(async () =>
    (await listMailsTo(product, admin.email)).some(({ subject }) => /company/i.test(subject)),
  )
})
