import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { expectAccessible } from '#tests/browser/support/page-checks.ts'
import { createTeam } from '#tests/browser/support/app-under-test.ts'
import {
  composerSelector as composerField,
  openPhoneComposer,
  answerValueQuestion,
} from '#tests/browser/support/composer.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

const { product, open, api } = setupFixtures()

const openFeed = async (token: string, reader = {}) => {
  const page = await open(token, '/feed', reader)
  await page.getByRole('list', { name: 'Posts' }).getByRole('listitem').nth(2).waitFor()
  return page
}
const composerInput = (page: Page) => page.locator(composerField)
const composerText = (page: Page) => composerInput(page).inputValue()
const composer = (page: Page) => page.getByRole('group', { name: 'Thank someone' })
const options = (page: Page) => page.getByRole('listbox').getByRole('option')
const typeText = async (page: Page, typed: string) => {
  await composerInput(page).focus()
  await page.keyboard.type(typed)
}
const pickFirstPerson = async (page: Page) => {
  await typeText(page, '@')
  // The row "Loading" is disabled.
  await page.getByRole('option', { disabled: false }).first().waitFor()
  await page.keyboard.press('Enter')
}
const waitForPost = (page: Page) =>
  page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' &&
      response.url().endsWith('/api/posts') &&
      response.ok(),
  )
const postCard = (page: Page, words: string) =>
  page.getByRole('list', { name: 'Posts' }).getByRole('listitem').filter({ hasText: words })
const composerSelector = '[role=group]:has(#composer, #composer-dialog)'

/** Types through an input method: text is not parsed during its composition. */
async function composeByInputMethod(page: Page): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await composerInput(page).focus()
  for (const word of ['+', '+5', '+5 '])
    await session.send('Input.imeSetComposition', {
      text: word,
      selectionStart: word.length,
      selectionEnd: word.length,
    })
  expect(await composerText(page)).toBe('🎉 شكرا לך +5 ')
  await session.send('Input.insertText', { text: 'ありがとう' })
}

test('the composer refuses too many points and too long a text', async () => {
  const teamToken = await createTeam(product, 'composer@example.test', 'Analytical Engines')
  await api('PUT', '/settings', teamToken, { limit: 40, limit_per_post: 30 })
  const page = await openFeed(teamToken, { width: 375, touch: true })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await openPhoneComposer(page)
  await page.getByRole('button', { name: 'Add people' }).tap()
  await options(page).nth(1).tap()
  await page.keyboard.type('@')
  await options(page).first().tap()
  const otherAmount = page.getByRole('textbox', { name: 'Another amount' })
  await otherAmount.fill('1e3')
  await composer(page).getByText('Please enter a whole number, 1 or more').waitFor()
  await expectAccessible(page, 'an amount that is none', composerSelector)
  await page.reload()
  await openPhoneComposer(page)
  expect(await otherAmount.inputValue()).toBe('1e3')
  await otherAmount.fill('25')
  await composer(page).getByText('No points available to send: 40 left').waitFor()
  await otherAmount.fill('31')
  await composer(page).getByText('30 points each at most').waitFor()
  await page.getByRole('button', { name: /^Send( \d+)?$/ }).tap()
  await composer(page).getByText('Please enter description').waitFor()
  await page.getByRole('radio', { name: '+20' }).check({ force: true })
  await composer(page).getByText('Uses 40 · 0 left').waitFor()

  const paste = (words: string) =>
    composerInput(page).evaluate((field, data) => {
      ;(field as HTMLTextAreaElement).setRangeText(
        data,
        0,
        (field as HTMLTextAreaElement).value.length,
        'end',
      )
      field.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }))
    }, words)
  await paste('long '.repeat(1_000))
  await composer(page).getByText('4,999 / 1,000').waitFor()
  await page.getByRole('button', { name: /^Send( \d+)?$/ }).tap()
  await composer(page).getByText('Sorry, your message is too long.').waitFor()
  await expectAccessible(page, 'a message that is too long', composerSelector)
  expect((await composerText(page)).length).toBe(5_000)
  await paste('🎉 شكرا לך ')
  expect(await composerText(page)).toBe('🎉 شكرا לך ')
  await composeByInputMethod(page)
  expect(await composerText(page)).toBe('🎉 شكرا לך ありがとう')

  await Promise.all([
    waitForPost(page),
    page
      .getByRole('button', { name: /^Send( \d+)?$/ })
      .tap()
      .then(() => answerValueQuestion(page)),
  ])
  await page.locator('body > canvas').waitFor({ state: 'attached' })
  await openPhoneComposer(page)
  await composer(page)
    .getByText(/You’ve given all your points\. You’ll have new ones on/)
    .waitFor()
  await expectAccessible(page, 'nothing left', composerSelector)
  await api('PUT', '/settings', teamToken, { limit: null, limit_per_post: null })
  await composer(page).getByText('10 points', { exact: true }).waitFor()
  await page.locator('body > canvas').waitFor({ state: 'detached' })
  await pickFirstPerson(page)
  await typeText(page, 'And once more')
  await Promise.all([
    waitForPost(page),
    page.keyboard.press('Control+Enter').then(() => answerValueQuestion(page)),
  ])
  await postCard(page, 'And once more').getByRole('button', { name: 'More' }).waitFor()
  expect(await page.locator('body > canvas').count()).toBe(0)
})
