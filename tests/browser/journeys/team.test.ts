import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import {
  expectAccessible,
  expectNoHorizontalScroll,
  expectSignedOut,
  waitUntilSettled,
} from '#tests/browser/support/page-checks.ts'
import { waitFor, listMailsTo, createSession } from '#tests/browser/support/app-under-test.ts'
import { type BrowserOptions, setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api } = setupFixtures()
let admin: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
})

async function openTeam(token = admin, reader: BrowserOptions = {}): Promise<Page> {
  const page = await open(token, '/settings/team', reader)
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
async function chooseAction(page: Page, name: string, action: string) {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}
const stateTab = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Status' }).getByRole('button', { name: new RegExp(`^${name}`) })
const inviteMember = (email: string, firstName: string, lastName: string) =>
  api('POST', '/users', admin, { users: [{ email, first_name: firstName, last_name: lastName }] })

test.each([
  [1280, false],
  [375, true],
])('the team list, its menu and dialogs fit and pass axe at %d', async (width, dark) => {
  await inviteMember(`guest${width}@example.test`, 'Guest', `Of${width}`)
  const page = await openTeam(admin, { width, dark })
  await expectAccessible(page, `team ${width}`)
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Add people' }).click()
  await page.getByRole('menuitem', { name: /^Import a file/ }).waitFor()
  await expectAccessible(page, `ways to add ${width}`)
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Actions for Camille Durand' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).waitFor()
  await expectAccessible(page, `menu ${width}`)
  await expectNoHorizontalScroll(page)
  await page.keyboard.press('Escape')
  for (const action of ['Edit', 'Permissions', 'Adjust balance', 'Deactivate', 'Delete']) {
    await chooseAction(page, 'Camille Durand', action)
    await page.getByRole('dialog').waitFor()
    await expectAccessible(page, `${action} ${width}`)
    await expectNoHorizontalScroll(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).last().click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await page.getByRole('searchbox').fill('nobody like that')
  await page.getByRole('heading', { name: 'No one found' }).waitFor()
  await expectAccessible(page, `nobody ${width}`)
  await page.getByRole('button', { name: 'Show everyone' }).click()
  await memberRow(page, 'Camille Durand').waitFor()
  expect(await page.getByRole('searchbox').inputValue()).toBe('')
})

test('the member menu works by keyboard and restores the focus', async () => {
  const page = await openTeam()
  const button = page.getByRole('button', { name: 'Actions for Elif Yıldız' })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'View profile' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.getByRole('menuitem', { name: 'Edit' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await button.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'View profile' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Edit Elif Yıldız' })
  await dialog.getByLabel('First name').and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await button.and(page.locator(':focus')).waitFor()
})

test('a member is edited after a refused attempt', async () => {
  const page = await openTeam()
  await chooseAction(page, 'Björn Åkesson', 'Edit')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('First name').fill('')
  await dialog.getByLabel('Last name').fill(' ')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('First name is required').waitFor()
  await dialog.getByText('Last name is required').waitFor()
  await expectAccessible(page, 'edit with errors')
  await dialog.getByLabel('First name').fill('Bjorn')
  await dialog.getByLabel('Last name').fill('Akesson')
  await dialog.getByLabel('Points per month').fill('40')
  await dialog.getByLabel('Job title').fill('Founder')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await memberRow(page, 'Bjorn Akesson').getByText('Founder', { exact: true }).waitFor()
})

test('disabled permissions show the reason', async () => {
  const page = await openTeam()
  const dialog = page.getByRole('dialog')
  await chooseAction(page, 'Hana Nováková', 'Permissions')
  await dialog.getByLabel('Global administrator').check()
  // The permissions of the others depend on hers, so the list loads again.
  await Promise.all([
    page.waitForResponse((response) => response.url().includes('/api/users?')),
    dialog.getByRole('button', { name: 'Save' }).click(),
  ])
  await dialog.waitFor({ state: 'detached' })
  await memberRow(page, 'Hana Nováková').getByText('Global', { exact: true }).waitFor()
  await chooseAction(page, 'Nora Albrecht', 'Permissions')
  expect(await dialog.getByLabel('Account administrator').isDisabled()).toBe(true)
  expect(await dialog.getByLabel('Global administrator').isDisabled()).toBe(false)
  await expectAccessible(page, 'permissions of the last holder')

  const hana = await openTeam(await createSession(product, 'hana@laurel.example'))
  await chooseAction(hana, 'Elif Yıldız', 'Permissions')
  expect(
    await hana.getByRole('dialog').getByText('You don’t hold this permission yourself').count(),
  ).toBe(3)
  await expectAccessible(hana, 'permissions not held')
})

test('an adjusted balance appears in the balance sheet', async () => {
  const page = await openTeam()
  const dialog = page.getByRole('dialog')
  const adjust = dialog.getByRole('button', { name: 'Adjust' })
  await chooseAction(page, 'Camille Durand', 'Adjust balance')
  await dialog.getByText('Remove points').click()
  await dialog.getByLabel('Points', { exact: true }).fill('900000')
  await adjust.click()
  await dialog.getByText('Invalid amount value').waitFor()
  await expectAccessible(page, 'adjust refused')
  await dialog.getByText('Add points').click()
  await dialog.getByLabel('Points', { exact: true }).fill('20')
  await dialog.getByLabel('Comment').fill('For the fair')
  await adjust.click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Camille Durand' }).click()
  await page.getByRole('heading', { level: 1, name: 'Camille Durand' }).waitFor()
  // The router loses a change of the address that begins while the page still loads.
  await waitUntilSettled(page)
  await page.getByText('Balance sheet').click()
  await page.getByText('For the fair').first().waitFor()
})

test('an invite can be corrected, canceled and sent again', async () => {
  await inviteMember('wrong@example.test', 'Paula', 'Pending')
  const page = await openTeam()
  await chooseAction(page, 'Paula Pending', 'Resend invite')
  await page.getByText(/An invite has just gone out. Try again in \d+ seconds?./).waitFor()
  await chooseAction(page, 'Paula Pending', 'Edit')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill('admin@laurel.example')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('User with this email already exists').waitFor()
  await dialog.getByLabel('Email').fill('paula@example.test')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.waitFor({ state: 'detached' })
  await memberRow(page, 'Paula Pending').getByText('paula@example.test').waitFor()
  await waitFor(async () => (await listMailsTo(product, 'paula@example.test')).length === 1)
  await chooseAction(page, 'Paula Pending', 'Cancel invite')
  await dialog.getByRole('button', { name: 'Cancel invite' }).click()
  await memberRow(page, 'Paula Pending').getByText('Deactivated').waitFor()
  await chooseAction(page, 'Paula Pending', 'Reactivate')
  await dialog.getByRole('button', { name: 'Reactivate' }).click()
  await memberRow(page, 'Paula Pending').getByText('Invited', { exact: true }).waitFor()
  await waitFor(async () => (await listMailsTo(product, 'paula@example.test')).length === 2)
})

test('deactivating a member ends their open page', async () => {
  const grace = await open(await createSession(product, 'grace@laurel.example'), '/feed')
  await grace.getByRole('list', { name: 'Posts' }).waitFor()
  const page = await openTeam()
  const counted = async (name: string) =>
    Number(/(\d+)$/.exec(await stateTab(page, name).innerText())?.[1])
  const before = [await counted('Active'), await counted('Deactivated')]
  await chooseAction(page, 'Grace Mwangi', 'Deactivate')
  await page.getByRole('dialog').getByRole('button', { name: 'Deactivate' }).click()
  await memberRow(page, 'Grace Mwangi').getByText('Deactivated').waitFor()
  expect([await counted('Active'), await counted('Deactivated')]).toEqual([
    (before[0] ?? 0) - 1,
    (before[1] ?? 0) + 1,
  ])
  await expectSignedOut(grace)
})

test('posts of a deleted member show Former teammate', async () => {
  const { id, name } = await api<{ items: { id: string; name: string; first_name: string }[] }>(
    'GET',
    '/users?search=tomas',
    admin,
  ).then((page) => page.items[0] ?? { id: '', name: '' })
  const [value] = await api<{ id: string }[]>('GET', '/values', admin)
  await api('POST', '/posts', admin, {
    to_id: [id],
    value_id: value?.id,
    score: 5,
    description: 'A last thank you for everything',
  })
  const page = await openTeam()
  await chooseAction(page, name, 'Delete')
  await page.getByRole('dialog').getByText('You can’t undo this.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete for good' }).click()
  await memberRow(page, name).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Feed' }).first().click()
  const post = page
    .getByRole('list', { name: 'Posts' })
    .getByRole('listitem')
    .filter({ hasText: 'A last thank you for everything' })
  await post.getByText('Former teammate').waitFor()
  expect(await post.getByText(name).count()).toBe(0)
  await expectAccessible(page, 'feed with a former teammate')
})
