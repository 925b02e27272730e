import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { dayMs } from '#contract/durations.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { chooseFile } from '#tests/browser/support/choose-file.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'
import { expectAccessible } from '#tests/browser/support/page-checks.ts'

const { product, open, api } = setupFixtures()
let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
})

const toFile = (job: string) =>
  `Email,First name,Last name,Job title\ntomas@laurel.example,Tomás,Pereira,${job}\nnew.hire@laurel.example,Una,Newman,Analyst\n`

const differences = (page: Page, outcome: string) => page.getByRole('list', { name: outcome })

test('a checked file changes people once it is applied', async () => {
  const page = await open(admin, '/settings/team/sync')
  await page.getByRole('heading', { name: 'Check a file' }).waitFor()
  await page.getByText('No file has arrived yet.').waitFor()
  await chooseFile(page, 'people.csv', toFile('Head of design'))
  await page.getByRole('heading', { name: 'Ready for you to check' }).waitFor()
  const changed = differences(page, 'Changed').filter({ hasText: 'Tomás' })
  await changed.getByText('Head of design').waitFor()
  await page.getByRole('button', { name: 'New', exact: true }).click()
  await differences(page, 'New').getByText('Una Newman').waitFor()

  await page.getByRole('button', { name: 'Apply', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Apply these changes?' })
  await expectAccessible(page, 'apply', '[role=dialog]')
  await dialog.getByRole('button', { name: 'Apply', exact: true }).click()
  await page.getByText('Your team matches the file.').waitFor()
  await page.getByRole('button', { name: 'Changed', exact: true }).click()
  await changed.getByRole('link').first().click()
  await page.waitForURL('**/profile/**')
  await page.getByText('Head of design').first().waitFor()
})

test('a file sent with a token is applied and listed as a run', async () => {
  const { token } = await api<{ token: string }>('POST', '/profiles/me/tokens', admin, {
    name: 'HR system',
    scopes: ['team:write'],
    expires_on: new Date(Date.now() + 30 * dayMs).toISOString().slice(0, 10),
  })
  const body = new FormData()
  body.append('file', new Blob([toFile('Head of support')]), 'people.csv')
  const response = await fetch(`${product.url}/api/people-file?coverage=partial`, {
    method: 'PUT',
    headers: { authorization: `Bearer ${token}` },
    body,
  })
  expect(response.status).toBe(200)
  const page = await open(admin, '/settings/team/sync')
  await page
    .getByRole('link', { name: /1 changed/ })
    .first()
    .click()
  await page.getByText('Your team matches the file.').waitFor()
  await differences(page, 'Changed').getByText('Head of support').waitFor()
})
