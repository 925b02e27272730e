import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
import { waitFor, listMailsTo, latestCode } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open } = setupFixtures(() => ({ DEMO: 'off' }))

async function enterCode(page: Page, email: string, after: string) {
  const code = await latestCode(product, email, after)
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type(code, { delay: 15 })
}

async function fillInName(page: Page, first: string, last: string) {
  await page.waitForURL('**/create-profile')
  await page.getByLabel('First name').fill(first)
  await page.getByLabel('Last name').fill(last)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/add-photo')
  await expectAccessible(page, 'add-photo')
  await expectNoHorizontalScroll(page)
  await page.getByRole('link', { name: 'Skip for now' }).click()
  await page.waitForURL('**/welcome')
  await page.getByRole('link', { name: 'Go to the feed' }).click()
  await page.waitForURL('**/feed')
}

describe.each([
  ['desktop', { width: 1280 }],
  ['phone', { width: 375, touch: true }],
] as const)('the main job on a %s', (device, reader) => {
  const boss = `ada-${device}@example.test`
  const colleague = `grace-${device}@example.test`

  test('a team signs up, invites, thanks, redeems and fulfils', async () => {
    // Sign up with a wrong address, a wrong code and then the right code.
    const page = await open(null, '/', reader)
    await page.waitForURL('**/login')
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectAccessible(page, 'login')
    await page.getByRole('link', { name: 'Create a team' }).click()
    await page.waitForURL('**/sign-up')
    await page.getByLabel('Work email').fill('not an address')
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.getByText('Please enter a valid email address').waitFor()
    const before = new Date(Date.now() - 1).toISOString()
    await page.getByLabel('Work email').fill(boss)
    await page.getByRole('button', { name: 'Send me a code' }).click()
    await page.waitForURL('**/code-check')
    await expectAccessible(page, 'code-check')
    await expectNoHorizontalScroll(page)
    const code = await latestCode(product, boss, before)
    await page.getByLabel('Digit 1').click()
    await page.keyboard.type(code === '111111' ? '222222' : '111111', { delay: 15 })
    await page.getByText('Invalid code. Please try again').waitFor()
    await enterCode(page, boss, before)

    await page.waitForURL('**/create-team')
    await expectAccessible(page, 'create-team')
    await expectNoHorizontalScroll(page)
    await page.getByRole('button', { name: 'Create team' }).click()
    await page.getByText('required').waitFor()
    await page.getByLabel('Team name').fill('Analytical Engines')
    await page.getByRole('button', { name: 'Create team' }).click()
    await page.waitForURL('**/create-profile')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByText('First name is required').waitFor()
    await page.getByText('Last name is required').waitFor()
    await expectAccessible(page, 'create-profile')
    await fillInName(page, 'Ada', 'Lovelace')
    await page.getByRole('list', { name: 'Posts' }).waitFor()
    await expectAccessible(page, 'feed')
    await expectNoHorizontalScroll(page)

    // Invite: a bad address stays in the form with its reason, the good one is sent.
    await page.goto('/settings')
    await page.getByRole('link', { name: /Members and invitations/ }).click()
    await page.waitForURL('**/settings/team')
    await expectAccessible(page, 'team')
    await page.getByRole('button', { name: 'Add people' }).click()
    await page.getByRole('menuitem', { name: /^One by one/ }).click()
    await page.getByLabel('Email').fill('grace@')
    await page.getByRole('button', { name: 'Send invites' }).click()
    await page.getByText('Please enter a valid email address').waitFor()
    await page.getByLabel('Email').fill(colleague)
    await expectAccessible(page, 'add-user')
    await expectNoHorizontalScroll(page)
    await page.getByRole('button', { name: 'Send invites' }).click()
    await page.waitForURL('**/settings/team')
    await page.getByText(colleague, { exact: true }).waitFor()
    await page.getByRole('listitem').filter({ hasText: colleague }).getByText('Pending').waitFor()
    const mail = await waitFor(async () =>
      (await listMailsTo(product, colleague)).find((one) => one.text.includes('/login/accept')),
    )
    const link = /http\S+\/login\/accept#token=\S+/.exec(mail.text)?.[0] ?? ''

    // The colleague joins through the link, which works once.
    const b = await open(null, link, reader)
    await b.getByRole('heading', { name: 'Join Analytical Engines' }).waitFor()
    await expectAccessible(b, 'invitation')
    await expectNoHorizontalScroll(b)
    await b.getByRole('button', { name: 'Join the team' }).click()
    await fillInName(b, 'Grace', 'Hopper')
    const c = await open(null, link, reader)
    await c.getByRole('heading', { name: 'The invite link is not valid' }).waitFor()
    await expectAccessible(c, 'invalid invitation')

    // Grace thanks Ada by keyboard alone: mention, amount, text, Ctrl+Enter.
    await b.locator('#composer').focus()
    await b.keyboard.type('@Ada')
    await b.getByRole('option', { name: /Ada Lovelace/ }).waitFor()
    await expectAccessible(b, 'composer')
    await b.keyboard.press('Enter')
    await b.keyboard.type('+40 Thank you for the first program #courage')
    await b.keyboard.press('Control+Enter')
    await b.getByText('Thank you for the first program').waitFor()
    await b.getByText('10 of 60 left').waitFor()

    // Too many points are refused, and the text is kept.
    await b.locator('#composer').focus()
    await b.keyboard.type('@Ada')
    await b.getByRole('option', { name: /Ada Lovelace/ }).waitFor()
    await b.keyboard.press('Enter')
    await b.keyboard.type('+61 And for the notes')
    await b.getByRole('button', { name: 'Send' }).click()
    await b.getByText('No points available to send: 60 left').waitFor()
    expect(await b.locator('#composer').inputValue()).toContain('And for the notes')

    // Ada thanks Grace with the mouse, sees her balance grow, and likes the post.
    await page.goto('/feed')
    await page.getByText('Thank you for the first program').waitFor()
    await page.getByRole('button', { name: /^Like/ }).first().click()
    await page.getByRole('button', { name: /Unlike, 1/ }).waitFor()
    await page.getByRole('button', { name: 'Add people' }).click()
    await page.getByRole('option', { name: /Grace Hopper/ }).click()
    await page.getByRole('radio', { name: '+25' }).click()
    await page.locator('#composer').pressSequentially('For finding the bug, a real one')
    await page.getByRole('button', { name: 'Send' }).click()
    await page.getByText('For finding the bug, a real one').waitFor()

    // Ada creates a reward, Grace redeems it, Ada fulfils it.
    await page.goto('/settings/rewards/new?kind=individual&idea=blank')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Please enter a price greater than 0').waitFor()
    await page.getByRole('textbox', { name: 'Title' }).fill('A nanosecond of wire')
    await page.getByLabel('Price in points').fill('25')
    await page.getByLabel(/Require a comment/).check()
    await expectAccessible(page, 'new reward')
    await expectNoHorizontalScroll(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await page.waitForURL('**/settings/rewards/all')
    await page.getByRole('heading', { name: 'A nanosecond of wire' }).waitFor()
    await expectAccessible(page, 'rewards')

    await b.goto('/rewards')
    await b.getByRole('button', { name: 'Redeem A nanosecond of wire' }).waitFor()
    await expectAccessible(b, 'shop')
    await expectNoHorizontalScroll(b)
    await b.getByRole('button', { name: 'Redeem A nanosecond of wire' }).click()
    const dialog = b.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Redeem' }).click()
    await dialog.getByText('Please add a comment').waitFor()
    await dialog.getByLabel('Comment').fill('Thirty centimetres, please')
    await expectAccessible(b, 'redeem dialog')
    await dialog.getByRole('button', { name: 'Redeem' }).click()
    await dialog.waitFor({ state: 'detached' })
    await b.getByText('My rewards', { exact: true }).click()
    await b.getByText('Pending').waitFor()

    await page.goto('/settings/rewards/purchases')
    await page.getByText('Thirty centimetres, please').waitFor()
    await expectAccessible(page, 'purchases')
    await expectNoHorizontalScroll(page)
    await page.getByRole('button', { name: 'Fulfill' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Fulfill' }).click()
    await page.getByRole('main').getByRole('listitem').getByText('Fulfilled').waitFor()
    await b.reload()
    await b.getByText('My rewards', { exact: true }).click()
    await b.getByRole('listitem').getByText('Fulfilled').waitFor()

    // Grace's balance history lists every step.
    await b.goto('/feed')
    await b.getByRole('link', { name: 'Grace Hopper' }).first().click()
    await b.getByRole('heading', { name: 'Grace Hopper' }).waitFor()
    await expectAccessible(b, 'profile')
    await b.getByText('Balance sheet').click()
    await b.getByText('Redeemed: A nanosecond of wire').waitFor()
    await b.getByText('Thanks from Ada Lovelace').waitFor()
    await expectAccessible(b, 'balance sheet')
    await expectNoHorizontalScroll(b)
  })
})
