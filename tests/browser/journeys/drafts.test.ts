import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { acceptSuggestion, chooseValue } from '#tests/browser/support/composer.ts'
import type { Post } from '#contract/schemas/posts.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { expectAccessible } from '#tests/browser/support/page-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

/** Drafts of the composer, in a team of ten thousand and with two accounts in one browser. */
const { product, open, api, inDatabase } = setupFixtures()
let admin: string
let tomas: string
let config: AppConfig
const tolerateNetworkErrors = { tolerate: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/ }

beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  tomas = await createSession(product, 'tomas@laurel.example')
  config = await api<AppConfig>('GET', '/config', admin)
  const workspace = config.workspace.id
  // Ten thousand people: a hundred named Maria, one Zelda, and one with a unique first name.
  await inDatabase(`insert into users (workspace_id, id, account_id, email, first_name, last_name,
    state, created_at, accepted_at, job_title, demo)
    select '${workspace}', gen_random_uuid(), null, 'crowd-' || n || '@laurel.example', case
      when n <= 100 then 'Maria' when n = 101 then 'Zelda' when n = 102 then 'Marietta'
      else 'Person' end,
      case when n = 101 then 'Fitzgerald' when n = 102 then 'Quill'
        else 'Number' || lpad(n::text, 5, '0') end, 'accepted', now(), now(), '', false
        from generate_series(1, 10000) n;
    analyze users;`)
  await api('PUT', '/settings', admin, { limit: 1_000 })
})

const openFeed = async (token: string, reader = {}) => {
  const page = await open(token, '/feed', reader)
  await page.getByRole('list', { name: 'Posts' }).getByRole('listitem').nth(2).waitFor()
  return page
}
const composerInput = (page: Page) => page.locator('#composer')
const composerText = (page: Page) => composerInput(page).inputValue()
const composer = (page: Page) => page.getByRole('group', { name: 'Thank someone' })
/** Returns the chosen names, and the entries of an open list. */
const chosenNames = (page: Page) =>
  page.locator('[role=group]:has(#composer) li bdi').allInnerTexts()
const typeText = async (page: Page, typed: string) => {
  await composerInput(page).focus()
  await page.keyboard.type(typed)
}
const pickPerson = async (page: Page, name: string) => {
  await typeText(page, `@${name}`)
  await page.getByRole('option', { name }).first().waitFor()
  await acceptSuggestion(page)
}
const waitForPost = (page: Page) =>
  page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      response.url().endsWith('/api/posts') &&
      response.ok(),
  )
const isPost = (route: Route) => route.request().method() === 'POST'
const composerSelector = '[role=group]:has(#composer)'
const storedDrafts = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('laurel.draft.'))
      .map(([, value]) => value)
      .join(),
  )

test('a draft survives a reload, other pages and another account', async () => {
  const page = await openFeed(admin)
  await pickPerson(page, 'Zelda')
  await pickPerson(page, 'Tomás')
  await typeText(page, '+20 You stayed with it #craft')
  await page.reload()
  await expect.poll(() => composerText(page)).toBe('You stayed with it #craft')
  await page.getByRole('link', { name: 'Rewards' }).first().click()
  await page.waitForURL('**/rewards')
  await page.getByRole('link', { name: 'Feed' }).first().click()
  await expect.poll(() => chosenNames(page)).toEqual(['Zelda Fitzgerald', 'Tomás Pereira'])
  await page.getByRole('radio', { name: '+20', checked: true }).waitFor()

  const as = async (token: string) => {
    await page.evaluate((key) => {
      localStorage.setItem('laurel.session', key)
    }, token)
    await page.goto('/feed')
    await composer(page).waitFor()
  }
  await as(tomas)
  expect([await composerText(page), await chosenNames(page)]).toEqual(['', []])
  await typeText(page, 'Mine alone')
  await inDatabase(
    "update users set state = 'deactivated' where email = 'crowd-101@laurel.example'",
  )
  await as(admin)
  expect(await composerText(page)).toBe('You stayed with it #craft')
  await expect.poll(() => chosenNames(page)).toEqual(['Tomás Pereira'])
  const [response] = await Promise.all([
    waitForPost(page),
    page.keyboard.press('Tab').then(() => composerInput(page).press('Control+Enter')),
  ])
  expect((await response.json()) as Post).toMatchObject({ score: 20, value: { name: 'Craft' } })
  await expect.poll(() => storedDrafts(page)).not.toContain('You stayed')
  expect(await storedDrafts(page)).toContain('Mine alone')

  await page.evaluate(
    ([workspace, user]) => {
      localStorage.setItem(`laurel.draft.${workspace}.${user}`, '{"at":9e15,"draft":{"people":[7]')
    },
    [config.workspace.id, config.user.id] as const,
  )
  await page.reload()
  await composer(page).waitFor()
  expect(await composerText(page)).toBe('')
})

test('a post repeated after an outage is created once', async () => {
  const page = await openFeed(tomas, tolerateNetworkErrors)
  await composerInput(page).fill('')
  const keys: string[] = []
  let mode: 'lost' | 'held' | 'through' = 'lost'
  let respond = () => {}
  const held = new Promise<void>((resolve) => {
    respond = resolve
  })
  await page.route('**/api/posts', async (route) => {
    if (!isPost(route)) return route.continue()
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    // The post is created, but the response is lost.
    if (mode === 'lost') await route.fetch()
    if (mode === 'held') await held
    return mode === 'through' ? route.continue() : route.abort()
  })
  await pickPerson(page, 'Elif')
  await typeText(page, 'For the answer that was lost')
  await chooseValue(page)
  await page.getByRole('button', { name: /^Send( \d+)?$/ }).click()
  await composer(page).getByText('Server is not responding. Please try again.').waitFor()
  expect([await composerText(page), await chosenNames(page)]).toEqual([
    'For the answer that was lost',
    ['Elif Yıldız'],
  ])
  await page.reload()
  mode = 'through'
  await Promise.all([waitForPost(page), page.getByRole('button', { name: 'Send again' }).click()])
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  await expect.poll(() => composerText(page)).toBe('')
  const posts = await api<Post[]>('GET', '/posts', tomas)
  expect(posts.filter((post) => post.description === 'For the answer that was lost')).toHaveLength(
    1,
  )

  mode = 'held'
  await pickPerson(page, 'Elif')
  await typeText(page, 'The first of two')
  await chooseValue(page)
  await page.getByRole('button', { name: /^Send( \d+)?$/ }).click()
  await typeText(page, 'The second of two')
  respond()
  const shelf = page.getByRole('list', { name: 'Not sent yet' }).getByRole('listitem')
  await shelf.getByText('Server is not responding. Please try again.').waitFor()
  expect(await composerText(page)).toBe('The second of two')
  await expectAccessible(page, 'shelf', composerSelector)
  await shelf.getByRole('button', { name: 'Edit' }).click()
  expect([await composerText(page), await shelf.innerText()]).toEqual([
    'The first of two',
    expect.stringContaining('The second of two'),
  ])
  await page.reload()
  await shelf.getByText('The second of two').waitFor()
  mode = 'through'
  await Promise.all([
    waitForPost(page),
    page
      .getByRole('button', { name: 'Send again' })
      .or(page.getByRole('button', { name: /^Send( \d+)?$/ }))
      .first()
      .click(),
  ])
  await shelf.getByRole('button', { name: 'Discard' }).click()
  await shelf.waitFor({ state: 'detached' })
  expect(await storedDrafts(page)).toBe('')
})
