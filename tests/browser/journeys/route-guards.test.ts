import { beforeAll, expect, test } from 'vitest'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  navigateInApp,
} from '#tests/browser/support/page-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open } = setupFixtures()
let admin: string
let member: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  member = await createSession(product, 'tomas@laurel.example')
})

test('a member of two teams switches between them', async () => {
  const page = await open(admin, '/workspaces')
  await page.getByRole('button', { name: /Juniper & Lane/ }).waitFor()
  await page.getByRole('link', { name: 'Create a new team' }).click()
  await page.getByLabel('Team name').fill('Second team')
  await page.getByRole('button', { name: 'Create team' }).click()
  // The new team suggests the name of the account.
  await expect.poll(() => page.getByLabel('First name').inputValue()).toBe('Nora')
  expect(await page.getByLabel('Last name').inputValue()).toBe('Albrecht')
  await page.getByLabel('First name').fill('Augusta')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Skip for now' }).click()
  await page.waitForURL('**/setup')
  await navigateInApp(page, '/feed')
  await page.getByRole('link', { name: 'Second team' }).waitFor()
  await page.getByRole('button', { name: 'Menu for Augusta Albrecht' }).click()
  await page.getByRole('menuitem', { name: 'Switch teams' }).click()
  await page.getByText("You're part of 2 teams").waitFor()
  await expectAccessible(page, 'team switcher', '[role=dialog]')
  await page.getByRole('button', { name: /Juniper & Lane/ }).click()
  await page.getByRole('link', { name: 'Juniper & Lane' }).waitFor()
})

test('an expired team waits at /expired until it is active again', async () => {
  const page = await open(member, '/feed')
  await page.getByRole('list', { name: 'Posts' }).waitFor()
  let isExpired = true
  await page.route('**/api/**', async (route) => {
    if (!isExpired) return route.continue()
    if (!route.request().url().endsWith('/api/config'))
      return route.fulfill({
        status: 402,
        json: { errors: [{ code: 'billing_inactive', message: '' }] },
      })
    const response = await route.fetch()
    const config = (await response.json()) as { workspace: object }
    return route.fulfill({
      response,
      json: { ...config, workspace: { ...config.workspace, billing_active: false } },
    })
  })
  await page.getByRole('button', { name: /^Like/ }).first().click()
  await page.waitForURL('**/expired')
  await page.getByRole('heading', { name: 'Your team is taking a break' }).waitFor()
  isExpired = false
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.waitForURL('**/feed')
})

test('a screen loads the texts of the current language', async () => {
  const page = await open(member, '/feed', { tolerate: /ERR_/, isolated: true })
  await page.getByRole('button', { name: /^Send( \d+)?$/ }).waitFor()
  await page.getByRole('link', { name: 'Rewards' }).first().click()
  await page.getByRole('heading', { name: 'Rewards', level: 1 }).waitFor()
  await page.getByRole('button', { name: /^Menu for/ }).click()
  await page.getByRole('menuitem', { name: 'Language' }).click()
  await page.getByRole('menuitem', { name: 'Русский' }).click()
  await page.getByRole('heading', { name: 'Награды', level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Лента' }).first().click()
  await page.getByRole('button', { name: /^Отправить( \d+)?$/ }).waitFor()
  await page.locator('time').first().waitFor()
  await page.context().setOffline(true)
  await page.getByRole('link', { name: 'Награды' }).first().click()
  await page.getByRole('heading', { name: 'Награды', level: 1 }).waitFor()
  await page.getByRole('radio', { name: 'Мои награды' }).waitFor({ state: 'attached' })
  expect(await page.locator('body').innerText()).not.toMatch(
    /\b(common|errors|feed|rewards|shop|nav|tab|admin|composer)[.:][a-z_]+/,
  )
})

test('the feed with fallback fonts fits 320 px in Spanish', async () => {
  const page = await open(admin, null, { locale: 'es', width: 320, tolerate: /ERR_FAILED/ })
  await page.route('**/*.woff2', (route) => route.abort())
  await page.goto('/feed')
  await page.locator('time').first().waitFor()
  await expectNoHorizontalScroll(page)
})
