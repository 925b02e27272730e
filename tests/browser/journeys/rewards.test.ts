import { readFileSync } from 'node:fs'
import sharp from 'sharp'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Reward } from '#contract/schemas/rewards.ts'
import { expectAccessible } from '#tests/browser/support/page-checks.ts'
import { createTeam } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api } = setupFixtures(() => ({ DEMO: 'off' }))
let rewardsAdmin: string
let memberToken: string
beforeAll(async () => {
  rewardsAdmin = await createTeam(product, 'keeper@example.test', 'Analytical Engines')
  memberToken = await createTeam(product, 'other@example.test', 'Difference Engines')
  for (const token of [rewardsAdmin, memberToken])
    for (const reward of await listRewards(token))
      await api('DELETE', `/rewards/rewards/${reward.id}`, token)
})

const listRewards = (token = rewardsAdmin) => api<Reward[]>('GET', '/rewards/rewards', token)
const searchParams = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams)
const rewardTitles = (page: Page) =>
  page.getByRole('list', { name: 'All rewards' }).getByRole('heading').allTextContents()
const makePng = async () => ({
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 900, height: 900, channels: 3, background: '#284b63' } })
    .png()
    .toBuffer(),
})

test('an empty shop suggests reward ideas to add with one click', async () => {
  const page = await open(rewardsAdmin, '/settings/rewards/all')
  await page.getByRole('heading', { name: 'No rewards yet' }).waitFor()
  const gallery = page.getByRole('list', { name: 'Ideas to get you started' })
  await gallery.getByRole('heading').nth(5).waitFor()
  await expectAccessible(page, 'no rewards')
  const first = await gallery.getByRole('heading').allTextContents()
  await page.getByRole('button', { name: 'Shuffle' }).click()
  await gallery
    .getByRole('heading', { name: first[0] ?? '', exact: true })
    .waitFor({ state: 'detached' })
  const second = await gallery.getByRole('heading').allTextContents()
  expect(second).toHaveLength(6)
  expect(second.filter((title) => first.includes(title))).toEqual([])

  const wizard = await open(rewardsAdmin, '/settings/rewards/new?kind=team')
  await wizard.getByRole('button', { name: 'Add Cake for everyone' }).click()
  const cake = wizard
    .getByRole('listitem')
    .filter({ has: wizard.getByRole('heading', { name: 'Cake for everyone' }) })
  await cake.getByText('In your shop').waitFor()
  expect(await listRewards()).toMatchObject([
    {
      title: 'Cake for everyone',
      price: 40,
      reward_type: 'team',
      emoji: '🍰',
      category: 'group_activities',
    },
  ])
  await expectAccessible(wizard, 'added idea')
  await cake.getByRole('button', { name: 'Undo Cake for everyone' }).click()
  await cake.getByRole('button', { name: 'Add Cake for everyone' }).waitFor()
  expect(await listRewards()).toEqual([])
  await wizard.getByRole('button', { name: 'Add Board game evening' }).click()
  await wizard.getByRole('button', { name: 'Undo Board game evening' }).waitFor()
  await wizard.reload()
  await wizard.getByText('In your shop').waitFor()
  expect(await wizard.getByRole('button', { name: 'Undo Board game evening' }).count()).toBe(0)
})

