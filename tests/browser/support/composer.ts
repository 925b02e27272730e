import type { Page } from 'playwright-core'

/** The text field of the composer: on a page, or in the dialog of a phone. */
export const composerSelector = '#composer, #composer-dialog'

/** Opens the composer of a phone by the button in its navigation. */
export async function openPhoneComposer(page: Page): Promise<void> {
  await page.locator('nav button[aria-haspopup=dialog]').click()
  await page.locator('#composer-dialog').waitFor()
}

/** Chooses the first value for the post, so that sending it asks for none. */
export async function chooseValue(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Value:/ }).click()
  await page.getByRole('menuitem').first().click()
  await page.getByRole('menu').waitFor({ state: 'detached' })
}

/** Chooses the default value, which the composer asks for when a post without a value is sent. */
export const answerValueQuestion = (page: Page) =>
  page
    .getByRole('group', { name: /^Which value does this show/ })
    .getByRole('button')
    .first()
    .click()

/**
 * Accepts the first suggestion. Enter takes effect when the list has loaded, and a key before that
 * would change the query instead.
 */
export async function acceptSuggestion(page: Page): Promise<void> {
  const suggestion = page.getByRole('listbox').getByRole('option').first()
  await suggestion.waitFor()
  await page.keyboard.press('Enter')
  await suggestion.waitFor({ state: 'detached' })
}
