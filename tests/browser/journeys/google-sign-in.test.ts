import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type GoogleServer, startGoogleServer } from '#tests/support/google-server.ts'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
import { type BrowserOptions, setupFixtures } from '#tests/browser/support/fixtures.ts'

let google: GoogleServer
beforeAll(async () => {
  google = await startGoogleServer()
})
afterAll(() => google?.stop())
const fixtures = setupFixtures(() => google.env)
async function open(
  token: string | null,
  pathOfPage: string,
  { script, ...reader }: BrowserOptions & { script?: 'hangs' } = {},
): Promise<Page> {
  const page = await fixtures.open(token, null, reader)
  await page.route(google.env['GOOGLE_SCRIPT_URL'] ?? '', (route) =>
    script === 'hangs'
      ? undefined
      : route.fulfill({ contentType: 'text/javascript', body: googleScriptStub }),
  )
  await page.goto(pathOfPage)
  return page
}

/**
 * A stub of Google's script: a button that answers with the token that `signAs` creates for the
 * page's nonce.
 */
const googleScriptStub = `{ let options; window.google = { accounts: { id: {
  initialize(given) { options = given },
  renderButton(place, look) {
    const button = document.createElement('button')
    button.textContent = 'Continue with Google'
    button.dataset.look = JSON.stringify(look)
    button.style.cssText = 'height: 40px; width: ' + look.width + 'px'
    button.onclick = async () => options.callback({ credential: await window.signAs(options.client_id, options.nonce) })
    place.append(button)
  },
} } } }`
const exposeGoogleSigner = (page: Page, claims: Record<string, unknown>) =>
  page.exposeFunction('signAs', (clientId: string, nonce: string) =>
    google.token(new Date(), { aud: clientId, nonce, ...claims }),
  )

test('signing in with Google opens the feed for a member', async () => {
  const page = await open(null, '/login')
  await exposeGoogleSigner(page, {
    sub: 'tomas',
    email: 'tomas@laurel.example',
    hd: 'laurel.example',
  })
  const button = page.getByRole('button', { name: 'Continue with Google' })
  await button.waitFor()
  expect(JSON.parse((await button.getAttribute('data-look')) ?? '{}')).toMatchObject({
    theme: 'outline',
    locale: 'en',
  })
  await expectAccessible(page, 'login with google')
  await button.click()
  await page.waitForURL('**/feed')
  await page.getByRole('list', { name: 'Posts' }).waitFor()
})

test('the Google button uses the language and colors of the page', async () => {
  const page = await open(null, '/sign-up', { locale: 'uk', dark: true, width: 320 })
  const button = page.getByRole('button', { name: 'Continue with Google' })
  await button.waitFor()
  expect(JSON.parse((await button.getAttribute('data-look')) ?? '{}')).toMatchObject({
    theme: 'filled_black',
    locale: 'uk',
  })
  await expectNoHorizontalScroll(page)
  await page.setViewportSize({ width: 768, height: 800 })
  await page.locator('[data-look*=\'"width":400\']').waitFor()
  await page.setViewportSize({ width: 320, height: 800 })
  await page.locator('[data-look*=\'"width":272\']').waitFor()
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Español' }).click()
  await page.locator('[data-look*=\'"es"\']').waitFor()
  expect(await button.count()).toBe(1)
})

test('the wait for a Google script ends after two minutes', async () => {
  const page = await open(null, '/404', { script: 'hangs', isolated: true })
  const startedAt = Date.now()
  await page.clock.install({ time: startedAt })
  await page.goto('/login', { waitUntil: 'commit' })
  await page.getByText('or', { exact: true }).waitFor()
  const loadedAt = await page.evaluate(() => Date.now())
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const before = await page.getByRole('link', { name: 'Create a team' }).boundingBox()
  await page.getByLabel('Work email').fill('somebody@example.test')
  // The wait began between the start and the loaded form.
  await page.clock.pauseAt(startedAt + 119_000)
  expect(await page.getByText('Google sign-in couldn’t be loaded.').count()).toBe(0)
  await page.clock.fastForward(loadedAt - startedAt + 2_000)
  await page.getByText('Google sign-in couldn’t be loaded.').waitFor()
  expect(await page.getByLabel('Work email').inputValue()).toBe('somebody@example.test')
  expect(await page.getByRole('link', { name: 'Create a team' }).boundingBox()).toEqual(before)
})
