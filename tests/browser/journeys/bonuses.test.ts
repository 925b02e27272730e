import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  waitUntilSettled,
} from '#tests/browser/support/page-checks.ts'

const { product, open } = setupFixtures()
let admin: string
let receiver: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  receiver = await createSession(product, 'tomas@laurel.example')
})

async function check(page: Page, name: string): Promise<void> {
  await waitUntilSettled(page)
  await expectAccessible(page, name)
  await expectNoHorizontalScroll(page)
}

test('a bonus goes from its draft to the inbox of a person', async () => {
  const page = await open(admin, '/settings/bonuses')
  await page.getByRole('button', { name: 'Prepare a bonus' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name').fill('Strong first half')
  await form.getByRole('radio', { name: /^Fixed amount/ }).click()
  await form.getByLabel('Points per person').fill('25')
  await check(page, 'form of a bonus')
  await form.getByRole('button', { name: 'Save and preview' }).click()
  const preview = page.getByRole('dialog', { name: 'Strong first half', exact: true })
  await preview.getByText(/^\d+ people get [\d,]+ points\.$/).waitFor()
  await check(page, 'preview of a bonus')
  await preview.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => preview.getByRole('listitem').count()).toBeGreaterThan(20)
  await preview.getByRole('button', { name: /^Pay / }).click()
  const confirmation = page.getByRole('dialog', { name: 'Pay Strong first half?' })
  await confirmation.getByText(/You can’t undo this\.$/).waitFor()
  await check(page, 'payment of a bonus')
  await confirmation.getByRole('button', { name: /^Pay / }).click()
  await page.getByText(/^Bonus paid to \d+ people\.$/).waitFor()
  const paid = page.getByRole('listitem').filter({ hasText: 'Strong first half' })
  await paid.getByText(/^\d+ people got [\d,]+ points\.$/).waitFor()
  await check(page, 'bonuses, paid')

  const inbox = await open(receiver, '/inbox')
  await inbox.getByRole('link', { name: /A bonus for you: Strong first half/ }).click()
  await inbox.waitForURL(/\/rewards$/)
})
