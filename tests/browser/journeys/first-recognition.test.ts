import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
import { waitFor, listMailsTo, latestCode } from '#tests/browser/support/app-under-test.ts'
import {
  acceptSuggestion,
  composerSelector,
  openPhoneComposer,
  answerValueQuestion,
} from '#tests/browser/support/composer.ts'
import { endUndo } from '#tests/browser/support/state-actions.ts'
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
  await page.getByRole('link', { name: 'Skip for now' }).click()
}

/** Reads the welcome of a person who joins a team. */
async function leaveWelcome(page: Page) {
  await page.waitForURL('**/welcome')
  await page.getByRole('link', { name: 'Go to the feed' }).click()
  await page.waitForURL('**/feed')
}

/**
 * Completes the four steps of the set-up: a further value, a budget, six rewards, no invitations.
 */
async function setUpTeam(page: Page) {
  await page.waitForURL('**/setup')
  await page.getByRole('button', { name: /Trust/ }).click()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByLabel('100 points are worth').fill('5')
  await page.getByText('up to $100 per month').waitFor()
  await expectAccessible(page, 'setup points')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('button', { name: 'Add 6 rewards' }).waitFor()
  await expectAccessible(page, 'setup rewards')
  await page.getByRole('button', { name: 'Add 6 rewards' }).click()
  await page.getByLabel('Work emails').waitFor()
  await expectAccessible(page, 'setup people')
  await expectNoHorizontalScroll(page)
  await page.getByRole('link', { name: 'Do this later' }).click()
  await page.waitForURL('**/feed')
}

/** A phone, where space is scarce: tests of single features use a desktop. */
const phone = { width: 375, touch: true }

