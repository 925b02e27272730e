import type { Locator, Page } from 'playwright-core'
import { acceptSuggestion } from '#tests/browser/support/composer.ts'
import { beforeAll, expect, test } from 'vitest'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { expectAccessible } from '#tests/browser/support/page-checks.ts'
import { waitFor, latestCode, createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

/** Every journey by keyboard only: nothing is clicked or filled in otherwise. */
const { product, open, api } = setupFixtures()
let admin: string
let member: string
beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  member = await createSession(product, 'tomas@laurel.example')
})

/** Returns the focused element and whether its focus is visible. */
const readFocus = (page: Page) =>
  page.evaluate(() => {
    const one = document.activeElement ?? document.body
    const rings = (element: Element | null | undefined): boolean => {
      if (!element) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2
    }
    const label = one instanceof HTMLInputElement ? [...(one.labels ?? [])] : []
    const visible = rings(one) || [...label, one.nextElementSibling, one.parentElement].some(rings)
    // For mentions the surrounding card shows the focus.
    const mentions = one.getAttribute('aria-autocomplete') === 'list'
    return {
      lost: one === document.body,
      visible: visible || mentions,
      html: one.outerHTML.slice(0, 160),
      inMain: one.closest('main') !== null,
    }
  })
/**
 * Presses Tab until the target has the focus, and checks that every element on the way shows it.
 */
async function tabTo(page: Page, target: Locator, key = 'Tab'): Promise<void> {
  const focused: string[] = []
  for (let n = 0; n < 90; n += 1) {
    await page.keyboard.press(key)
    const now = await readFocus(page)
    if (!now.lost && !now.visible)
      throw new Error(`nobody sees that this has the focus: ${now.html}`)
    focused.push(now.html)
    if (await target.evaluateAll((all) => all.includes(document.activeElement as HTMLElement)))
      return
  }
  throw new Error(`not reached by ${key}: ${focused.slice(-8).join('\n')}`)
}
const expectFocusKept = (page: Page) =>
  waitFor(async () => {
    const now = await readFocus(page)
    return now.inMain && !now.lost
  })
/** Returns the announcement in a live region. */
const announcement = (page: Page, text: string | RegExp) =>
  page
    .locator('[aria-live], [role=status], [role=alert]')
    .getByText(text)
    .or(page.locator('[role=status], [role=alert]').filter({ hasText: text }))
    .first()
    .waitFor({ state: 'attached' })

test('sign-in and the skip link work by keyboard', async () => {
  const page = await open(null, '/login')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await tabTo(page, page.getByRole('textbox', { name: 'Work email' }))
  await page.keyboard.type('elif@laurel')
  await page.keyboard.press('Enter')
  await page.getByText('Please enter a valid email address').waitFor()
  // The invalid field has the focus and describes its error.
  await page.getByRole('textbox', { name: 'Work email' }).and(page.locator(':focus')).waitFor()
  expect(await page.getByRole('textbox', { name: 'Work email' }).getAttribute('aria-invalid')).toBe(
    'true',
  )
  const before = new Date(Date.now() - 1).toISOString()
  await page.keyboard.type('.example')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/code-check')
  await page.getByLabel('Digit 1').and(page.locator(':focus')).waitFor()
  const code = await latestCode(product, 'elif@laurel.example', before)
  await page.keyboard.type(code === '111111' ? '222222' : '111111', { delay: 10 })
  await announcement(page, 'Invalid code. Please try again')
  await page.getByLabel('Digit 1').and(page.locator(':focus')).waitFor()
  await page.keyboard.type(code, { delay: 10 })
  await page.waitForURL('**/feed')
  await page.getByRole('list', { name: 'Posts' }).waitFor()
  // The new page focuses its main element and is announced by its title.
  await page.locator('main:focus').waitFor()
  await page.reload()
  await page.getByRole('list', { name: 'Posts' }).waitFor()
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await skip.and(page.locator(':focus')).waitFor()
  expect((await skip.boundingBox())?.width).toBeGreaterThan(40)
  await page.keyboard.press('Enter')
  await page.locator('main:focus').waitFor()
})

