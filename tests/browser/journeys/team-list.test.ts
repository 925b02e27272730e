import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api, inDatabase } = setupFixtures()
let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  await api('POST', '/users', admin, {
    users: [{ email: 'guest@example.test', first_name: 'Guest', last_name: 'Pending' }],
  })
  const { items } = await api<{ items: { id: string }[] }>('GET', '/users?search=grace', admin)
  await api('PUT', `/users/${items[0]?.id}`, admin, { state: 'deactivated' })
})

async function openTeam(): Promise<Page> {
  const page = await open(admin, '/settings/team')
  await page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: /^Actions for/ }) })
    .first()
    .waitFor()
  return page
}
const memberRow = (page: Page, name: string) =>
  page
    .getByRole('row')
    .filter({ has: page.getByRole('button', { name: `Actions for ${name}`, exact: true }) })
const stateTab = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Status' }).getByRole('button', { name: new RegExp(`^${name}`) })

test('search and state filter of the team stay in the history', async () => {
  const page = await openTeam()
  await page.getByRole('searchbox').fill('durand camil')
  await page
    .getByRole('button', { name: /^Actions for/ })
    .nth(1)
    .waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Camille Durand' }).click()
  await page.getByRole('heading', { name: 'Camille Durand' }).waitFor()
  await page.goBack()
  await memberRow(page, 'Camille Durand').waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('durand camil')
  expect(await page.getByRole('button', { name: /^Actions for/ }).count()).toBe(1)
  await page.getByRole('searchbox').fill('')
  await memberRow(page, 'Elif Yıldız').waitFor()
  await stateTab(page, 'Invited').click()
  await memberRow(page, 'Elif Yıldız').waitFor({ state: 'detached' })
  expect(await stateTab(page, 'Invited').getAttribute('aria-pressed')).toBe('true')
  await page.reload()
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .waitFor()
  expect(await memberRow(page, 'Elif Yıldız').count()).toBe(0)
})

test('the team list downloads translated in the shown state', async () => {
  const page = await openTeam()
  const take = async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('team.csv')
    // The file begins with the UTF-8 byte order mark, which spreadsheets need.
    return readFileSync(await download.path(), 'utf8')
      .replace(/^\uFEFF/, '')
      .trimEnd()
      .split('\r\n')
  }
  const all = await take()
  expect(all[0]).toBe(
    'First name,Last name,Email,Status,Job title,Phone,Birthday,Start date,Balance,Permissions,Invited on,Joined on,Manager,Department,Location,Country,Time zone,Employee number,Cost center,Office days',
  )
  expect(all.length - 1).toBe(Number(/(\d+)$/.exec(await stateTab(page, 'All').innerText())?.[1]))
  expect(
    all.find((line) => line.startsWith('Nora,Albrecht,admin@laurel.example,Active,')),
  ).toContain(
    '"Global administrator, Account administrator, Rewards administrator, Billing administrator"',
  )
  await stateTab(page, 'Deactivated').click()
  await page.getByRole('link', { name: 'Nora Albrecht' }).waitFor({ state: 'detached' })
  const deleted = await take()
  expect(deleted.length).toBeGreaterThan(1)
  expect(deleted.slice(1).every((line) => line.includes(',Deactivated,'))).toBe(true)
})

test('a team of 5,000 is shown in pages of 50', async () => {
  await inDatabase(`insert into users (workspace_id, id, email, first_name, last_name, job_title,
    state, created_at)
    select w.id, gen_random_uuid(), 'many' || n || '@example.test', 'Zed' || lpad(n::text, 5, '0'),
      'Crowd', 'Crew', 'accepted', now() from workspaces w, generate_series(1, 5000) n
      where w.name = 'Juniper & Lane'`)
  const page = await openTeam()
  const count = () => page.getByRole('button', { name: /^Actions for/ }).count()
  expect(await count()).toBe(50)
  const started = performance.now()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText(/^51–100 of 5,0\d\d$/).waitFor()
  expect(performance.now() - started).toBeLessThan(2_000)
  expect(await count()).toBe(50)
  await page.getByRole('searchbox').fill('crowd zed04999')
  await memberRow(page, 'Zed04999 Crowd').waitFor()
  await page
    .getByRole('button', { name: /^Actions for/ })
    .nth(1)
    .waitFor({ state: 'detached' })
})
