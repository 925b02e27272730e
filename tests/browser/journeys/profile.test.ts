import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Post } from '#contract/schemas/posts.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { expectFits } from '#tests/browser/support/page-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api } = setupFixtures()
type Name = 'admin' | 'tomas'
const tokens = {} as Record<Name, string>
const ids = {} as Record<Name, string>
let values: AppConfig['values']
let privatePost: Post
beforeAll(async () => {
  for (const name of ['admin', 'tomas'] as const) {
    tokens[name] = await createSession(product, `${name}@laurel.example`)
    ids[name] = (await api<AppConfig>('GET', '/config', tokens[name])).user.id
  }
  values = (await api<AppConfig>('GET', '/config', tokens.admin)).values
  await api('PUT', '/settings', tokens.admin, { limit: null })
  await api('PUT', '/profiles/me', tokens.tomas, {
    birth_date: '1990-12-24',
    hire_date: '2019-05-03',
  })
  await api('PUT', `/coins/${ids.tomas}`, tokens.admin, {
    amount: 200,
    comment: 'For the long night',
  })
  privatePost = await thank({ private: true, description: 'Between the two of us', score: 3_000 })
})

/** Thanks the owner of the profile through the API. */
const thank = (fields: object) =>
  api<Post>('POST', '/posts', tokens.admin, {
    to_id: [ids.tomas],
    value_id: values[0]?.id,
    score: 7,
    ...fields,
  })
const figureTile = (page: Page, title: string) =>
  page
    .getByRole('region', { name: 'At a glance' })
    .locator('div')
    .filter({ has: page.getByRole('heading', { name: title, exact: true }) })
    .last()
    .locator('..')
const posts = (page: Page) => page.getByRole('list', { name: 'Posts' }).getByRole('listitem')

test.each(['en', 'ru'])(
  'figures and actions of a profile in %s share a row at 768 px',
  async (locale) => {
    const page = await open(tokens.tomas, `/profile/${ids.tomas}`, { locale, width: 768 })
    const figures = await page.locator('main dl').first().boundingBox()
    const actions = await page
      .locator('main dl ~ a')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON() as DOMRect))
    expect(actions).toHaveLength(2)
    for (const { left, top, bottom } of actions) {
      expect(left).toBeGreaterThan((figures?.x ?? NaN) + (figures?.width ?? NaN))
      expect(top).toBeGreaterThan(figures?.y ?? NaN)
      expect(bottom).toBeLessThan((figures?.y ?? NaN) + (figures?.height ?? NaN))
    }
  },
)

test('an open profile follows live, and its balance sheet downloads', async () => {
  const page = await open(tokens.tomas, `/profile/${ids.tomas}`)
  await page.getByRole('heading', { level: 1, name: 'Tomás Pereira' }).waitFor()
  expect(await page.getByRole('main').innerText()).not.toContain('1990')
  const cells = figureTile(page, 'What you’re recognized for').getByRole('cell')
  await cells.first().waitFor({ state: 'attached' })
  const percent = (await cells.allTextContents())
    .filter((text) => text.endsWith('%'))
    .map((text) => Number.parseInt(text, 10))
  expect([
    percent.length > 0 && percent.length <= 10,
    percent.reduce((sum, share) => sum + share, 0),
  ]).toEqual([true, 100])
  const thankedBy = figureTile(page, 'Connections').getByRole('list').last().getByRole('listitem')
  await thankedBy.filter({ hasText: /Nora Albrecht[^]*3,\d\d\d/ }).waitFor()
  expect(await thankedBy.count()).toBeLessThanOrEqual(5)
  await thank({ description: 'For what came while the page was open' })
  await posts(page).filter({ hasText: 'For what came while the page was open' }).waitFor()

  await page.getByRole('radiogroup').getByText('Balance sheet', { exact: true }).click()
  const sheet = page.getByRole('list', { name: 'Balance sheet' })
  await sheet.getByText('Adjusted by Nora Albrecht').first().waitFor()
  await api('PUT', `/coins/${ids.tomas}`, tokens.admin, { amount: 13, comment: 'And once more' })
  await sheet.getByText('And once more').waitFor()
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

  await expectFits(page, 'balance sheet', [
    [1280, true],
    [375, false],
    [320, false],
  ])
  await page.setViewportSize({ width: 1280, height: 800 })
  // The recipient of a private post can open it.
  await sheet
    .getByRole('listitem')
    .filter({ hasText: '3,000' })
    .getByRole('link', { name: 'View post' })
    .click()
  await page.getByRole('main').getByText(privatePost.description).waitFor()
  await page.goBack()
  await sheet.getByRole('listitem').first().waitFor()
})
