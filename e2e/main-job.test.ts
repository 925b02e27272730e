import type { Browser, BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectAccessible, expectNoSideways, watchErrors } from './checks.ts'
import { eventually, mailsTo, newestCode, type Product, startBrowser, startProduct } from './product.ts'

let product: Product
let browser: Browser
beforeAll(async () => {
  product = await startProduct({ DEMO: 'off' })
  browser = await startBrowser()
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

async function open(viewport: { width: number; height: number }, touch = false): Promise<{ context: BrowserContext; page: Page; errors: string[] }> {
  const context = await browser.newContext({ viewport, hasTouch: touch, locale: 'en', reducedMotion: 'reduce' })
  const page = await context.newPage()
  return { context, page, errors: watchErrors(page) }
}

async function enterCode(page: Page, email: string, after: string) {
  const code = await newestCode(product, email, after)
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type(code, { delay: 15 })
}

async function nameOneself(page: Page, first: string, last: string) {
  await page.waitForURL('**/create-profile')
  await page.getByLabel('First name').fill(first)
  await page.getByLabel('Last name').fill(last)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/add-photo')
  await expectAccessible(page, 'add-photo')
  await expectNoSideways(page)
  await page.getByRole('link', { name: 'Skip for now' }).click()
  await page.waitForURL('**/welcome')
  await page.getByRole('link', { name: 'Go to the feed' }).click()
  await page.waitForURL('**/feed')
}

describe.each([
  ['desktop', { width: 1280, height: 900 }, false],
  ['phone', { width: 375, height: 812 }, true],
] as const)('the main job on a %s', (device, viewport, touch) => {
  const boss = `ada-${device}@example.test`
  const colleague = `grace-${device}@example.test`

  test('sign up, create a team, invite, join, thank each other, redeem, fulfil', async () => {
    const a = await open(viewport, touch)
    const { page } = a

    // Sign up with a wrong address, a wrong code and then the right one.
    await page.goto(`${product.url}/`)
    await page.waitForURL('**/login')
    await expectAccessible(page, 'login')
    await page.getByRole('link', { name: 'Create a team' }).click()
    await page.waitForURL('**/sign-up')
    await page.getByLabel('Work e-mail').fill('not an address')
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByText('Please enter a valid email address').waitFor()
    const before = new Date(Date.now() - 1).toISOString()
    await page.getByLabel('Work e-mail').fill(boss)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.waitForURL('**/code-check')
    await expectAccessible(page, 'code-check')
    await expectNoSideways(page)
    const code = await newestCode(product, boss, before)
    await page.getByLabel('Digit 1').click()
    await page.keyboard.type(code === '111111' ? '222222' : '111111', { delay: 15 })
    await page.getByText('Invalid code. Please try again').waitFor()
    await enterCode(page, boss, before)

    await page.waitForURL('**/create-team')
    await expectAccessible(page, 'create-team')
    await expectNoSideways(page)
    await page.getByRole('button', { name: 'Create team' }).click()
    await page.getByText('required').waitFor()
    await page.getByLabel('Team name').fill('Analytical Engines')
    await page.getByRole('button', { name: 'Create team' }).click()
    await page.waitForURL('**/create-profile')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('First name is required').waitFor()
    await page.getByText('Last name is required').waitFor()
    await expectAccessible(page, 'create-profile')
    await nameOneself(page, 'Ada', 'Lovelace')
    await page.getByRole('list', { name: 'Posts' }).waitFor()
    await expectAccessible(page, 'feed')
    await expectNoSideways(page)

    // Invite: a bad address stays in the form with its reason, the good one goes out.
    await page.goto(`${product.url}/settings`)
    await page.getByRole('link', { name: /Who is in/ }).click()
    await page.waitForURL('**/settings/team')
    await expectAccessible(page, 'team')
    await page.getByRole('button', { name: 'Add people' }).click()
    await page.getByRole('menuitem', { name: /^One by one/ }).click()
    await page.getByLabel('E-mail').fill('grace@')
    await page.getByRole('button', { name: 'Send invites' }).click()
    await page.getByText('Please enter a valid email address').waitFor()
    await page.getByLabel('E-mail').fill(colleague)
    await expectAccessible(page, 'add-user')
    await expectNoSideways(page)
    await page.getByRole('button', { name: 'Send invites' }).click()
    await page.waitForURL('**/settings/team')
    await page.getByText(colleague, { exact: true }).waitFor()
    await page.getByRole('listitem').filter({ hasText: colleague }).getByText('Pending').waitFor()
    const mail = await eventually(async () => (await mailsTo(product, colleague)).find((one) => one.text.includes('/login/accept')))
    const link = /http\S+\/login\/accept\?token=\S+/.exec(mail.text)?.[0] ?? ''

    // The colleague joins by the link; the same link does not work twice.
    const b = await open(viewport, touch)
    await b.page.goto(link)
    await b.page.getByRole('heading', { name: 'Join Analytical Engines' }).waitFor()
    await expectAccessible(b.page, 'invitation')
    await expectNoSideways(b.page)
    await b.page.getByRole('button', { name: 'Join the team' }).click()
    await nameOneself(b.page, 'Grace', 'Hopper')
    const c = await open(viewport, touch)
    await c.page.goto(link)
    await c.page.getByRole('heading', { name: 'The invite link is not valid' }).waitFor()
    await expectAccessible(c.page, 'invalid invitation')
    await c.context.close()

    // Grace thanks Ada with the keyboard alone: mention, amount, text, Ctrl+Enter.
    await b.page.locator('#composer').focus()
    await b.page.keyboard.type('@Ada')
    await b.page.getByRole('option', { name: /Ada Lovelace/ }).waitFor()
    await expectAccessible(b.page, 'composer')
    await b.page.keyboard.press('Enter')
    await b.page.keyboard.type('+40 Thank you for the first program #courage')
    await b.page.keyboard.press('Control+Enter')
    await b.page.getByText('Thank you for the first program').waitFor()
    await b.page.getByText('10 of 60 left').waitFor()

    // Too much is refused, and what was typed is still there.
    await b.page.locator('#composer').focus()
    await b.page.keyboard.type('@Ada')
    await b.page.getByRole('option', { name: /Ada Lovelace/ }).waitFor()
    await b.page.keyboard.press('Enter')
    await b.page.keyboard.type('+61 And for the notes')
    await b.page.getByRole('button', { name: 'Send' }).click()
    await b.page.getByText('No points available to send: 60 left').waitFor()
    expect(await b.page.locator('#composer').inputValue()).toContain('And for the notes')

    // Ada thanks Grace with the mouse, sees her balance grow, and likes the post.
    await page.goto(`${product.url}/feed`)
    await page.getByText('Thank you for the first program').waitFor()
    await page.getByRole('button', { name: /^Like/ }).first().click()
    await page.getByRole('button', { name: /Take the like back, 1/ }).waitFor()
    await page.getByRole('button', { name: 'Add people' }).click()
    await page.getByRole('option', { name: /Grace Hopper/ }).click()
    await page.getByRole('radio', { name: '+25' }).click()
    await page.locator('#composer').pressSequentially('For finding the bug, a real one')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('For finding the bug, a real one').waitFor()

    // A reward of her own, redeemed by Grace, fulfilled by Ada.
    await page.goto(`${product.url}/settings/rewards/new?kind=individual&idea=blank`)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Please enter a price greater than 0').waitFor()
    await page.getByRole('textbox', { name: 'Title' }).fill('A nanosecond of wire')
    await page.getByLabel('Price in points').fill('25')
    await page.getByLabel(/Ask for a comment/).check()
    await expectAccessible(page, 'new reward')
    await expectNoSideways(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL('**/settings/rewards/all')
    await page.getByText('A nanosecond of wire').waitFor()
    await expectAccessible(page, 'rewards')

    await b.page.goto(`${product.url}/rewards`)
    await b.page.getByRole('button', { name: 'Redeem A nanosecond of wire' }).waitFor()
    await expectAccessible(b.page, 'shop')
    await expectNoSideways(b.page)
    await b.page.getByRole('button', { name: 'Redeem A nanosecond of wire' }).click()
    const dialog = b.page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Redeem' }).click()
    await dialog.getByText('Please add a comment').waitFor()
    await dialog.getByLabel('Comment').fill('Thirty centimetres, please')
    await expectAccessible(b.page, 'redeem dialog')
    await dialog.getByRole('button', { name: 'Redeem' }).click()
    await dialog.waitFor({ state: 'detached' })
    await b.page.getByText('My rewards', { exact: true }).click()
    await b.page.getByText('Pending').waitFor()

    await page.goto(`${product.url}/settings/rewards/purchases`)
    await page.getByText('Thirty centimetres, please').waitFor()
    await expectAccessible(page, 'purchases')
    await expectNoSideways(page)
    await page.getByRole('button', { name: 'Fulfil' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Fulfil' }).click()
    await page.getByRole('main').getByRole('listitem').getByText('Fulfilled').waitFor()
    await b.page.reload()
    await b.page.getByText('My rewards', { exact: true }).click()
    await b.page.getByRole('listitem').getByText('Fulfilled').waitFor()

    // Grace's balance sheet tells it all.
    await b.page.goto(`${product.url}/feed`)
    await b.page.getByRole('link', { name: 'Grace Hopper' }).first().click()
    await b.page.getByRole('heading', { name: 'Grace Hopper' }).waitFor()
    await expectAccessible(b.page, 'profile')
    await b.page.getByText('Balance sheet').click()
    await b.page.getByText('Redeemed: A nanosecond of wire').waitFor()
    await b.page.getByText('Thanks from Ada Lovelace').waitFor()
    await expectAccessible(b.page, 'balance sheet')
    await expectNoSideways(b.page)

    expect(a.errors).toEqual([])
    expect(b.errors).toEqual([])
    await a.context.close()
    await b.context.close()
  })
})
