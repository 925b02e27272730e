import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { expectNoHorizontalScroll, navigateInApp } from '#tests/browser/support/page-checks.ts'
import { latestCode, createSession, createTeam } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

/** Drafts of a person and the sign-in of this and other accounts. */
const { product, open, api } = setupFixtures()
let admin: string
beforeAll(async () => {
  admin = await createTeam(product, 'founder@example.test', 'Difference Engines')
})

const pathOfPage = (page: Page) => new URL(page.url()).pathname
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
    // The other tab has no session yet.
    await tab.evaluate((key) => localStorage.removeItem(key), 'laurel.session')
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
  await navigateInApp(page, '/rewards')
  await page.waitForURL('**/login**')
  // An address without a team, on a narrow page.
  await page.setViewportSize({ width: 320, height: 700 })
  await enterCode(page, await requestCode(page, 'fuonder@example.test'))
  await page.getByRole('heading', { name: 'This address isn’t on any team' }).waitFor()
  await page.getByText('We couldn’t find a team for fuonder@example.test.').waitFor()
  await expectNoHorizontalScroll(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.getByRole('link', { name: 'Use another address' }).click()
  await page.waitForURL('**/login')
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
