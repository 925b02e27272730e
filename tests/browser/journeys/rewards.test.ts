import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import type { Reward } from '#contract/schemas/rewards.ts'
import { expectAccessible } from '#tests/browser/support/page-checks.ts'
import { createTeam } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api } = setupFixtures(() => ({ DEMO: 'off' }))
let rewardsAdmin: string
beforeAll(async () => {
  rewardsAdmin = await createTeam(product, 'keeper@example.test', 'Analytical Engines')
})

const findReward = async (title: string) =>
  (await api<Reward[]>('GET', '/rewards/rewards', rewardsAdmin)).find((one) => one.title === title)
const makePng = async () => ({
  name: 'photo.png',
  mimeType: 'image/png',
  buffer: await sharp({ create: { width: 900, height: 900, channels: 3, background: '#284b63' } })
    .png()
    .toBuffer(),
})

test('a reward gets a cropped picture, which an edit removes', async () => {
  const page = await open(rewardsAdmin, '/settings/rewards/all')
  await page.getByRole('link', { name: 'New reward' }).click()
  await page.getByRole('link', { name: /^For the team/ }).click()
  await page.getByRole('heading', { name: 'Cook together' }).waitFor()
  await page.goBack()
  await page.getByRole('link', { name: /^For one person/ }).click()
  await page.getByRole('link', { name: 'Start blank' }).click()
  await page.getByRole('textbox', { name: 'Title' }).fill('A nanosecond of wire')
  await page.getByLabel('Price in points').fill('25')
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
  const created = await findReward('A nanosecond of wire')
  expect(created).toMatchObject({ type: 'manual', reward_type: 'individual', price: 25 })
  const drawn = await sharp(
    Buffer.from(await (await fetch(product.url + created?.picture.url)).arrayBuffer()),
  ).metadata()
  expect([drawn.width, drawn.height]).toEqual([960, 640])

  await page.getByRole('link', { name: 'Edit A nanosecond of wire' }).click()
  await page.getByRole('button', { name: 'Change the picture' }).waitFor()
  await page.getByRole('textbox', { name: 'Title' }).fill('A microsecond of wire')
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL('**/settings/rewards/all')
  await page.getByRole('heading', { name: 'A microsecond of wire' }).waitFor()
  expect(await findReward('A microsecond of wire')).toMatchObject({
    id: created?.id,
    picture: { url: null },
    price: 25,
  })
})