/** Signs up with a wrong address, a wrong code and then the right code. */
async function signUp(boss: string): Promise<Page> {
  const page = await open(null, '/', phone)
  await page.waitForURL('**/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByRole('link', { name: 'Create a team' }).click()
  await page.waitForURL('**/sign-up')
  await page.getByLabel('Work email').fill('not an address')
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('Please enter a valid email address').waitFor()
  const before = new Date(Date.now() - 1).toISOString()
  await page.getByLabel('Work email').fill(boss)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.waitForURL('**/code-check')
  await expectAccessible(page, 'code-check')
  await expectNoHorizontalScroll(page)
  const code = await latestCode(product, boss, before)
  await page.getByLabel('Digit 1').click()
  await page.keyboard.type(code === '111111' ? '222222' : '111111', { delay: 15 })
  await page.getByText('Invalid code. Please try again').waitFor()
  await enterCode(page, boss, before)
  return page
}

/** Creates the team and the profile, after empty forms. */
async function createTeamAndProfile(page: Page): Promise<void> {
  await page.waitForURL('**/create-team')
  const teamName = page.getByLabel('Team name')
  // The name is suggested from the domain of the address.
  await expect.poll(() => teamName.inputValue()).toBe('Example')
  await teamName.fill('')
  await page.getByRole('button', { name: 'Create team' }).click()
  await page.getByText('required').waitFor()
  await teamName.fill('Analytical Engines')
  await page.getByRole('button', { name: 'Create team' }).click()
  await page.waitForURL('**/create-profile')
  await page.getByText('Step 2 of 3').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('First name is required').waitFor()
  await page.getByText('Last name is required').waitFor()
  await expectAccessible(page, 'create-profile')
  await fillInName(page, 'Ada', 'Lovelace')
  await setUpTeam(page)
  await page.getByRole('list', { name: 'Posts' }).waitFor()
}

/** Invites the colleague, after a bad address. Returns the mailed link. */
async function inviteColleague(page: Page, colleague: string): Promise<string> {
  await page.goto('/settings')
  await page.getByRole('link', { name: /Members and invitations/ }).click()
  await page.waitForURL('**/settings/team')
  await page.getByRole('button', { name: 'Add people' }).click()
  await page.getByRole('menuitem', { name: /^One by one/ }).click()
  await page.getByLabel('Email').fill('grace@')
  await page.getByRole('button', { name: 'Send invites' }).click()
  await page.getByText('Please enter a valid email address').waitFor()
  await page.getByLabel('Email').fill(colleague)
  await page.getByRole('button', { name: 'Send invites' }).click()
  await page.waitForURL('**/settings/team')
  await page.getByText(colleague, { exact: true }).waitFor()
  await page
    .getByRole('row')
    .filter({ hasText: colleague })
    .getByText('Invited', { exact: true })
    .waitFor()
  const mail = await waitFor(async () =>
    (await listMailsTo(product, colleague)).find((one) => one.text.includes('/login/accept')),
  )
  return /http\S+\/login\/accept#token=\S+/.exec(mail.text)?.[0] ?? ''
}

/** Joins through the link, which works once. */
async function joinTeam(link: string): Promise<Page> {
  const grace = await open(null, link, phone)
  await grace.getByRole('heading', { name: 'Join Analytical Engines' }).waitFor()
  await expectAccessible(grace, 'invitation')
  await expectNoHorizontalScroll(grace)
  await grace.getByRole('button', { name: 'Join the team' }).click()
  await fillInName(grace, 'Grace', 'Hopper')
  await leaveWelcome(grace)
  const c = await open(null, link, phone)
  await c.getByRole('heading', { name: 'The invite link is not valid' }).waitFor()
  await expectAccessible(c, 'invalid invitation')
  return grace
}

async function focusComposer(page: Page): Promise<void> {
  if ((page.viewportSize()?.width ?? 0) < 768) await openPhoneComposer(page)
  await page.locator(composerSelector).focus()
}

/** Grace thanks Ada by keyboard alone: mention, amount, text, Ctrl+Enter. */
async function thankByKeyboard(grace: Page): Promise<void> {
  await focusComposer(grace)
  await grace.keyboard.type('@Ada')
  await grace.getByRole('option', { name: /Ada Lovelace/ }).waitFor()
  await expectAccessible(grace, 'composer')
  await acceptSuggestion(grace)
  await grace.keyboard.type('+40 Thank you for the first program #courage')
  await grace.keyboard.press('Control+Enter')
  await grace.getByText('Thank you for the first program').waitFor()

  // Too many points are refused, and the text is kept.
  await focusComposer(grace)
  await grace.getByText('Uses 10 · 50 left').waitFor()
  await grace.keyboard.type('@Ada')
  await grace.getByRole('option', { name: /Ada Lovelace/ }).waitFor()
  await acceptSuggestion(grace)
  await grace.keyboard.type('+61 And for the notes')
  await grace.getByRole('button', { name: /^Send( \d+)?$/ }).click()
  await grace.getByText('No points available to send: 60 left').waitFor()
  expect(await grace.locator(composerSelector).inputValue()).toContain('And for the notes')
}

/** Ada thanks Grace with the mouse, sees her balance grow, and likes the post. */
async function thankByMouse(page: Page): Promise<void> {
  await page.goto('/feed')
  await page.getByText('Thank you for the first program').waitFor()
  await page.getByRole('button', { name: /^Like/ }).first().click()
  await page.getByRole('button', { name: /Unlike, 1/ }).waitFor()
  await focusComposer(page)
  await page.getByRole('button', { name: 'Add people' }).click()
  await page.getByRole('option', { name: /Grace Hopper/ }).click()
  await page.getByRole('radio', { name: '+25' }).click()
  await page.locator(composerSelector).pressSequentially('For finding the bug, a real one')
  await page.getByRole('button', { name: /^Send( \d+)?$/ }).click()
  await expectAccessible(page, 'the question for the value')
  await answerValueQuestion(page)
  await page.getByText('For finding the bug, a real one').waitFor()
}

/** Ada creates a reward, and Grace redeems it. */
async function createAndRedeem(page: Page, grace: Page): Promise<void> {
  await page.goto('/settings/rewards/new?kind=individual&idea=blank')
  await page.getByRole('button', { name: 'Add to shop' }).click()
  await page.getByText('Please enter a price greater than 0').waitFor()
  await page.getByRole('textbox', { name: 'Title' }).fill('A nanosecond of wire')
  await page.getByLabel('Price in points').fill('25')
  await page.getByLabel(/Require a comment/).check()
  await expectAccessible(page, 'new reward')
  await expectNoHorizontalScroll(page)
  await page.getByRole('button', { name: 'Add to shop' }).click()
  await page.waitForURL('**/settings/rewards/all')
  await page.getByRole('heading', { name: 'A nanosecond of wire' }).waitFor()

  await grace.goto('/rewards')
  await grace.getByRole('button', { name: 'Redeem A nanosecond of wire' }).waitFor()
  await grace.getByRole('button', { name: 'Redeem A nanosecond of wire' }).click()
  const dialog = grace.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Redeem' }).click()
  await dialog.getByText('Please add a comment').waitFor()
  await dialog.getByLabel('Comment').fill('Thirty centimetres, please')
  await expectAccessible(grace, 'redeem dialog')
  await dialog.getByRole('button', { name: 'Redeem' }).click()
  await dialog.getByText('Enjoy it, Grace!').waitFor()
  await expectAccessible(grace, 'redeemed')
  await dialog.getByRole('link', { name: 'See my rewards' }).click()
  await grace.getByText('Pending').waitFor()
}

/** Ada fulfills the purchase, and Grace sees it. */
async function fulfil(page: Page, grace: Page): Promise<void> {
  await page.goto('/settings/rewards/purchases')
  await page.getByText('Thirty centimetres, please').waitFor()
  await page.getByRole('button', { name: 'Fulfill' }).click()
  await endUndo(page)
  await page.getByRole('link', { name: /^Done/ }).click()
  await page.getByRole('main').getByRole('listitem').getByText('Fulfilled').waitFor()
  await grace.reload()
  await grace.getByText('My rewards', { exact: true }).click()
  await grace.getByRole('listitem').getByText('Fulfilled').waitFor()
}

/** Grace's balance history lists every step. */
async function checkBalanceSheet(grace: Page): Promise<void> {
  await grace.goto('/feed')
  await grace.getByRole('link', { name: 'Grace Hopper' }).first().click()
  await grace.getByRole('heading', { name: 'Grace Hopper' }).waitFor()
  await grace.getByText('Balance sheet').click()
  await grace.getByText('Redeemed: A nanosecond of wire').waitFor()
  await grace.getByText('Thanks from Ada Lovelace').waitFor()
  await expectAccessible(grace, 'balance sheet')
  await expectNoHorizontalScroll(grace)
}

// The crawl checks the layout and axe of each screen: here are the states that only steps reach.
test('a team signs up, invites, thanks, redeems and fulfills', async () => {
  const ada = await signUp('ada@example.test')
  await createTeamAndProfile(ada)
  const grace = await joinTeam(await inviteColleague(ada, 'grace@example.test'))
  await thankByKeyboard(grace)
  await thankByMouse(ada)
  await createAndRedeem(ada, grace)
  await fulfil(ada, grace)
  await checkBalanceSheet(grace)
})
