import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Post } from '#contract/schemas/posts.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import {
  expectAccessible,
  expectFits,
  waitUntilSettled,
} from '#tests/browser/support/page-checks.ts'
import { saveScreenshot } from '#tests/browser/support/visual-checks.ts'
import { createSession, createTeam } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api } = setupFixtures()
type Name = 'admin' | 'tomas' | 'elif' | 'fresh'
const tokens = {} as Record<Name, string>
const ids = {} as Record<Name, string>
let values: AppConfig['values']
let privatePost: Post
beforeAll(async () => {
  for (const name of ['admin', 'tomas', 'elif'] as const)
    tokens[name] = await createSession(product, `${name}@laurel.example`)
  tokens.fresh = await createTeam(product, 'fresh@example.test', 'Analytical Engines')
  for (const name of ['admin', 'tomas', 'elif', 'fresh'] as const)
    ids[name] = (await api<AppConfig>('GET', '/config', tokens[name])).user.id
  values = (await api<AppConfig>('GET', '/config', tokens.admin)).values
  await api('PUT', '/settings', tokens.admin, { limit: null })
  await api('PUT', '/profiles/me', tokens.tomas, {
    birth_date: '1990-12-24',
    hire_date: '2019-05-03',
  })
  // Every kind of entry, created through the API.
  await api('PUT', `/coins/${ids.tomas}`, tokens.admin, {
    amount: 200,
    comment: 'For the long night',
  })
  const thank = (fields: object) =>
    api<Post>('POST', '/posts', tokens.admin, {
      to_id: [ids.tomas],
      value_id: values[0]?.id,
      score: 7,
      description: 'Thank you for the release',
      ...fields,
    })
  await thank({})
  privatePost = await thank({ private: true, description: 'Between the two of us', score: 3_000 })
  await api(
    'DELETE',
    `/posts/${(await thank({ description: 'A mistake of mine' })).id}`,
    tokens.admin,
  )
  const reward = await api<{ id: string }>('POST', '/rewards/rewards', tokens.admin, {
    title: 'A walk',
    price: 11,
  })
  const redeem = () => api<{ id: string }>('POST', `/shop/rewards/${reward.id}`, tokens.tomas, {})
  await api('DELETE', `/shop/purchases/${(await redeem()).id}`, tokens.tomas)
  await api('DELETE', `/rewards/purchases/${(await redeem()).id}`, tokens.admin, {
    reason: 'It rains',
  })
  await redeem()
})

const figureTile = (page: Page, title: string) =>
  page
    .getByRole('region', { name: /At a glance|Коротко о главном/ })
    .locator('div')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .last()
    .locator('..')
const choosePeriod = (page: Page, name: string) =>
  page.getByRole('radiogroup').getByText(name, { exact: true }).click()
const posts = (page: Page) => page.getByRole('list', { name: 'Posts' }).getByRole('listitem')
const searchParams = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)

test('the own profile shows dates, figures, values and activity', async () => {
  const page = await open(tokens.tomas, `/profile/${ids.tomas}`)
  await page.getByRole('heading', { level: 1, name: 'Tomás Pereira' }).waitFor()
  await page.getByText('Birthday on Dec 24').waitFor()
  expect(await page.getByRole('main').innerText()).not.toContain('1990')
  await page.getByText(/Works here since May 3, 2019, for \d+ years/).waitFor()
  await page.getByRole('link', { name: 'Edit profile' }).waitFor()
  await waitUntilSettled(page)
  const cells = figureTile(page, 'What you’re recognized for').getByRole('cell')
  await cells.first().waitFor({ state: 'attached' })
  const percent = (await cells.allTextContents())
    .filter((text) => text.endsWith('%'))
    .map((text) => Number.parseInt(text, 10))
  expect([
    percent.length > 0 && percent.length <= 10,
    percent.reduce((sum, share) => sum + share, 0),
  ]).toEqual([true, 100])
  await figureTile(page, 'Points over time').getByRole('row').nth(1).waitFor({ state: 'attached' })
  const ties = figureTile(page, 'Connections')
  await ties.getByRole('heading', { name: 'Thanked most by' }).waitFor()
  expect(await ties.getByRole('list').last().getByRole('listitem').count()).toBeLessThanOrEqual(5)
  expect(await ties.getByRole('list').last().getByRole('listitem').first().innerText()).toContain(
    'Nora Albrecht',
  )
  await expectAccessible(page, 'own profile')

  await choosePeriod(page, 'Year')
  await expect.poll(() => searchParams(page)).toEqual({ period: 'year' })
  await waitUntilSettled(page)
  await choosePeriod(page, 'Given')
  await page.getByRole('button', { name: values[1]?.name ?? '' }).click()
  await expect
    .poll(() => searchParams(page))
    .toEqual({ period: 'year', tab: 'given', value: values[1]?.id })
  await waitUntilSettled(page)
  for (const text of await posts(page).allInnerTexts()) expect(text).toContain(values[1]?.name)
  await page.reload()
  await page.getByRole('button', { name: values[1]?.name ?? '', pressed: true }).waitFor()
  await page.getByRole('button', { name: 'All', exact: true }).click()
  await expect.poll(() => searchParams(page)).toEqual({ period: 'year', tab: 'given' })
  await figureTile(page, 'Connections').getByRole('link', { name: 'Nora Albrecht' }).click()
  await page.getByRole('heading', { level: 1, name: 'Nora Albrecht' }).waitFor()
})

