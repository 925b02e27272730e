import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { chooseFile } from '#tests/browser/support/choose-file.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'
import { expectAccessible } from '#tests/browser/support/page-checks.ts'

const { product, open, api } = setupFixtures()
let admin: string
let member: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  member = await createSession(product, 'tomas@laurel.example')
})

const file = [
  'Date,Giver Email,Receiver Email,Amount,Reason,Hashtag',
  '2023-03-05 09:30,rosa@old.example,tomas@laurel.example,25,Zeppelin plans on time,#teamwork',
  '2023-04-06,tomas@laurel.example,admin@laurel.example,10,Zeppelin landing,#courage',
  '2024-05-07,rosa@old.example,tomas@laurel.example,5,Zeppelin lights,#courage',
  '2024-06-08,,admin@laurel.example,5,Zeppelin without a pilot,#courage',
  '',
].join('\n')

const figureText = (page: Page, name: string) =>
  page.locator('dl > div', { hasText: name }).locator('dd').innerText()
const loadBalance = async (token: string) =>
  (await api<{ user: { balance: number } }>('GET', '/config', token)).user.balance

const listPosts = (page: Page) =>
  page.getByRole('list', { name: 'Posts' }).locator('> li').filter({ hasText: 'Zeppelin' })

/** Opens the posts of the file in the feed. Returns their dates, newest first. */
async function readImportedDates(page: Page): Promise<(string | null)[]> {
  await page.goto('/feed?search=Zeppelin')
  await page.getByRole('heading', { name: /Zeppelin/ }).waitFor()
  const times = listPosts(page).locator('time')
  await times.first().waitFor()
  return times.evaluateAll((all) =>
    all.map((time) => (time.getAttribute('datetime') ?? '').slice(0, 10)),
  )
}

/** Uploads the file, accepts its columns, and compares its totals. */
async function checkFile(page: Page): Promise<void> {
  await page.getByRole('heading', { name: 'Upload the posts' }).waitFor()
  await chooseFile(page, 'bonusly.csv', file)
  await page.getByRole('heading', { name: 'Match your columns' }).waitFor()
  expect(
    await page
      .locator('main select')
      .evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value)),
  ).toEqual(['date', '', 'giver_email', 'receiver_emails', 'points', 'text', 'tag'])
  await page.getByRole('button', { name: 'Check the file' }).click()
  await page.getByRole('heading', { name: 'Nothing has changed yet' }).waitFor()
  expect([
    await figureText(page, 'Posts'),
    await figureText(page, 'Points'),
    await figureText(page, 'Givers'),
    await figureText(page, 'Receivers'),
  ]).toEqual(['3', '40', '2', '2'])
  await page.getByText('1 row becomes no post', { exact: false }).waitFor()
}

test('imported posts keep their dates, find a member and are undone', async () => {
  const before = { admin: await loadBalance(admin), member: await loadBalance(member) }
  const page = await open(admin, '/settings/history-imports')
  await checkFile(page)

  await page.getByRole('switch', { name: 'Give out 40 points' }).check()
  await page.getByRole('button', { name: 'Import 3 posts' }).click()
  const question = page.getByRole('dialog', { name: 'Import 3 posts?' })
  await question.getByText('1 former teammate, without an account or a seat').waitFor()
  await question.getByText('40 points as opening balances').waitFor()
  await question.getByRole('button', { name: 'Import 3 posts' }).click()
  await page.getByRole('heading', { name: 'The posts are here' }).waitFor()
  expect([await loadBalance(admin), await loadBalance(member)]).toEqual([
    before.admin + 10,
    before.member + 30,
  ])
  const importUrl = page.url()
  expect(await readImportedDates(page)).toEqual(['2024-05-07', '2023-04-06', '2023-03-05'])
  expect(await listPosts(page).getByText('Former teammate').count()).toBe(2)

  await page.goto(importUrl)
  await page.getByRole('button', { name: 'Merge with… (rosa@old.example)' }).click()
  const merge = page.getByRole('dialog', { name: 'Merge rosa@old.example' })
  await merge.getByRole('combobox', { name: 'Member' }).fill('Nora')
  await merge.getByRole('option', { name: /Nora/ }).first().click()
  await expectAccessible(page, 'merge', '[role=dialog]')
  await merge.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByText(/^2 posts moved to Nora/).waitFor()
  await page.getByText('Everyone is a member of your team now.').waitFor()
  await readImportedDates(page)
  expect(await listPosts(page).getByText('Former teammate').count()).toBe(0)
  await listPosts(page).filter({ hasText: 'lights' }).getByText('Nora').first().waitFor()

  await page.goto(importUrl)
  await page.getByRole('button', { name: 'Undo import' }).click()
  const undo = page.getByRole('dialog', { name: 'Undo this import?' })
  await undo.getByText('3 imported posts are deleted.').waitFor()
  await undo.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('heading', { name: 'The import is undone' }).waitFor()
  expect({ admin: await loadBalance(admin), member: await loadBalance(member) }).toEqual(before)
  await page.goto('/feed?search=Zeppelin')
  await page.getByText('No posts match your search').waitFor()
})
