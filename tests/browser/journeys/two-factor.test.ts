import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { totpCode } from '#tests/support/factories.ts'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
import { saveScreenshot } from '#tests/browser/support/visual-checks.ts'
import {
  waitFor,
  listMailsTo,
  latestCode,
  createTeam,
} from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api, inDatabase } = setupFixtures()
const email = 'ada@second.example'
let adaToken: string
beforeAll(async () => {
  adaToken = await createTeam(product, email, 'Second')
})

/** Returns the code of the app now, or `steps` later: each time step is accepted once. */
const totpAt = (secret: string, steps = 0) =>
  totpCode(secret, new Date(Date.now() + steps * 30_000))
const wrongCode = (secret: string) =>
  ['000000', '111111', '222222'].find(
    (code) => ![-1, 0, 1].some((steps) => totpAt(secret, steps) === code),
  ) ?? ''
/** Signs in until the step after the mailed code. */
async function signInWithMailedCode(page: Page) {
  await page.goto('/login')
  const before = new Date(Date.now() - 1).toISOString()
  await page.getByLabel('Work email').fill(email)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type(await latestCode(product, email, before), { delay: 15 })
  await page.getByRole('heading', { name: 'Code from your authenticator app' }).waitFor()
}
const typeCode = async (page: Page, code: string) => {
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type(code, { delay: 15 })
}
const securityMailSubjects = async () =>
  (await listMailsTo(product, email))
    .map((mail) => mail.subject)
    .filter((subject) => !/^\d{6}/.test(subject))

const authenticatorSection = (page: Page) =>
  page
    .getByRole('heading', { name: 'Authenticator app' })
    .locator('xpath=ancestor::*[.//button][1]')

/** Adds an app, after a wrong code. Returns its secret. */
async function addApp(page: Page): Promise<string> {
  const section = authenticatorSection(page)
  await section.getByRole('button', { name: 'Add an app' }).click()
  const adding = page.getByRole('dialog', { name: 'Add an app' })
  const secret = (
    await adding.getByRole('group', { name: 'No camera?' }).locator('code').innerText()
  ).replaceAll(' ', '')
  expect(
    await adding.getByRole('link', { name: 'Is the app on this device?' }).getAttribute('href'),
  ).toBe(
    `otpauth://totp/Laurel:${encodeURIComponent(email)}?issuer=Laurel&secret=${secret}&algorithm=SHA1&digits=6&period=30`,
  )
  // The QR code is dark on white in both color schemes, with a quiet zone around it.
  const picture = adding.getByRole('img', { name: 'QR code' })
  expect(
    await picture
      .locator('path')
      .evaluateAll((paths) => paths.map((path) => getComputedStyle(path).fill)),
  ).toEqual(['rgb(255, 255, 255)', 'rgb(0, 0, 0)'])
  expect((await picture.boundingBox())?.width).toBeGreaterThan(150)
  const field = adding.getByLabel('The six digits the app shows now')
  expect([await field.getAttribute('inputmode'), await field.getAttribute('autocomplete')]).toEqual(
    ['numeric', 'one-time-code'],
  )
  await field.fill(wrongCode(secret))
  await adding.getByRole('button', { name: 'Turn on' }).click()
  await adding.getByText('This code is wrong or has already been used.', { exact: false }).waitFor()
  await expectAccessible(page, 'adding an app', '[role=dialog]')
  await saveScreenshot(page, 'factor-add')
  await page.setViewportSize({ width: 320, height: 640 })
  await expectNoHorizontalScroll(page)
  await field.fill(totpAt(secret))
  await adding.getByRole('button', { name: 'Turn on' }).click()
  return secret
}