test('another profile hides the balance and private posts', async () => {
  const page = await open(tokens.elif, `/profile/${ids.tomas}`)
  await page.getByText('Birthday on Dec 24').waitFor()
  await waitUntilSettled(page)
  expect(await page.getByText('Balance sheet').count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Edit profile' }).count()).toBe(0)
  expect(await page.getByRole('main').locator('dl').innerText()).not.toContain('balance')
  const strongest = figureTile(page, 'Connections')
    .getByRole('list')
    .last()
    .getByRole('listitem')
    .first()
  expect(await strongest.innerText()).not.toMatch(/3,\d\d\d/)
  expect(await page.getByRole('main').locator('dl').innerText()).not.toMatch(/3,\d\d\d/)
  await posts(page).filter({ hasText: 'Thank you for the release' }).waitFor()
  expect(await posts(page).filter({ hasText: privatePost.description }).count()).toBe(0)
  await expectAccessible(page, 'somebody else')
  await api('PUT', '/profiles/me', tokens.tomas, {
    birthday_visibility: 'nothing',
    anniversary_visibility: 'nothing',
  })
  await page.reload()
  await page.getByText(/On Laurel since/).waitFor()
  expect(await page.getByText(/Birthday|Works here/).count()).toBe(0)
  await api('PUT', '/profiles/me', tokens.tomas, {
    birthday_visibility: 'everyone',
    anniversary_visibility: 'everyone',
  })
  // Administrators with access to balances see the history.
  const admin = await open(tokens.admin, `/profile/${ids.tomas}?tab=sheet`)
  await figureTile(admin, 'Connections')
    .getByRole('list')
    .last()
    .getByRole('listitem')
    .filter({ hasText: /Nora Albrecht[^]*3,\d\d\d/ })
    .waitFor()
  await admin.getByRole('list', { name: 'Balance sheet' }).getByRole('listitem').first().waitFor()
})

test('the balance history lists every kind of entry and downloads', async () => {
  const page = await open(tokens.tomas, `/profile/${ids.tomas}?tab=sheet`)
  const sheet = page.getByRole('list', { name: 'Balance sheet' })
  for (const words of [
    'Redeemed: A walk',
    'Returned, declined: A walk',
    'Returned, canceled: A walk',
    'Post deleted by Nora Albrecht',
    'Thanks from Nora Albrecht',
    'Adjusted by Nora Albrecht',
  ])
    await sheet.getByText(words).first().waitFor()
  await sheet.getByText('It rains').waitFor()
  await sheet.getByText('For the long night').waitFor()
  const rows = await sheet
    .getByRole('listitem')
    .evaluateAll((items) =>
      items.map((item) =>
        [...item.children]
          .slice(-2)
          .map((cell) =>
            Number((cell.textContent ?? '').replace('−', '-').replaceAll(/[^\d-]/g, '')),
          ),
      ),
    )
  // Each balance is the previous one plus the amount.
  rows.slice(0, -1).forEach(([amount, balance], index) => {
    expect([index, balance]).toEqual([index, (rows[index + 1]?.[1] ?? 0) + (amount ?? 0)])
  })
  await page.getByText(/Balance now: [\d,]+ points/).waitFor()
  await expectAccessible(page, 'balance sheet')

  const links = sheet.getByRole('link', { name: 'View post' })
  // The newest post was deleted later; its recipient can open the private one before it.
  await links.nth(0).click()
  await page.getByRole('heading', { name: 'Nothing to see here' }).waitFor()
  await page.goBack()
  await links.nth(1).click()
  await page.getByRole('main').getByText(privatePost.description).waitFor()
  await page.goBack()
  await sheet.getByRole('listitem').first().waitFor()

  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('balance.csv')
  const text = readFileSync(await file.path(), 'utf8')
  expect(text.startsWith('\uFEFF')).toBe(true)
  expect(text.trim().split('\r\n').length).toBeGreaterThan(rows.length)
  expect(text).toContain('For the long night')
  await sheet.getByRole('link', { name: 'View purchase' }).first().click()
  await page.waitForURL('**/rewards?tab=mine')
})

test('the balance history of an open page updates live', async () => {
  const page = await open(tokens.tomas, `/profile/${ids.tomas}?tab=sheet`)
  await page.getByRole('list', { name: 'Balance sheet' }).getByRole('listitem').first().waitFor()
  await api('PUT', `/coins/${ids.tomas}`, tokens.admin, { amount: 13, comment: 'And once more' })
  await page.getByText('And once more').waitFor()
})

test('an empty profile explains what to do next', async () => {
  const page = await open(tokens.fresh, `/profile/${ids.fresh}`)
  await page.getByRole('heading', { name: 'No recognition yet' }).waitFor()
  expect(await page.getByRole('heading', { name: 'At a glance' }).count()).toBe(0)
  await expectAccessible(page, 'empty profile')
  await choosePeriod(page, 'Balance sheet')
  await page.getByRole('heading', { name: 'No points yet' }).waitFor()
  await choosePeriod(page, 'Given')
  await page.getByRole('link', { name: 'Thank someone' }).waitFor()
  const [colleague] = await api<{ id: string }[]>('GET', '/people?search=&limit=1', tokens.fresh)
  const { values: ownValues } = await api<AppConfig>('GET', '/config', tokens.fresh)
  await api('POST', '/posts', tokens.fresh, {
    to_id: [colleague?.id],
    value_id: ownValues[0]?.id,
    score: 5,
    description: 'The very first one',
  })
  // The open page updates live.
  await page.getByRole('heading', { name: 'At a glance' }).waitFor()
  await posts(page).filter({ hasText: 'The very first one' }).waitFor()
  await waitUntilSettled(page)
  await expectAccessible(page, 'one post')
})

test.each([
  [
    'ru',
    [
      [1280, true],
      [375, false],
      [320, false],
    ],
  ],
  [
    'en',
    [
      [375, true],
      [768, false],
    ],
  ],
] as const)('the profile fits and passes axe in %s', async (locale, looks) => {
  for (const tab of ['', '?tab=sheet']) {
    const page = await open(tokens.tomas, `/profile/${ids.tomas}${tab}`, {
      locale,
      width: looks[0][0],
      dark: looks[0][1],
    })
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectFits(page, `profile ${locale}${tab}`, looks)
  }
})

test('an unknown profile opens the 404 page', async () => {
  const page = await open(tokens.tomas, `/profile/${ids.fresh}`)
  await page.waitForURL('**/404')
  await page.getByRole('heading', { name: 'Nothing to see here' }).waitFor()
})

test('/profile/me opens the own profile and keeps the query', async () => {
  const page = await open(tokens.tomas, '/profile/me?tab=given')
  await page.waitForURL(`**/profile/${ids.tomas}?tab=given`)
  await page.getByRole('heading', { level: 1, name: 'Tomás Pereira' }).waitFor()
})

test.each([
  ['that answers 500', 500],
  ['that does not answer', 0],
] as const)('a profile from a server %s redirects to /404 with a link back', async (_, status) => {
  const page = await open(tokens.tomas, '/feed', { tolerate: /ERR_FAILED|status of 500/ })
  await page.getByRole('list', { name: 'Posts' }).getByRole('listitem').first().waitFor()
  const path = `**/api/profiles/${ids.elif}`
  await page.route(path, (route) =>
    status
      ? route.fulfill({ status, json: { errors: [{ code: 'unknown', message: '' }] } })
      : route.abort(),
  )
  await page.evaluate((id) => {
    history.pushState(null, '', `/profile/${id}?tab=given`)
    dispatchEvent(new PopStateEvent('popstate'))
  }, ids.elif)
  await page.waitForURL((url) => url.pathname === '/404', { timeout: 20_000 })
  await page.getByRole('heading', { level: 1, name: 'We couldn’t load this' }).waitFor()
  await expectAccessible(page, 'a profile that could not be loaded')
  await saveScreenshot(page, `profile-not-loaded-${status}`)
  await page.unroute(path)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.waitForURL(`**/profile/${ids.elif}?tab=given`)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goBack()
  await page.waitForURL('**/feed')
})
