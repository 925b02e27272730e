import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Post } from '#contract/schemas/posts.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import {
  composerSelector as composerField,
  openPhoneComposer,
} from '#tests/browser/support/composer.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

/** The composer in a team of ten thousand people. */
const { product, open, api, inDatabase } = setupFixtures()
let admin: string
let config: AppConfig

beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  config = await api<AppConfig>('GET', '/config', admin)
  const workspace = config.workspace.id
  // Ten thousand people: a hundred named Maria, one Zelda, and one with a unique first name.
  await inDatabase(`insert into users (workspace_id, id, account_id, email, first_name, last_name,
    state, created_at, accepted_at, job_title, demo)
    select '${workspace}', gen_random_uuid(), null, 'crowd-' || n || '@laurel.example', case
      when n <= 100 then 'Maria' when n = 101 then 'Zelda' when n = 102 then 'Marietta'
      else 'Person' end,
      case when n = 101 then 'Fitzgerald' when n = 102 then 'Quill'
        else 'Number' || lpad(n::text, 5, '0') end, 'accepted', now(), now(), '', false
        from generate_series(1, 10000) n;
    analyze users;`)
  await api('PUT', '/settings', admin, { limit: 1_000 })
})

const openFeed = async (token: string, reader = {}) => {
  const page = await open(token, '/feed', reader)
  await page.getByRole('list', { name: 'Posts' }).getByRole('listitem').nth(2).waitFor()
  return page
}
const composerInput = (page: Page) => page.locator(composerField)
const composerText = (page: Page) => composerInput(page).inputValue()
const composer = (page: Page) => page.getByRole('group', { name: 'Thank someone' })
/** Returns the chosen names, and the entries of an open list. */
const chosenNames = (page: Page) => page.locator(`${composerSelector} li bdi`).allInnerTexts()
const options = (page: Page) => page.getByRole('listbox').getByRole('option')
const offeredNames = (page: Page) => options(page).locator('b').allInnerTexts()
const typeText = async (page: Page, typed: string) => {
  await composerInput(page).focus()
  await page.keyboard.type(typed)
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

/** Counts the changes of the composer in `window.drawn`. */
const countRenders = (page: Page) =>
  page.evaluate((selector) => {
    const drawn = window as unknown as { drawn: number }
    drawn.drawn = 0
    const element = document.querySelector(selector)
    if (element)
      new MutationObserver(() => {
        drawn.drawn += 1
      }).observe(element, { subtree: true, childList: true, characterData: true })
  }, composerSelector)

/** Sends the written post, undoes it, and sends the restored text again. */
async function undoAndSendAgain(page: Page): Promise<void> {
  await page.keyboard.press('Control+Enter')
  await postCard(page, 'for the release 🎉').getByRole('button', { name: 'More' }).waitFor()
  expect([await composerText(page), await chosenNames(page)]).toEqual(['', []])
  await page.getByText('Sent.').waitFor()
  const gone = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Undo' }).click()
  expect((await gone).ok()).toBe(true)
  await postCard(page, 'for the release 🎉').waitFor({ state: 'detached' })
  await expect.poll(() => composerText(page)).toBe('for the release 🎉 ')
  expect(await chosenNames(page)).toEqual(['Maria Number00042', 'Marietta Quill'])
  const [response] = await Promise.all([
    waitForPost(page),
    page.getByRole('button', { name: /^Send( \d+)?$/ }).click(),
  ])
  expect((await response.json()) as Post).toMatchObject({
    score: 15,
    description: 'for the release 🎉',
    value: { name: 'Courage' },
    private: false,
  })
  await postCard(page, 'for the release 🎉').waitFor()
}

test('a post can be written, undone and sent by keyboard', async () => {
  const page = await openFeed(admin)
  await typeText(page, '+15 ')
  expect(await composerText(page)).toBe('')
  await page.getByRole('radio', { name: '+15', checked: true }).waitFor()

  // Each letter filters cached people at once. The server gets fewer requests than letters, and the
  // list renders few rows.
  const requests: string[] = []
  let respond = () => {}
  const held = new Promise<void>((resolve) => {
    respond = resolve
  })
  await typeText(page, '@mar')
  await options(page).nth(7).waitFor()
  await page.route('**/api/people?**', async (route) => {
    requests.push(route.request().url())
    await held
    await route.continue()
  })
  // Each key press renders the composer only a few times, regardless of the team size.
  await countRenders(page)
  await page.keyboard.type('ia number000', { delay: 5 })
  expect(
    await page.evaluate(() => (window as unknown as { drawn: number }).drawn),
  ).toBeLessThanOrEqual(2 * 'ia number000'.length)
  expect(await offeredNames(page)).toEqual(
    Array.from({ length: 8 }, (_, index) => `Maria Number0000${index + 1}`),
  )
  expect(requests.length).toBe(1)
  respond()
  await page.keyboard.type('42')
  await expect.poll(() => offeredNames(page)).toEqual(['Maria Number00042'])
  expect(requests.length).toBeLessThanOrEqual(4)
  await page.unrouteAll({ behavior: 'wait' })
  await page.keyboard.press('Enter')
  expect([await composerText(page), await chosenNames(page)]).toEqual(['', ['Maria Number00042']])
  await typeText(page, '@zel')
  await page.getByRole('option', { name: 'Zelda Fitzgerald' }).waitFor()
  expect(await composerInput(page).getAttribute('aria-activedescendant')).toBe(
    await options(page).first().getAttribute('id'),
  )
  await page.keyboard.press('Tab')
  await typeText(page, '@zel')
  await page.getByText('No one found').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  for (const _ of '@zel') await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect.poll(() => chosenNames(page)).toEqual(['Maria Number00042'])

  // A unique name needs no list.
  await typeText(page, '@marietta for the release ')
  await expect.poll(() => chosenNames(page)).toEqual(['Maria Number00042', 'Marietta Quill'])
  expect(await composerText(page)).toBe('for the release ')
  await composer(page).getByText('Uses 30 · ').waitFor()
  await page.keyboard.type('#cou')
  await page.getByRole('option', { name: /Courage/ }).waitFor()
  await page.keyboard.press('Enter')
  await composer(page).getByRole('button', { name: 'Value: Courage' }).waitFor()
  await page.keyboard.type(':tada')
  await page.getByRole('option', { name: 'party popper' }).waitFor()
  await page.keyboard.press('Enter')
  expect(await composerText(page)).toBe('for the release 🎉 ')
  await undoAndSendAgain(page)
})

test.each([
  [
    { width: 1280, dark: true },
    'Add people',
    'Emoji',
    'folded hands',
    'Private',
    'Only you, the recipients and administrators will see it.',
  ],
  [
    { width: 320, touch: true, locale: 'ru' },
    'Добавить людей',
    'Эмодзи',
    'сложенные руки',
    'Лично',
    'Увидите только вы, получатели и администраторы.',
  ],
])(
  'a post can be written by mouse or touch, accessibly: %o',
  async (reader, people, emoji, hands, unseen, explanation) => {
    const russian = 'locale' in reader
    const page = await open(admin, '/feed', reader)
    const press = (name: string, role: 'button' | 'option' = 'button') => {
      const one = page.getByRole(role, { name, exact: role !== 'option' }).first()
      return 'touch' in reader ? one.tap() : one.click()
    }
    const inSight = async () => {
      const [box, size] = [await page.getByRole('listbox').boundingBox(), page.viewportSize()]
      expect(box && size && box.y >= 0 && box.y + box.height <= size.height).toBe(true)
    }
    if ('touch' in reader) await openPhoneComposer(page)
    await press(people)
    await page.getByRole('option', { name: 'Björn Åkesson' }).waitFor()
    await inSight()
    if (!russian) await expectAccessible(page, 'people', composerSelector)
    await press('Björn Åkesson', 'option')
    await expect.poll(() => chosenNames(page)).toEqual(['Björn Åkesson'])
    await page.keyboard.type('#')
    await options(page).nth(2).waitFor()
    await inSight()
    if (russian) await expectAccessible(page, 'values', composerSelector)
    await page.keyboard.press('Escape')
    await page.keyboard.press('Backspace')
    await press(emoji)
    await page.getByRole('button', { name: hands, exact: true }).waitFor()
    await expectAccessible(page, `emoji ${russian}`, composerSelector)
    await expectNoHorizontalScroll(page)
    await press(hands)
    expect(await composerText(page)).toBe('🙏')
    // By keyboard: search, down into the grid, along it, and back to the caret.
    await page.getByRole('button', { name: emoji, exact: true }).focus()
    await page.keyboard.press('Enter')
    const search = page.getByRole('searchbox')
    await search.fill(russian ? 'ракета' : 'rocket')
    await search.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await composerText(page)).toBe('🙏🚀')
    await page.getByRole('radio', { name: unseen }).check({ force: true })
    await page.getByText(explanation).waitFor()
    if (russian) await expectAccessible(page, 'private', composerSelector)
    await expectNoHorizontalScroll(page)
  },
)