test('points for two people can be given by keyboard', async () => {
  const page = await open(member, '/feed')
  await page.getByRole('list', { name: 'Posts' }).waitFor()
  await tabTo(page, page.getByRole('main').getByRole('textbox').first())
  for (const name of ['Mateo', 'Camille']) {
    await page.keyboard.type(`@${name}`)
    await page
      .getByRole('option', { name: new RegExp(name) })
      .first()
      .waitFor()
    await acceptSuggestion(page)
  }
  await page.keyboard.type('+10 For everything that no mouse has seen')
  const sent = page.waitForResponse(
    (response) => response.request().method() === 'POST' && response.url().endsWith('/api/posts'),
  )
  await page.keyboard.press('Control+Enter')
  // The default value has the focus.
  await page.getByRole('button', { name: 'Teamwork' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  expect((await sent).status()).toBe(200)
  await page
    .getByRole('list', { name: 'Posts' })
    .getByText('For everything that no mouse has seen')
    .waitFor()
  await expectFocusKept(page)
})

test('a reward can be redeemed and fulfilled by keyboard', async () => {
  const reward = await api<{ id: string }>('POST', '/rewards/rewards', admin, {
    title: 'A quiet afternoon',
    price: 1,
    comment_required: true,
  })
  const {
    user: { id },
  } = await api<{ user: { id: string } }>('GET', '/config', member)
  await api('PUT', `/coins/${id}`, admin, { amount: 50, comment: '' })
  const page = await open(member, '/rewards')
  const button = page.getByRole('button', { name: 'Redeem A quiet afternoon' })
  await button.waitFor()
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await waitFor(() =>
    page.evaluate(() => document.activeElement?.closest('[role=dialog]') !== null),
  )
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await button.and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await dialog.waitFor()
  await tabTo(page, dialog.getByRole('button', { name: 'Redeem' }))
  await page.keyboard.press('Enter')
  await dialog.getByText('Please add a comment').waitFor()
  await tabTo(page, dialog.getByLabel('Comment'), 'Shift+Tab')
  await page.keyboard.type('With a book')
  await tabTo(page, dialog.getByRole('button', { name: 'Redeem' }))
  await page.keyboard.press('Enter')
  await announcement(page, /A quiet afternoon/)
  await dialog.getByRole('button', { name: 'Done' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  await expectFocusKept(page)
  expect(reward.id).not.toBe('')

  const office = await open(admin, '/settings/rewards/purchases')
  const fulfil = office.getByRole('button', { name: 'Fulfill A quiet afternoon' })
  await fulfil.waitFor()
  await tabTo(office, fulfil)
  await office.keyboard.press('Enter')
  await fulfil.waitFor({ state: 'detached' })
  // The purchase is gone, so the focus moves to the next one.
  await expectFocusKept(office)
  await expectAccessible(office, 'after handing over')
})

test('a list of people can be imported by keyboard', async () => {
  const page = await open(admin, '/settings/team')
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .waitFor()
  await tabTo(page, page.getByRole('button', { name: 'Add people' }))
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem').first().and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Add people' }).and(page.locator(':focus')).waitFor()
  await page.keyboard.press('Enter')
  const entry = page.getByRole('menuitem', { name: /^Import a file/ })
  await entry.waitFor()
  for (let n = 0; n < 4 && !(await entry.evaluate((one) => one === document.activeElement)); n += 1)
    await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/settings/team/import')
  await expectFocusKept(page)
  await page.locator('input[type=file]').setInputFiles({
    name: 'people.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Name,E-mail\nAda King,ada.king@example.test\n'),
  })
  await page.getByRole('heading', { name: 'Match your columns' }).waitFor()
  await expectFocusKept(page)
  await tabTo(page, page.getByRole('button', { name: 'Continue' }))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Review your list' }).waitFor()
  await expectFocusKept(page)
  await tabTo(page, page.getByRole('button', { name: /^Send/ }))
  await page.keyboard.press('Space')
  await page.getByRole('heading', { name: 'Import complete' }).waitFor()
  await expectFocusKept(page)
})

/** Returns the buttons and links whose focus ring a scrolling row cuts above or below. */
const findCutRings = (page: Page) =>
  page.locator('main :is(button, a)').evaluateAll((all) =>
    all.flatMap((one) => {
      if (!one.checkVisibility()) return []
      one.focus({ focusVisible: true } as FocusOptions)
      const { outlineWidth, outlineOffset } = getComputedStyle(one)
      const ring = Number.parseFloat(outlineWidth) + Number.parseFloat(outlineOffset)
      let row = one.parentElement
      while (row && getComputedStyle(row).overflowX !== 'auto') row = row.parentElement
      if (!row) return []
      const { top, bottom } = one.getBoundingClientRect()
      const space = row.getBoundingClientRect()
      const isCut = top - ring < space.top - 1 || bottom + ring > space.bottom + 1
      return isCut ? [one.textContent] : []
    }),
  )

test.each([
  ['/feed', 'For you'],
  ['/profile', 'All'],
  ['/dashboard', 'Last 7 days'],
  ['/settings/team', 'Name'],
  ['/settings/rewards/purchases', 'To do'],
])('%s does not cut the ring of a focused control on a phone', async (path, name) => {
  const { user } = await api<AppConfig>('GET', '/config', admin)
  const page = await open(admin, path === '/profile' ? `${path}/${user.id}` : path, { width: 375 })
  const named = { name: new RegExp(`^${name}`) }
  await page.getByRole('button', named).or(page.getByRole('link', named)).first().waitFor()
  expect(await findCutRings(page)).toEqual([])
})