test('the individual reward wizard validates and crops a picture', async () => {
  const page = await open(rewardsAdmin, '/settings/rewards/all')
  await page.getByRole('link', { name: 'New reward' }).click()
  await page.getByRole('heading', { name: 'Who is it for?' }).waitFor()
  await expectAccessible(page, 'kind')
  await page.getByRole('link', { name: /^For the team/ }).click()
  await page.getByRole('heading', { name: 'Cook together' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: /^For one person/ }).click()
  await page.getByRole('link', { name: 'Start blank' }).waitFor()
  await expectAccessible(page, 'idea')
  expect(await page.getByRole('heading', { name: 'Cook together' }).count()).toBe(0)
  await page.getByRole('link', { name: 'Start blank' }).click()
  await page.getByRole('button', { name: 'Add to shop' }).click()
  await page.getByText('required', { exact: true }).waitFor()
  await page.getByText('Please enter a price greater than 0').waitFor()
  await expectAccessible(page, 'refused form')

  await page.getByRole('textbox', { name: 'Title' }).fill('A nanosecond of wire')
  await page.getByLabel('Price in points').fill('25')
  await page.getByLabel('Category').selectOption('creative')
  await page.getByLabel('Quantity available').fill('3')
  await page.getByLabel('Once per person').check()
  await page.getByRole('button', { name: '🎨' }).click()
  expect(await page.getByRole('button', { name: '🎨' }).getAttribute('aria-pressed')).toBe('true')
  const choose = async (name: string, file: { name: string; mimeType: string; buffer: Buffer }) => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name }).click(),
    ])
    await chooser.setFiles(file)
  }
  await choose('Upload a picture', {
    name: 'big.png',
    mimeType: 'image/png',
    buffer: Buffer.alloc(5_300_000),
  })
  await page.getByText('The file is too large').waitFor()
  await choose('Upload a picture', {
    name: 'no.png',
    mimeType: 'image/png',
    buffer: Buffer.from('no picture'),
  })
  await page.getByText('Error reading the file').waitFor()
  await choose('Upload a picture', await makePng())
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('application').waitFor()
  await expectAccessible(page, 'crop')
  await dialog.getByRole('button', { name: 'Use this' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Change the picture' }).waitFor()
  await expectAccessible(page, 'form with picture')
  await page.getByRole('button', { name: 'Add to shop' }).click()
  await page.waitForURL('**/settings/rewards/all')
  await page.getByRole('heading', { name: 'A nanosecond of wire' }).waitFor()
  const created = (await listRewards()).find((one) => one.title === 'A nanosecond of wire')
  expect(created).toMatchObject({
    type: 'manual',
    reward_type: 'individual',
    price: 25,
    category: 'creative',
    available_amount: 3,
    one_time: true,
    emoji: '🎨',
  })
  const drawn = await sharp(
    Buffer.from(await (await fetch(product.url + created?.picture.url)).arrayBuffer()),
  ).metadata()
  expect([drawn.width, drawn.height]).toEqual([960, 640])
})

