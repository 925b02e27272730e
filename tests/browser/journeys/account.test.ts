import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { totpCode } from '#tests/support/factories.ts'
import { type GoogleServer, startGoogleServer } from '#tests/support/google-server.ts'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
import {
  waitFor,
  listMailsTo,
  latestCode,
  createSession,
} from '#tests/browser/support/app-under-test.ts'
import { type BrowserOptions, setupFixtures } from '#tests/browser/support/fixtures.ts'

let google: GoogleServer
beforeAll(async () => {
  google = await startGoogleServer()
})
afterAll(() => google?.stop())
const fixtures = setupFixtures(() => google.env)
const { product, api } = fixtures
let member: string
beforeAll(async () => {
  member = await createSession(product, 'tomas@laurel.example')
})

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
type Config = {
  user: { id: string; email: string; avatar: { url: string | null } }
  workspace: { id: string }
}
const getConfig = (token: string) => api<Config>('GET', '/config', token)
/** Returns the status of a call with this session. */
const statusOf = async (token: string) =>
  (await fetch(`${product.url}/api/config`, { headers: { authorization: `Bearer ${token}` } }))
    .status
const path = (page: Page) => new URL(page.url()).pathname
const isInView = async (element: Locator) => ((await element.boundingBox())?.y ?? -1) >= 0

/**
 * A stub of Google's script: a button that answers with what `signAs` makes of the page's nonce.
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

describe('signing in with Google', () => {
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

  test('the Google button uses the language and colours of the page', async () => {
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

  test('a new Google account creates a team, an account with several chooses', async () => {
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

  test('a blocked Google script leaves a note and the mailed code', async () => {
    const page = await open(null, '/login', { script: 'fails', tolerate: /ERR_FAILED/ })
    await page.getByText('Google sign-in couldn’t be loaded.').waitFor()
    await expectAccessible(page, 'login without google')
    await page.getByLabel('Work email').fill('somebody@example.test')
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.waitForURL('**/code-check')
  })

  test('a Google script that never loads is given up after two minutes', async () => {
    const page = await open(null, '/404', { script: 'hangs' })
    await page.clock.install()
    await page.goto('/login', { waitUntil: 'commit' })
    await page.getByText('or', { exact: true }).waitFor()
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    const before = await page.getByRole('link', { name: 'Create a team' }).boundingBox()
    await page.getByLabel('Work email').fill('somebody@example.test')
    await page.clock.fastForward(119_000)
    expect(await page.getByText('Google sign-in couldn’t be loaded.').count()).toBe(0)
    await page.clock.fastForward(2_000)
    await page.getByText('Google sign-in couldn’t be loaded.').waitFor()
    expect(await page.getByLabel('Work email').inputValue()).toBe('somebody@example.test')
    expect(await page.getByRole('link', { name: 'Create a team' }).boundingBox()).toEqual(before)
  })
})

test('an impersonation shows a banner on every page until it ends', async () => {
  const { workspace } = await getConfig(member)
  const link = (
    await product.runCli('impersonate', workspace.id, 'tomas@laurel.example', 'Olga')
  ).trim()
  expect(link).toMatch(new RegExp(`^${product.url}/impersonate/`))
  const page = await open(null, new URL(link).pathname)
  await page.waitForURL('**/feed')
  const banner = page.getByRole('region', { name: 'Acting as someone else' })
  await banner.getByText('You’re acting as Tomás Pereira. Everything is recorded.').waitFor()
  await page.getByRole('list', { name: 'Posts' }).waitFor()
  await page.mouse.wheel(0, 900)
  await page.waitForFunction(() => scrollY > 300)
  expect(await isInView(banner)).toBe(true)
  await expectAccessible(page, 'acting: feed')
  for (const at of ['/edit-profile', '/rewards', '/welcome', '/add-photo']) {
    await page.goto(at)
    await banner.waitFor()
    expect([at, await isInView(banner)]).toEqual([at, true])
  }
  await page.goto('/edit-profile')
  await page.getByRole('heading', { name: 'Leave the team' }).waitFor()
  expect(await page.getByText('Only this person can change it.').count()).toBe(7)
  for (const name of [
    'Change address',
    'Sign out everywhere else',
    'New token',
    'Add an app',
    'Show the address',
    'Download my data',
    'Leave the team',
  ])
    expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0])
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoHorizontalScroll(page)
  await expectAccessible(page, 'acting: edit-profile')
  await banner.getByRole('button', { name: 'End' }).click()
  await page.waitForURL('**/login')
  expect(await banner.count()).toBe(0)
  expect(await page.evaluate(() => localStorage.getItem('laurel.session'))).toBeNull()
  await page.goto(link)
  await page.waitForURL('**/login**')
  await page.getByRole('alert').getByText('This link is no longer valid').waitFor()
})

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
  await page.goto('/feed')
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

