import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { chooseValue } from '#tests/browser/support/composer.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  expectSignedOut,
} from '#tests/browser/support/page-checks.ts'
import { latestCode, createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open } = setupFixtures()
let admin: string
let member: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  member = await createSession(product, 'tomas@laurel.example')
})

const pathOfPage = (page: Page) => new URL(page.url()).pathname

test('inner pages redirect to /login and return after sign-in', async () => {
  const page = await open(null, null)
  for (const inner of [
    '/feed',
    '/rewards',
    '/settings/team',
    '/create-profile',
    '/add-photo',
    '/welcome',
    '/edit-profile',
  ]) {
    await page.goto(inner)
    await page.waitForURL('**/login**')
  }
  for (const step of ['/code-check', '/second-factor', '/create-team', '/workspaces']) {
    await page.goto(step)
    await page.waitForURL('**/login**')
  }
  await page.goto('/settings/rewards/purchases')
  await page.waitForURL('**/login?next=**')
  const before = new Date(Date.now() - 1).toISOString()
  await page.getByLabel('Work email').fill('admin@laurel.example')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type(await latestCode(product, 'admin@laurel.example', before), { delay: 15 })
  await page.waitForURL('**/settings/rewards/purchases')
})

test('a foreign return address is ignored after sign-in', async () => {
  const page = await open(admin, `/login?next=${encodeURIComponent('//evil.example/')}`)
  await page.waitForURL('**/feed')
  expect(new URL(page.url()).origin).toBe(product.url)
})

test('unknown paths, profiles and rewards show the 404 page', async () => {
  const page = await open(admin, null)
  for (const unknown of [
    '/no-such-page',
    '/profile/01900000-0000-7000-8000-000000000000',
    '/profile/nonsense',
    '/settings/rewards/edit/nothing',
  ]) {
    await page.goto(unknown)
    await page.getByRole('heading', { name: 'Nothing to see here' }).waitFor()
    // Members keep the header.
    await page.getByRole('button', { name: /^Menu for/ }).waitFor()
  }
  await expectAccessible(page, '404')
  const stranger = await open(null, '/no-such-page')
  await stranger.getByRole('heading', { name: 'Nothing to see here' }).waitFor()
  expect(await stranger.getByRole('button', { name: /^Menu for/ }).count()).toBe(0)
  await page.goto('/settings/no-such-setting')
  await page.getByRole('heading', { name: 'Settings' }).waitFor()
  expect(pathOfPage(page)).toBe('/settings')
  await page.goto('/')
  await page.waitForURL('**/feed')
})

test('a member is redirected away from administration', async () => {
  const page = await open(member, '/settings/team')
  await page.waitForURL('**/feed')
  await page.getByRole('button', { name: /^Menu for/ }).click()
  await page.getByRole('menuitem', { name: 'My profile' }).waitFor()
  expect(await page.getByRole('menuitem', { name: 'Settings' }).count()).toBe(0)
  expect(await page.getByRole('menuitem', { name: 'Switch teams' }).count()).toBe(0)
  await expectAccessible(page, 'user menu')
})

test('a session ended on another device ends at the next click', async () => {
  const token = await createSession(product, 'elif@laurel.example')
  const page = await open(token, '/feed')
  await page.getByRole('list', { name: 'Posts' }).waitFor()
  await fetch(`${product.url}/api/auth/session`, {
    method: 'DELETE',
    headers: { authorization: `Bearer ${token}` },
  })
  await expectSignedOut(page)

  const again = await open(await createSession(product, 'elif@laurel.example'), '/feed')
  await again.getByRole('button', { name: /^Menu for/ }).click()
  await again.getByRole('menuitem', { name: 'Log out' }).click()
  await again.waitForURL('**/login')
  await again.goto('/feed')
  await again.waitForURL('**/login')
})

test('a member of two teams switches between them', async () => {
  const page = await open(admin, '/feed')
  await page.getByRole('button', { name: /^Menu for/ }).click()
  await page.getByRole('menuitem', { name: 'Join another team' }).click()
  await page.waitForURL('**/workspaces')
  await page.getByRole('button', { name: /Juniper & Lane/ }).waitFor()
  await expectAccessible(page, 'workspaces')
  await page.getByRole('link', { name: 'Create a new team' }).click()
  await page.getByLabel('Team name').fill('Second team')
  await page.getByRole('button', { name: 'Create team' }).click()
  await page.getByLabel('First name').fill('Nora')
  await page.getByLabel('Last name').fill('Albrecht')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('link', { name: 'Skip for now' }).click()
  await page.waitForURL('**/setup')
  await page.goto('/feed')
  await page.getByRole('link', { name: 'Second team' }).waitFor()
  await page.getByRole('button', { name: /^Menu for/ }).click()
  await page.getByRole('menuitem', { name: 'Switch teams' }).click()
  await page.getByText("You're part of 2 teams").waitFor()
  await expectAccessible(page, 'team switcher')
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
  await expectAccessible(page, 'expired')
  isExpired = false
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.waitForURL('**/feed')
})

test('a feed that fails to load offers a retry', async () => {
  const page = await open(admin, null, { tolerate: /ERR_FAILED/ })
  let down = true
  await page.route('**/api/posts**', (route) => (down ? route.abort() : route.continue()))
  await page.goto('/feed')
  await page.getByText('Server is not responding. Please try again.').waitFor()
  await expectAccessible(page, 'feed without server')
  down = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('list', { name: 'Posts' }).waitFor()
})

test('a failed post returns its text to the composer', async () => {
  const page = await open(admin, '/feed', { tolerate: /ERR_FAILED/ })
  await page.getByRole('list', { name: 'Posts' }).waitFor()
  await page.route('**/api/posts', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Add people' }).click()
  await page.keyboard.type('Li')
  await page.getByRole('option', { name: /Li Wei/ }).click()
  await page.locator('#composer').pressSequentially('This must not be lost')
  await chooseValue(page)
  await page.getByRole('button', { name: /^Send( \d+)?$/ }).click()
  await page.getByText('Server is not responding. Please try again.').waitFor()
  expect(await page.locator('#composer').inputValue()).toBe('This must not be lost')
  await page.unroute('**/api/posts')
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('list', { name: 'Posts' }).getByText('This must not be lost').waitFor()
  // The post menu appears with the response; until then the first menu belongs to another post.
  await page
    .getByRole('listitem')
    .filter({ hasText: 'This must not be lost' })
    .getByRole('button', { name: 'More' })
    .click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  // Deleting needs no confirmation: it is permanent once undo expires.
  const deletion = page.waitForResponse(
    (response) => response.request().method() === 'DELETE' && response.ok(),
  )
  await page
    .getByRole('alert')
    .filter({ hasText: 'Deleted.' })
    .getByRole('button', { name: 'Close' })
    .click()
  await deletion
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

test('long unbreakable names do not make the feed scroll sideways', async () => {
  const page = await open(admin, null, { locale: 'es', width: 320, tolerate: /ERR_FAILED/ })
  await page.route('**/*.woff2', (route) => route.abort())
  await page.goto('/feed')
  await page.locator('time').first().waitFor()
  await expectNoHorizontalScroll(page)
})
