import type { Page } from 'playwright-core'
import { type AppUnderTest, latestCode } from './app-under-test.ts'

export const presenceDialog = (page: Page) => page.getByRole('dialog', { name: 'Confirm it’s you' })

/** Enters the presence code that was mailed to an address after `since`. */
export async function enterPresenceCode(
  page: Page,
  product: AppUnderTest,
  { to, since }: { to: string; since: string },
): Promise<void> {
  // The code first: the dialog may render again while its mail is on the way.
  const code = await latestCode(product, to, since)
  await presenceDialog(page).getByLabel('Digit 1').click()
  await page.keyboard.type(code, { delay: 40 })
  await presenceDialog(page).waitFor({ state: 'detached' })
}