test('profile details save, and errors appear at their fields', async () => {
  const page = await open(member, '/feed')
  await page.getByRole('button', { name: /^Menu for/ }).click()
  await page.getByRole('menuitem', { name: 'My profile' }).click()
  await page.getByRole('link', { name: 'Edit profile' }).click()
  await page.waitForURL('**/edit-profile')
  await page.getByText('This device').waitFor()
  await expectAccessible(page, 'edit-profile')

  await page.getByLabel('First name').fill('')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('First name is required').waitFor()
  await page.getByLabel('First name').fill('Tomé')
  await page.getByLabel('Job title').fill('Cheesemaker')
  await page.getByLabel('Phone').fill('12')
  await page.getByLabel('Date of birth').fill('1800-02-03')
  await page.getByLabel('First day at work').fill('1900-01-01')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Please enter a valid telephone number').waitFor()
  await page.getByText(/Must be between Jan 1, 1900 and/).waitFor()
  await page.getByText(/Must be between Jan 1, 1950 and/).waitFor()
  await expectAccessible(page, 'edit-profile with problems')
  expect(await page.getByLabel('Job title').inputValue()).toBe('Cheesemaker')
  await page.getByLabel('Phone').fill('+49 (30) 90 18-20')
  await page.getByLabel('Date of birth').fill('1990-02-03')
  await page.getByLabel('First day at work').fill('2019-04-01')
  await page.getByLabel('Show my birthday').uncheck()
  await page.getByLabel('Language').selectOption({ label: 'Español' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Guardado').waitFor()
  expect(await page.getByLabel('Teléfono').inputValue()).toBe('+4930901820')
  expect((await getConfig(member)).user).toMatchObject({
    first_name: 'Tomé',
    job_title: 'Cheesemaker',
    phone: '+4930901820',
    birth_date: '1990-02-03',
    hire_date: '2019-04-01',
    show_dates: false,
    language: 'es',
  })
  await page.getByLabel('Idioma').selectOption({ label: 'English' })
  await page.getByRole('button', { name: 'Guardar' }).click()
  await page.getByRole('heading', { name: 'About you' }).waitFor()
})

test('a mail switch reverts when saving fails', async () => {
  const page = await open(member, '/edit-profile', { tolerate: /ERR_FAILED/ })
  const thanks = page.getByRole('switch', { name: 'Someone thanked me' })
  await thanks.waitFor()
  expect(await page.getByRole('switch', { name: 'Someone redeemed a reward' }).count()).toBe(0)
  await thanks.click()
  await page.getByText('Saved').waitFor()
  expect((await getConfig(member)).user).toMatchObject({
    notifications: { points_received: false, reward_fulfilled: true },
  })
  await page.route('**/api/profiles/me', (route) => route.abort())
  await page.getByRole('switch', { name: 'My reward was handed over' }).click()
  await page.getByText('Server is not responding. Please try again.').waitFor()
  expect(await page.getByRole('switch', { name: 'My reward was handed over' }).isChecked()).toBe(
    true,
  )
})

test.each([
  ['ru', 320, true],
  ['en', 375, false],
  ['es', 768, true],
] as const)('edit-profile fits in %s at %i px', async (locale, width, dark) => {
  const page = await open(member, '/edit-profile', { locale, width, dark })
  await page.locator('h2').nth(5).waitFor()
  await page.locator('li strong').first().waitFor()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page, `edit-profile ${locale} ${width}`)
})

test('a new address needs its code and replaces the old one', async () => {
  const token = await createSession(product, 'yuki@laurel.example')
  const page = await open(token, '/edit-profile', { width: 375 })
  await page.getByRole('button', { name: 'Change address' }).click()
  const dialog = page.getByRole('dialog')
  const field = dialog.getByLabel('New email address')
  await field.waitFor()
  await expectAccessible(page, 'change of address')
  for (const [address, problem] of [
    ['nonsense', 'Please enter a valid email address'],
    ['Yuki@laurel.example', 'This is already your address'],
    ['admin@laurel.example', 'User with this email already exists'],
  ] as const) {
    await field.fill(address)
    await dialog.getByRole('button', { name: 'Send code' }).click()
    await dialog.getByText(problem).waitFor()
  }
  const before = new Date(Date.now() - 1).toISOString()
  await field.fill('yuki.tanaka@example.test')
  await dialog.getByRole('button', { name: 'Send code' }).click()
  const code = await latestCode(product, 'yuki.tanaka@example.test', before)
  expect((await listMailsTo(product, 'yuki.tanaka@example.test'))[0]?.subject).toContain(
    'confirms your new address',
  )
  await dialog.getByLabel('Digit 1').click()
  await page.keyboard.type(code === '111111' ? '222222' : '111111', { delay: 15 })
  await dialog.getByText('Invalid code. Please try again').waitFor()
  await expectAccessible(page, 'code of the new address')
  await expectNoHorizontalScroll(page)
  await dialog.getByLabel('Digit 1').click()
  await page.keyboard.type(code, { delay: 15 })
  await page.getByText('Your address has been changed').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('yuki.tanaka@example.test', { exact: true }).waitFor()
  expect((await getConfig(token)).user.email).toBe('yuki.tanaka@example.test')
  await waitFor(async () =>
    (await listMailsTo(product, 'yuki@laurel.example')).find(
      (mail) => mail.subject === 'Your Laurel address was changed',
    ),
  )
})

test('the session list signs out every other device', async () => {
  const [here, there] = [
    await createSession(product, 'grace@laurel.example'),
    await createSession(product, 'grace@laurel.example'),
  ]
  const page = await open(here, '/edit-profile', { tolerate: /ERR_FAILED/ })
  let down = true
  await page.route('**/api/auth/sessions', (route) => (down ? route.abort() : route.continue()))
  await page.reload()
  await page.getByText('We couldn’t load this').waitFor()
  down = false
  await page.getByRole('button', { name: 'Try again' }).click()
  const list = page.getByRole('list', { name: 'Where you’re signed in' })
  await list.getByText('This device').waitFor()
  expect(await list.getByRole('listitem').count()).toBe(2)
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByText('Signed out everywhere else').waitFor()
  await waitFor(async () => (await list.getByRole('listitem').count()) === 1)
  expect([await statusOf(here), await statusOf(there)]).toEqual([200, 401])
})

test('the personal data export contains everything kept about a member', async () => {
  const page = await open(await createSession(product, 'grace@laurel.example'), '/edit-profile')
  await page.getByRole('heading', { name: 'Your data' }).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download my data' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/my data\.json$/)
  const kept = JSON.parse(await readFile(await file.path(), 'utf8')) as {
    profile: { email: string }
    posts_given: unknown[]
  }
  expect(kept.profile.email).toBe('grace@laurel.example')
  expect(kept.posts_given.length).toBeGreaterThan(0)
})

test('leaving the team asks for confirmation and says goodbye', async () => {
  const token = await createSession(product, 'camille@laurel.example')
  const page = await open(token, '/edit-profile')
  await page.getByRole('button', { name: 'Leave the team' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Leave Juniper & Lane?').waitFor()
  await expectAccessible(page, 'leave')
  expect(await dialog.getByRole('button', { name: 'Leave for good' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Leave the team' }).click()
  await dialog.getByLabel('Yes, I want to leave for good').check()
  await dialog.getByRole('button', { name: 'Leave for good' }).click()
  await page.waitForURL('**/goodbye')
  await page.getByRole('heading', { name: 'Goodbye, and thank you' }).waitFor()
  await expectAccessible(page, 'goodbye')
  expect(await statusOf(token)).toBe(401)
  expect(path(page)).toBe('/goodbye')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoHorizontalScroll(page)
  await page.getByRole('link', { name: 'Sign in' }).click()
  await page.waitForURL('**/login')
})
