import sharp from 'sharp'
import { expect, test } from 'vitest'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import {
  acceptSuggestion,
  composerSelector,
  openPhoneComposer,
} from '#tests/browser/support/composer.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open } = setupFixtures()

const drawPhoto = async () => ({
  name: 'lake.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({
    create: { width: 1_600, height: 1_000, channels: 3, background: '#3B82C4' },
  })
    .jpeg()
    .toBuffer(),
})

test('a picture of a post can be attached, sent and opened', async () => {
  const sender = await open(await createSession(product, 'tomas@laurel.example'), '/feed', {
    width: 375,
    touch: true,
  })
  await openPhoneComposer(sender)
  const field = sender.locator(composerSelector).last()
  await field.pressSequentially('@elif')
  await acceptSuggestion(sender)
  await field.pressSequentially('the boat on the lake #team')
  await sender.getByRole('option').first().click()
  const dialog = sender.getByRole('dialog')
  await dialog.locator('input[type=file]').setInputFiles({
    name: 'text.png',
    mimeType: 'image/png',
    buffer: Buffer.from('not a picture'),
  })
  await dialog.getByText('Error reading the file').waitFor()
  await dialog.locator('input[type=file]').setInputFiles(await drawPhoto())
  await dialog.getByText('Picture added').waitFor({ state: 'attached' })
  await dialog.getByLabel('Describe the picture').fill('A boat')
  await expectAccessible(sender, 'composer with a picture', '[role=dialog]')
  await expectNoHorizontalScroll(sender)
  await dialog.getByRole('button', { name: /^Send( \d+)?$/ }).click()
  await dialog.waitFor({ state: 'detached' })

  const colleague = await open(await createSession(product, 'admin@laurel.example'), '/feed')
  const picture = colleague.getByRole('button', { name: 'Picture: A boat' })
  await picture.locator('img').waitFor()
  const box = await picture.boundingBox()
  expect(Math.abs((box?.width ?? 0) / (box?.height ?? 1) - 16 / 9)).toBeLessThan(0.02)
  await picture.focus()
  await colleague.keyboard.press('Enter')
  const whole = colleague.getByRole('dialog', { name: 'Picture' })
  await whole.getByRole('img', { name: 'A boat' }).waitFor()
  await expectAccessible(colleague, 'picture of a post', '[role=dialog]')
  await colleague.keyboard.press('Escape')
  await whole.waitFor({ state: 'detached' })
})
