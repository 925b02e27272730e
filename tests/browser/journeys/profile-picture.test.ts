import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api } = setupFixtures()
type Config = {
  user: { id: string; email: string; avatar: { url: string | null } }
  workspace: { id: string }
}
const getConfig = (token: string) => api<Config>('GET', '/config', token)

/** Returns a picture drawn by the browser. */
async function drawPicture(
  page: Page,
): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const data = await page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 600
    canvas.height = 400
    const context = canvas.getContext('2d')
    for (const [index, color] of ['#b33', '#3b3', '#33b'].entries()) {
      if (context) context.fillStyle = color
      context?.fillRect(index * 200, 0, 200, 400)
    }
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })
  return { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from(data, 'base64') }
}
/** Bytes that are no picture. */
const randomImageBytes = randomBytes

test('a profile photo can be cropped by keyboard and uploaded again', async () => {
  const token = await createSession(product, 'elif@laurel.example')
  const page = await open(token, '/add-photo', { width: 375 })
  await page.getByRole('heading', { name: 'Put a face to your name' }).waitFor()
  await expectAccessible(page, 'add-photo')
  const file = page.locator('input[type=file]')
  await file.setInputFiles({
    name: 'big.png',
    mimeType: 'image/png',
    buffer: randomImageBytes(5_300_000),
  })
  await page.getByRole('alert').getByText('The file is too large').waitFor()
  await file.setInputFiles({
    name: 'text.png',
    mimeType: 'image/png',
    buffer: randomImageBytes(500),
  })
  await page.getByRole('alert').getByText('Error reading the file').waitFor()
  await expectAccessible(page, 'add-photo with a problem')

  await file.setInputFiles(await drawPicture(page))
  const area = page.getByRole('application', { name: 'Your picture' })
  await area.waitFor()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page, 'crop')
  const zoom = page.getByRole('slider', { name: 'Zoom' })
  await area.focus()
  await page.keyboard.press('+')
  await page.keyboard.press('+')
  expect(await zoom.inputValue()).toBe('1.2')
  await page.keyboard.press('-')
  expect(await zoom.inputValue()).toBe('1.1')
  for (let i = 0; i < 60; i += 1) await page.keyboard.press('ArrowRight')

  let down = true
  await page.route('**/api/profiles/me/avatar', (route) =>
    down
      ? route.fulfill({
          status: 422,
          json: { errors: [{ code: 'upload_failed', message: '', field: 'file' }] },
        })
      : route.continue(),
  )
  await page.getByRole('button', { name: 'Use this picture' }).click()
  await page.getByRole('alert').getByText('Upload failed').waitFor()
  await area.waitFor()
  down = false
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.waitForURL('**/welcome')
  const { user } = await getConfig(token)
  // Moved to its right end, the picture shows its left third, which is all red.
  const colors = await page.evaluate(async (url) => {
    const image = new Image()
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = image.naturalWidth
    canvas.height = image.naturalHeight
    const drawing = canvas.getContext('2d')
    drawing?.drawImage(image, 0, 0)
    return [...(drawing?.getImageData(20, 128, 1, 1).data ?? [])].concat(
      canvas.width,
      canvas.height,
    )
  }, user.avatar.url ?? '')
  expect(colors[0]).toBeGreaterThan(140)
  expect(colors[2]).toBeLessThan(90)
  expect(colors.slice(4)).toEqual([256, 256])
})

test('an uploaded photo appears in the header and can be removed', async () => {
  const token = await createSession(product, 'elif@laurel.example')
  const page = await open(token, '/feed')
  await page
    .getByRole('button', { name: /^Menu for/ })
    .locator('img')
    .waitFor()

  await page.goto('/edit-profile')
  await page.getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Saved').waitFor()
  await page.getByRole('button', { name: 'Remove' }).waitFor({ state: 'detached' })
  expect((await getConfig(token)).user.avatar.url).toBeNull()
})
