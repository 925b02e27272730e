import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { totpCode } from '#tests/support/factories.ts'
import { type GoogleServer, startGoogleServer } from '#tests/support/google-server.ts'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
import { latestCode } from '#tests/browser/support/app-under-test.ts'
import { type BrowserOptions, setupFixtures } from '#tests/browser/support/fixtures.ts'

let google: GoogleServer
beforeAll(async () => {
  google = await startGoogleServer()
})
afterAll(() => google?.stop())
const fixtures = setupFixtures(() => google.env)
const { product, api } = fixtures
async function open(
  token: string | null,
  pathOfPage: string,
  { script, ...reader }: BrowserOptions & { script?: 'fails' | 'hangs' } = {},
): Promise<Page> {
  const page = await fixtures.open(token, null, reader)
  await page.route(google.env['GOOGLE_SCRIPT_URL'] ?? '', (route) => {
    if (script === 'fails') return route.abort()
    return script === 'hangs'
      ? undefined
      : route.fulfill({ contentType: 'text/javascript', body: googleScriptStub })
  })
  await page.goto(pathOfPage)
  return page
}
const path = (page: Page) => new URL(page.url()).pathname

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

/** Returns a temporary token from the API. */
async function signInByGoogle(person: Record<string, unknown>): Promise<string> {
  const { nonce, nonce_key: nonceKey } = await api<{ nonce: string; nonce_key: string }>(
    'POST',
    '/auth/google_nonce',
    null,
  )
  return (
    await api<{ access_token: string }>('POST', '/auth/verify_google_id_token', null, {
      id_token: google.token(new Date(), { ...person, nonce }),
      nonce_key: nonceKey,
    })
  ).access_token
}

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

test('a new Google account creates a team', async () => {
  const person = { sub: 'new', email: 'new.person@gmail.com' }
  const first = await open(null, '/sign-up')
  await exposeGoogleSigner(first, person)
  await first.getByRole('button', { name: 'Continue with Google' }).click()
  await first.waitForURL('**/create-team')
  const accessToken = await signInByGoogle(person)
  for (const name of ['North', 'South'])
    await api('POST', '/auth/workspaces', accessToken, { name })
  const secondPage = await open(null, '/login?next=%2Frewards')
  await exposeGoogleSigner(secondPage, person)
  await secondPage.getByRole('button', { name: 'Continue with Google' }).click()
  await secondPage.waitForURL('**/workspaces**')
  await secondPage.getByRole('button', { name: /North/ }).waitFor()
  await secondPage.getByRole('button', { name: /South/ }).waitFor()
})

test('Google sign-in still asks for the authenticator code', async () => {
  const person = { sub: 'careful', email: 'careful.person@gmail.com' }
  const temporary = await signInByGoogle(person)
  const { access_token: accessToken } = await api<{ access_token: string }>(
    'POST',
    '/auth/workspaces',
    temporary,
    { name: 'Careful' },
  )
  await api('PUT', '/profiles/me', accessToken, { first_name: 'Ada', last_name: 'Lovelace' })
  // A Google sign-in is no proof of presence; a mailed code is.
  await expect(api('POST', '/profiles/me/second_factor', accessToken)).rejects.toThrow(
    'presence_required',
  )
  const { sig } = await api<{ sig: string }>('POST', '/auth/presence/code', accessToken)
  await api('POST', '/auth/presence', accessToken, {
    sig,
    code: await latestCode(product, person.email),
  })
  const { secret } = await api<{ secret: string }>(
    'POST',
    '/profiles/me/second_factor',
    accessToken,
  )
  const {
    recovery_codes: [code = ''],
  } = await api<{ recovery_codes: string[] }>(
    'POST',
    '/profiles/me/second_factor/confirm',
    accessToken,
    { code: totpCode(secret, new Date()) },
  )
  const page = await open(null, '/login?next=%2Frewards')
  await exposeGoogleSigner(page, person)
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('heading', { name: 'Code from your authenticator app' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await page.getByLabel('Recovery code').fill(code)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/rewards')
})

test('an address unverified by Google is refused with the reason', async () => {
  const page = await open(null, '/login')
  await exposeGoogleSigner(page, { sub: 'eve', email: 'elif@laurel.example' })
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page
    .getByRole('alert')
    .getByText('Google hasn’t verified this address. Please sign in with a code')
    .waitFor()
  expect(path(page)).toBe('/login')
  await expectAccessible(page, 'login refused')
  // Each attempt has its own nonce.
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page
    .getByRole('alert')
    .getByText('Google hasn’t verified this address. Please sign in with a code')
    .waitFor()
})

test('a Google token captured in another browser is refused', async () => {
  const page = await open(null, '/login', { tolerate: /ERR_FAILED/ })
  let caught = ''
  await page.route('**/api/auth/verify_google_id_token', (route) => {
    caught = (route.request().postDataJSON() as { id_token: string }).id_token
    return route.abort()
  })
  await exposeGoogleSigner(page, {
    sub: 'tomas',
    email: 'tomas@laurel.example',
    hd: 'laurel.example',
  })
  await page.getByRole('button', { name: 'Continue with Google' }).click()
  await page.getByRole('alert').waitFor()
  const { nonce_key: nonceKey } = await api<{ nonce_key: string }>(
    'POST',
    '/auth/google_nonce',
    null,
  )
  await expect(
    api('POST', '/auth/verify_google_id_token', null, { id_token: caught, nonce_key: nonceKey }),
  ).rejects.toThrow('google_token_invalid')
  await expect(
    api('POST', '/auth/verify_google_id_token', null, { id_token: caught }),
  ).rejects.toThrow('google_token_invalid')
})

test('a blocked Google script shows a note beside the mailed code', async () => {
  const page = await open(null, '/login', { script: 'fails', tolerate: /ERR_FAILED/ })
  await page.getByText('Google sign-in couldn’t be loaded.').waitFor()
  await expectAccessible(page, 'login without google')
  await page.getByLabel('Work email').fill('somebody@example.test')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/code-check')
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