/** Saves the recovery codes that appear once. Returns them. */
async function saveRecoveryCodes(page: Page): Promise<string[]> {
  const section = authenticatorSection(page)
  const kept = page.getByRole('dialog', { name: 'Save your recovery codes' })
  await kept.getByRole('button', { name: 'I’ve saved them' }).waitFor()
  const codes = await kept
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allInnerTexts()
  expect(codes).toHaveLength(10)
  await expectNoHorizontalScroll(page)
  await expectAccessible(page, 'recovery codes', '[role=dialog]')
  await saveScreenshot(page, 'factor-codes')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    kept.getByRole('button', { name: 'Download as text' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('Laurel recovery codes.txt')
  expect(await readFile(await file.path(), 'utf8')).toBe(
    `Laurel recovery codes for ${email}. Each works once.\n\n${codes.join('\n')}\n`,
  )
  // Escape or a click outside does not close the dialog with the codes.
  await page.keyboard.press('Escape')
  await page.mouse.click(3, 3)
  await kept.getByRole('button', { name: 'I’ve saved them' }).click()
  await kept.waitFor({ state: 'detached' })
  await section.getByText('10 recovery codes left').waitFor()
  await expectAccessible(page, 'an app is on')
  await saveScreenshot(page, 'factor-on')
  await waitFor(
    async () =>
      (await securityMailSubjects())[0] === 'An authenticator app was added to your Laurel account',
  )
  return codes
}

/** Signs in with the app: a wrong code shows its error, and a reload asks for nothing twice. */
async function signInWithApp(secret: string): Promise<void> {
  const phone = await open(null, null, { width: 320 })
  await signInWithMailedCode(phone)
  await expectAccessible(phone, 'the app’s code')
  await saveScreenshot(phone, 'factor-step')
  await expectNoHorizontalScroll(phone)
  await typeCode(phone, wrongCode(secret))
  await phone
    .getByRole('alert')
    .getByText('This code is wrong or has already been used.', { exact: false })
    .waitFor()
  await phone.reload()
  await phone.getByRole('heading', { name: 'Code from your authenticator app' }).waitFor()
  await typeCode(phone, totpAt(secret, 1))
  await phone.waitForURL('**/feed')
  expect(await phone.evaluate(() => sessionStorage.getItem('laurel.proof'))).toBeNull()
}

/** Signs in with a recovery code; the link back opens the first step. Returns the page. */
async function signInWithRecoveryCode(code: string): Promise<Page> {
  const laptop = await open(null, null)
  await signInWithMailedCode(laptop)
  await laptop.goBack()
  await laptop.waitForURL('**/login')
  await signInWithMailedCode(laptop)
  await laptop.getByRole('button', { name: 'Use a recovery code instead' }).click()
  await laptop.getByLabel('Recovery code').fill('not-a-code')
  await laptop.keyboard.press('Enter')
  await laptop.getByRole('alert').waitFor()
  await expectAccessible(laptop, 'a recovery code, refused')
  await saveScreenshot(laptop, 'factor-recovery')
  await laptop.getByLabel('Recovery code').fill(code.toUpperCase())
  await laptop.keyboard.press('Enter')
  await laptop.waitForURL('**/feed')
  await waitFor(
    async () =>
      (await securityMailSubjects())[0] === 'A recovery code was used to sign in to Laurel',
  )
  return laptop
}

/** Makes new recovery codes and turns the app off. `codes` are unused old ones. */
async function replaceCodesAndTurnOff(laptop: Page, codes: string[]): Promise<void> {
  await laptop.goto('/edit-profile')
  await laptop.getByText('9 recovery codes left').waitFor()
  // A sign-in counts as proof of presence for ten minutes; after that the second factor is
  // required.
  const proofIsOld = () => inDatabase('update sessions set proven_at = null')
  const proving = laptop.getByRole('dialog', { name: 'Confirm it’s you' })
  await proofIsOld()
  await laptop.getByRole('button', { name: 'New recovery codes' }).click()
  await laptop.getByRole('dialog').getByRole('button', { name: 'New recovery codes' }).click()
  await proving.getByLabel('Code from the app, or a recovery code').fill(codes[0] ?? '')
  await proving.getByRole('button', { name: 'Confirm' }).click()
  await laptop.getByRole('button', { name: 'I’ve saved them' }).waitFor()
  const [fresh = ''] = await laptop
    .getByRole('list', { name: 'Recovery codes' })
    .getByRole('listitem')
    .allInnerTexts()
  await laptop.getByRole('button', { name: 'I’ve saved them' }).click()
  await laptop.getByRole('button', { name: 'Turn off' }).click()
  const ending = laptop.getByRole('dialog', { name: 'Turn off the authenticator app?' })
  await expectAccessible(laptop, 'turning it off', '[role=dialog]')
  await saveScreenshot(laptop, 'factor-off')
  await proofIsOld()
  await ending.getByRole('button', { name: 'Turn off' }).click()
  await proving.getByLabel('Code from the app, or a recovery code').fill(codes[1] ?? '')
  await proving.getByRole('button', { name: 'Confirm' }).click()
  await proving
    .getByText('This code is wrong or has already been used.', { exact: false })
    .waitFor()
  await saveScreenshot(laptop, 'factor-presence')
  await proving.getByLabel('Code from the app, or a recovery code').fill(fresh)
  await proving.getByRole('button', { name: 'Confirm' }).click()
  await laptop.getByRole('button', { name: 'Add an app' }).waitFor()
  // Existing sessions stay signed in.
  expect((await api<{ user: { email: string } }>('GET', '/config', adaToken)).user.email).toBe(
    email,
  )
}

test('an authenticator app can be added, used, recovered and removed', async () => {
  const page = await open(adaToken, '/edit-profile', { width: 375, dark: true })
  const secret = await addApp(page)
  const [first = '', ...codes] = await saveRecoveryCodes(page)
  await signInWithApp(secret)
  await replaceCodesAndTurnOff(await signInWithRecoveryCode(first), codes)
})

/** Adds an app through the API. Returns its secret. */
async function addAuthenticator(token: string): Promise<string> {
  await inDatabase('update sessions set proven_at = now()')
  const { secret } = await api<{ secret: string }>('POST', '/profiles/me/second_factor', token)
  await api('POST', '/profiles/me/second_factor/confirm', token, { code: totpAt(secret) })
  return secret
}

test('an invite asks for the authenticator code too', async () => {
  const secret = await addAuthenticator(adaToken)
  const host = await createTeam(product, 'host@second.example', 'Hosts')
  await api('POST', '/users', host, { users: [{ email }] })
  const link = await waitFor(
    async () =>
      /\S+\/login\/accept#token=\S+/.exec(
        (await listMailsTo(product, email)).find((mail) => mail.subject.startsWith('Join'))?.text ??
          '',
      )?.[0],
  )
  const page = await open(null, new URL(link).pathname + new URL(link).hash, { width: 375 })
  await page.getByRole('button', { name: 'Join the team' }).click()
  await page.getByRole('heading', { name: 'Code from your authenticator app' }).waitFor()
  await typeCode(page, totpAt(secret, 1))
  await page.waitForURL('**/create-profile')

  await inDatabase(
    `delete from recovery_codes where code_hash not in (select code_hash from recovery_codes
      order by code_hash limit 2)`,
  )
  const few = await open(adaToken, '/edit-profile', { width: 320 })
  await few.getByText('2 recovery codes left').scrollIntoViewIfNeeded()
  await few.getByText('Make new ones before they run out', { exact: false }).waitFor()
  await expectNoHorizontalScroll(few)
  await expectAccessible(few, 'few recovery codes')
  await saveScreenshot(few, 'factor-few')

  const late = await open(null, null)
  await late.addInitScript(
    (address) =>
      sessionStorage.setItem(
        'laurel.proof',
        JSON.stringify({ by: 'code', email: address, sig: 'gone', code: '123456', form: 'login' }),
      ),
    email,
  )
  await late.goto('/second-factor')
  await typeCode(late, '123456')
  await late
    .getByText('This sign-in has expired or was already completed. Please start over.')
    .waitFor()
  await expectAccessible(late, 'too late')
  await saveScreenshot(late, 'factor-late')
  await late.getByRole('link', { name: 'Start over' }).click()
  await late.waitForURL('**/login')
})