test('the team reward wizard starts from an idea with a future deadline', async () => {
  const page = await open(rewardsAdmin, '/settings/rewards/new?kind=team')
  await page.getByRole('link', { name: 'Adapt Cook together' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('Cook for the neighbors')
  expect(await page.getByLabel('Price in points').inputValue()).toBe('250')
  expect(await page.getByLabel('Once per person').count()).toBe(0)
  await page.getByLabel('Deadline').fill('2020-01-31')
  await page.getByRole('button', { name: 'Add to shop' }).click()
  await page.getByText(/Must be between [A-Z][a-z]{2} \d+, \d{4} and/).waitFor()
  await expectAccessible(page, 'refused deadline')
  const ahead = new Date(Date.now() + 20 * 86_400_000).toISOString().slice(0, 10)
  await page.getByLabel('Deadline').fill(ahead)
  await page.getByRole('button', { name: 'Add to shop' }).click()
  await page.waitForURL('**/settings/rewards/all')
  expect((await listRewards()).find((one) => one.title === 'Cook for the neighbors')).toMatchObject(
    {
      reward_type: 'team',
      price: 250,
      deadline: ahead,
      emoji: '🍳',
      one_time: false,
    },
  )
})

test('order and category of rewards survive a reload', async () => {
  const page = await open(rewardsAdmin, '/settings/rewards/all')
  await page.getByText('3 of 96').waitFor()
  expect(await rewardTitles(page)).toEqual([
    'A nanosecond of wire',
    'Board game evening',
    'Cook for the neighbors',
  ])
  await page.getByLabel('Order').selectOption('newest')
  await page.waitForURL('**order=newest**')
  expect(await rewardTitles(page)).toEqual([
    'Cook for the neighbors',
    'A nanosecond of wire',
    'Board game evening',
  ])
  await page.getByLabel('Category').selectOption('group_activities')
  await page.waitForURL('**category=group_activities**')
  await page.reload()
  await page.getByRole('heading', { name: 'Cook for the neighbors' }).waitFor()
  expect(await rewardTitles(page)).toEqual(['Cook for the neighbors', 'Board game evening'])
  await page.goto('/settings/rewards/all?category=charity&order=sideways')
  await page.getByRole('heading', { name: 'Nothing in this category' }).waitFor()
  await expectAccessible(page, 'empty category')
  await page.getByRole('button', { name: 'Show all' }).click()
  await page.getByRole('heading', { name: 'Board game evening' }).waitFor()
  expect(searchParams(page)).toEqual({ order: 'sideways' })
})

test('editing a reward changes only the edited fields', async () => {
  const page = await open(rewardsAdmin, '/settings/rewards/all')
  await page.getByRole('link', { name: 'Edit A nanosecond of wire' }).click()
  await page.getByRole('button', { name: 'Change the picture' }).waitFor()
  await expectAccessible(page, 'edit')
  // Another person redeems two of three while the form is open.
  const { id = '' } =
    (await listRewards()).find((one) => one.title === 'A nanosecond of wire') ?? {}
  await api('PUT', `/rewards/rewards/${id}`, rewardsAdmin, { available_amount: 1 })
  await page.getByRole('textbox', { name: 'Title' }).fill('A microsecond of wire')
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/settings/rewards/all')
  await page.getByRole('heading', { name: 'A microsecond of wire' }).waitFor()
  expect((await listRewards()).find((one) => one.id === id)).toMatchObject({
    title: 'A microsecond of wire',
    available_amount: 1,
    picture: { url: null },
    emoji: '🎨',
  })

  const menu = async (title: string, item: string) => {
    await page.getByRole('button', { name: `More for ${title}`, exact: true }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await page.getByRole('button', { name: 'More for Board game evening', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).waitFor()
  await expectAccessible(page, 'menu of a reward')
  await page.keyboard.press('Escape')
  await menu('Board game evening', 'Duplicate')
  await page.getByRole('heading', { name: 'Board game evening (copy)' }).waitFor()
  await page.getByText('4 of 96').waitFor()
  await menu('Board game evening (copy)', 'Delete')
  await expectAccessible(page, 'delete dialog')
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText('3 of 96').waitFor()
  expect(await page.getByRole('heading', { name: 'Board game evening (copy)' }).count()).toBe(0)

  // The reward type can change until the first redemption.
  await page.getByRole('link', { name: 'Edit A microsecond of wire' }).click()
  const { user } = await api<{ user: { id: string } }>('GET', '/config', rewardsAdmin)
  await api('PUT', `/coins/${user.id}`, rewardsAdmin, { amount: 100, comment: '' })
  await api('POST', `/shop/rewards/${id}`, rewardsAdmin, { comment: '=not a formula' })
  await page.getByLabel('Kind').selectOption('team')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('You can’t change the kind anymore').waitFor()
  await expectAccessible(page, 'refused kind')
})

test('purchases filter by address and download translated', async () => {
  const page = await open(rewardsAdmin, '/settings/rewards/purchases')
  const purchase = page.getByRole('listitem').filter({ hasText: 'A microsecond of wire' })
  await purchase.waitFor()
  await expectAccessible(page, 'purchases')
  await page.getByLabel('Age', { exact: true }).selectOption('over_7')
  await page.getByRole('heading', { name: 'No purchases here' }).waitFor()
  expect(searchParams(page)).toEqual({ age: 'over_7' })
  await expectAccessible(page, 'no purchases')
  await page.getByRole('button', { name: 'Show all' }).click()
  await purchase.waitFor()
  await page.getByRole('link', { name: /^Done/ }).click()
  await page.getByRole('heading', { name: 'No purchases here' }).waitFor()
  await page.getByRole('link', { name: /^To do/ }).click()
  await purchase.waitFor()

  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await expectAccessible(page, 'export menu')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Last 90 days' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('purchases.csv')
  const lines = readFileSync(await file.path(), 'utf8').split('\r\n')
  expect(lines[0]).toBe(
    '\uFEFFDate,Buyer,Buyer email,Reward,Kind,Price in points,Company contribution,Status,Comments,Decided on,Decided by,Ordered on,Ordered by',
  )
  expect(lines[1]).toMatch(
    /^\d{4}-\d\d-\d\d,Ada Lovelace,[^,]+@[^,]+,A microsecond of wire,For one person,25,0,Pending,'=not a formula,,,,$/,
  )
  expect(lines.slice(2)).toEqual([''])
})
