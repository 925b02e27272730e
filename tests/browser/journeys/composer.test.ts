import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Post } from '#contract/schemas/posts.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
import { saveScreenshot } from '#tests/browser/support/visual-checks.ts'
import { createSession, createTeam } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

/**
 * The composer: the one minute the product exists for. A team of ten thousand, and two people who
 * write on one browser.
 */
const { product, open, api, inDatabase } = setupFixtures()
let admin: string
let tomas: string
let config: AppConfig
const tolerateNetworkErrors = { tolerate: /ERR_FAILED|ERR_INTERNET_DISCONNECTED/ }

beforeAll(async () => {
  admin = await createSession(product, 'admin@laurel.example')
  tomas = await createSession(product, 'tomas@laurel.example')
  config = await api<AppConfig>('GET', '/config', admin)
  const workspace = config.workspace.id
  // Ten thousand more: a hundred Marias among them, one Zelda, and one who shares her first name
  // with nobody but her team.
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
const composerInput = (page: Page) => page.locator('#composer')
const composerText = (page: Page) => composerInput(page).inputValue()
const composer = (page: Page) => page.getByRole('group', { name: 'Thank someone' })
/** The names of the people chosen so far, and of what a list offers. */
const chosenNames = (page: Page) =>
  page.locator('[role=group]:has(#composer) li bdi').allInnerTexts()
const options = (page: Page) => page.getByRole('listbox').getByRole('option')
const offeredNames = (page: Page) => options(page).locator('b').allInnerTexts()
const typeText = async (page: Page, typed: string) => {
  await composerInput(page).focus()
  await page.keyboard.type(typed)
}
const pickPerson = async (page: Page, name: string) => {
  await typeText(page, `@${name}`)
  await page.getByRole('option', { name }).first().waitFor()
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
const isPost = (route: Route) => route.request().method() === 'POST'
const composerSelector = '[role=group]:has(#composer)'
const storedDrafts = (page: Page) =>
  page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.startsWith('laurel.draft.'))
      .map(([, value]) => value)
      .join(),
  )

test('one line by keyboard alone: amount, people among ten thousand, a value, an emoji; sent, taken back, sent for good', async () => {
  const page = await openFeed(admin)
  await typeText(page, '+15 ')
  expect(await composerText(page)).toBe('')
  await page.getByRole('radio', { name: '+15', checked: true }).waitFor()

  // Every letter filters what is known at once; the server is asked for less than there are
  // letters, and draws few rows.
  const asked: string[] = []
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await typeText(page, '@mar')
  await options(page).nth(7).waitFor()
  await page.route('**/api/people?**', async (route) => {
    asked.push(route.request().url())
    await held
    await route.continue()
  })
  // Each key draws the composer a few times at most, however many colleagues there are.
  await page.evaluate((selector) => {
    const drawn = window as unknown as { drawn: number }
    drawn.drawn = 0
    const place = document.querySelector(selector)
    if (place)
      new MutationObserver(() => {
        drawn.drawn += 1
      }).observe(place, { subtree: true, childList: true, characterData: true })
  }, composerSelector)
  await page.keyboard.type('ia number000', { delay: 5 })
  expect(
    await page.evaluate(() => (window as unknown as { drawn: number }).drawn),
  ).toBeLessThanOrEqual(2 * 'ia number000'.length)
  expect(await offeredNames(page)).toEqual(
    Array.from({ length: 8 }, (_, index) => `Maria Number0000${index + 1}`),
  )
  expect(asked.length).toBe(1)
  answer()
  await page.keyboard.type('42')
  await expect.poll(() => offeredNames(page)).toEqual(['Maria Number00042'])
  expect(asked.length).toBeLessThanOrEqual(4)
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
  await page.getByText('Nobody found').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  for (const _ of '@zel') await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect.poll(() => chosenNames(page)).toEqual(['Maria Number00042'])

  // A name that only one has needs no list, however the writing goes on.
  await typeText(page, '@marietta for the release ')
  await expect.poll(() => chosenNames(page)).toEqual(['Maria Number00042', 'Marietta Quill'])
  expect(await composerText(page)).toBe('for the release ')
  await composer(page).getByText('30 of ').waitFor()
  await page.keyboard.type('#cou')
  await page.getByRole('option', { name: /Courage/ }).waitFor()
  await page.keyboard.press('Enter')
  await composer(page).getByRole('button', { name: 'Value: Courage' }).waitFor()
  await page.keyboard.type(':tada')
  await page.getByRole('option', { name: 'party popper' }).waitFor()
  await page.keyboard.press('Enter')
  expect(await composerText(page)).toBe('for the release 🎉 ')

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
    page.getByRole('button', { name: 'Send', exact: true }).click(),
  ])
  expect((await response.json()) as Post).toMatchObject({
    score: 15,
    description: 'for the release 🎉',
    value: { name: 'Courage' },
    private: false,
  })
  await postCard(page, 'for the release 🎉').waitFor()
})

test.each([
  [
    { width: 1280, dark: true },
    'Add people',
    'Emoji',
    'folded hands',
    'Everyone sees it',
    'Only you, the recipients and administrators see it',
  ],
  [
    { width: 320, touch: true, locale: 'ru' },
    'Добавить людей',
    'Эмодзи',
    'сложенные руки',
    'Видят все',
    'Видят только вы, получатели и администраторы',
  ],
])(
  'by mouse or touch, each list accessible and in sight: %o',
  async (reader, people, emoji, hands, seen, unseen) => {
    const russian = 'locale' in reader
    const page = await open(null, '/login', reader)
    await page.evaluate(
      ([key, language]) => {
        localStorage.setItem('laurel.session', key)
        localStorage.setItem('laurel.language', language)
      },
      [admin, russian ? 'ru' : 'en'] as const,
    )
    await page.goto('/feed')
    const press = (name: string, role: 'button' | 'option' | 'switch' = 'button') => {
      const one = page.getByRole(role, { name, exact: role !== 'option' }).first()
      return 'touch' in reader
        ? one.tap({ force: role === 'switch' })
        : one.click({ force: role === 'switch' })
    }
    const inSight = async () => {
      const [box, size] = [await page.getByRole('listbox').boundingBox(), page.viewportSize()]
      expect(box && size && box.y >= 56 && box.y + box.height <= size.height).toBe(true)
    }
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
    // By keyboard: search, down into the grid, along it, and back to the line at the caret.
    await page.getByRole('button', { name: emoji, exact: true }).focus()
    await page.keyboard.press('Enter')
    const search = page.getByRole('searchbox')
    await search.fill(russian ? 'ракета' : 'rocket')
    await search.press('ArrowDown')
    await page.keyboard.press('Enter')
    expect(await composerText(page)).toBe('🙏🚀')
    await page.getByText(seen).waitFor()
    await press(seen, 'switch')
    await page.getByText(unseen).waitFor()
    if (russian) await expectAccessible(page, 'private', composerSelector)
    await expectNoHorizontalScroll(page)
  },
)

test('a draft stays through reload, other pages and another person on the same browser; who has left falls out, and a broken one breaks nothing', async () => {
  const page = await openFeed(admin)
  await pickPerson(page, 'Zelda')
  await pickPerson(page, 'Tomás')
  await typeText(page, '+20 You stayed with it #craft')
  await page.reload()
  await expect.poll(() => composerText(page)).toBe('You stayed with it #craft')
  await page.getByRole('link', { name: 'Rewards' }).first().click()
  await page.waitForURL('**/rewards')
  await page.getByRole('link', { name: 'Feed' }).first().click()
  await expect.poll(() => chosenNames(page)).toEqual(['Zelda Fitzgerald', 'Tomás Pereira'])
  await page.getByRole('radio', { name: '+20', checked: true }).waitFor()

  const as = async (token: string) => {
    await page.evaluate((key) => {
      localStorage.setItem('laurel.session', key)
    }, token)
    await page.goto('/feed')
    await composer(page).waitFor()
  }
  await as(tomas)
  expect([await composerText(page), await chosenNames(page)]).toEqual(['', []])
  await typeText(page, 'Mine alone')
  await inDatabase(
    "update users set state = 'deactivated' where email = 'crowd-101@laurel.example'",
  )
  await as(admin)
  expect(await composerText(page)).toBe('You stayed with it #craft')
  await expect.poll(() => chosenNames(page)).toEqual(['Tomás Pereira'])
  const [response] = await Promise.all([
    waitForPost(page),
    page.keyboard.press('Tab').then(() => composerInput(page).press('Control+Enter')),
  ])
  expect((await response.json()) as Post).toMatchObject({ score: 20, value: { name: 'Craft' } })
  await expect.poll(() => storedDrafts(page)).not.toContain('You stayed')
  expect(await storedDrafts(page)).toContain('Mine alone')

  await page.evaluate(
    ([workspace, user]) => {
      localStorage.setItem(`laurel.draft.${workspace}.${user}`, '{"at":9e15,"draft":{"people":[7]')
    },
    [config.workspace.id, config.user.id] as const,
  )
  await page.reload()
  await composer(page).waitFor()
  expect(await composerText(page)).toBe('')
})

test('without a server the text is back, and the same again counts once; what was begun meanwhile is not lost either', async () => {
  const page = await openFeed(tomas, tolerateNetworkErrors)
  await composerInput(page).fill('')
  const keys: string[] = []
  let mode: 'lost' | 'held' | 'through' = 'lost'
  let answer = () => {}
  const held = new Promise<void>((resolve) => {
    answer = resolve
  })
  await page.route('**/api/posts', async (route) => {
    if (!isPost(route)) return route.continue()
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    // The post is made, and its answer lost on the way.
    if (mode === 'lost') await route.fetch()
    if (mode === 'held') await held
    return mode === 'through' ? route.continue() : route.abort()
  })
  await pickPerson(page, 'Elif')
  await typeText(page, 'For the answer that was lost')
  await page.keyboard.press('Control+Enter')
  await composer(page).getByText('Server is not responding. Please try again.').waitFor()
  expect([await composerText(page), await chosenNames(page)]).toEqual([
    'For the answer that was lost',
    ['Elif Yıldız'],
  ])
  await page.reload()
  mode = 'through'
  await Promise.all([waitForPost(page), page.getByRole('button', { name: 'Send again' }).click()])
  expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  await expect.poll(() => composerText(page)).toBe('')
  const posts = await api<Post[]>('GET', '/posts', tomas)
  expect(posts.filter((post) => post.description === 'For the answer that was lost')).toHaveLength(
    1,
  )

  mode = 'held'
  await pickPerson(page, 'Elif')
  await typeText(page, 'The first of two')
  await page.keyboard.press('Control+Enter')
  await typeText(page, 'The second of two')
  answer()
  const shelf = page.getByRole('list', { name: 'Not sent yet' }).getByRole('listitem')
  await shelf.getByText('Server is not responding. Please try again.').waitFor()
  expect(await composerText(page)).toBe('The second of two')
  await expectAccessible(page, 'shelf', composerSelector)
  await shelf.getByRole('button', { name: 'Edit' }).click()
  expect([await composerText(page), await shelf.innerText()]).toEqual([
    'The first of two',
    expect.stringContaining('The second of two'),
  ])
  await page.reload()
  await shelf.getByText('The second of two').waitFor()
  mode = 'through'
  await Promise.all([
    waitForPost(page),
    page
      .getByRole('button', { name: 'Send again' })
      .or(page.getByRole('button', { name: 'Send', exact: true }))
      .first()
      .click(),
  ])
  await shelf.getByRole('button', { name: 'Discard' }).click()
  await shelf.waitFor({ state: 'detached' })
  expect(await storedDrafts(page)).toBe('')
})

test('what is too much, too long, pasted or composed; a first thank-you is celebrated, once', async () => {
  const own = await createTeam(product, 'composer@example.test', 'Analytical Engines')
  await api('PUT', '/settings', own, { limit: 40, limit_per_post: 30 })
  const page = await openFeed(own, { width: 375, touch: true })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.getByRole('button', { name: 'Add people' }).tap()
  await options(page).nth(1).tap()
  await page.keyboard.type('@')
  await options(page).first().tap()
  await page.getByRole('textbox', { name: 'Another amount' }).fill('25')
  await composer(page).getByText('No points available to send: 40 left').waitFor()
  await page.getByRole('textbox', { name: 'Another amount' }).fill('31')
  await composer(page).getByText('30 points each at most').waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).tap()
  await composer(page).getByText('Please enter description').waitFor()
  await page.getByRole('radio', { name: '+20' }).check({ force: true })
  await composer(page).getByText('40 of 40 left').waitFor()

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
  await page.getByRole('button', { name: 'Send', exact: true }).tap()
  await composer(page).getByText('Sorry, your message is too long.').waitFor()
  expect((await composerText(page)).length).toBe(5_000)
  await paste('🎉 شكرا לך ')
  expect(await composerText(page)).toBe('🎉 شكرا לך ')
  // A word that an input method composes is left alone until it is one.
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
  expect(await composerText(page)).toBe('🎉 شكرا לך ありがとう')

  await Promise.all([
    waitForPost(page),
    page.getByRole('button', { name: 'Send', exact: true }).tap(),
  ])
  await page.locator('body > canvas').waitFor({ state: 'attached' })
  await composer(page)
    .getByText(/You’ve given all your points\. You’ll have new ones on/)
    .waitFor()
  await expectAccessible(page, 'nothing left', composerSelector)
  await api('PUT', '/settings', own, { limit: null, limit_per_post: null })
  await composer(page).getByText('10 points', { exact: true }).waitFor()
  await page.locator('body > canvas').waitFor({ state: 'detached' })
  await pickPerson(page, '')
  await typeText(page, 'And once more')
  await Promise.all([waitForPost(page), page.keyboard.press('Control+Enter')])
  await postCard(page, 'And once more').getByRole('button', { name: 'More' }).waitFor()
  expect(await page.locator('body > canvas').count()).toBe(0)
})

test('another amount counts as it was typed: 0 and 2.5 are not sent, and say why', async () => {
  await api('PUT', '/settings', admin, { limit: null })
  const page = await openFeed(admin)
  await pickPerson(page, 'Camille')
  await typeText(page, 'for the amount as it was typed')
  const other = page.getByRole('textbox', { name: 'Another amount' })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/posts'))
      sent.push(request.postData() ?? '')
  })
  for (const amount of ['0', '2.5', '-5', '1e3']) {
    await other.fill(amount)
    await composer(page).getByText('Please enter a whole number, 1 or more').waitFor()
    await composer(page).getByRole('button', { name: 'Send' }).click()
    await expect.poll(() => other.evaluate((field) => field === document.activeElement)).toBe(true)
    expect([await other.inputValue(), sent]).toEqual([amount, []])
  }
  expect(await composer(page).getByRole('radio', { checked: true }).count()).toBe(0)
  await expectAccessible(page, 'an amount that is none', composerSelector)
  await saveScreenshot(page, 'composer-amount')
  await page.reload()
  expect(await other.inputValue()).toBe('1e3')
  await other.fill('7')
  await Promise.all([
    waitForPost(page),
    composer(page).getByRole('button', { name: 'Send' }).click(),
  ])
  expect(sent.map((body) => (JSON.parse(body) as { score: number }).score)).toEqual([7])
})

test('a +50 inside a sentence stays in the text, one after a person sets the amount', async () => {
  await api('PUT', '/settings', admin, { limit: null })
  const page = await openFeed(admin)
  await typeText(page, 'He gave +50 to charity')
  expect(await composerText(page)).toBe('He gave +50 to charity')
  await page.getByRole('radio', { name: '+10', checked: true }).waitFor()
  await composerInput(page).fill('')
  await typeText(page, 'Thanks ')
  await pickPerson(page, 'Camille')
  await typeText(page, ' +25 for the loom')
  expect((await composerText(page)).trim()).toMatch(/^Thanks\s+for the loom$/)
  await page.getByRole('radio', { name: '+25', checked: true }).waitFor()
  await composerInput(page).fill('')
})

test('a limit of 0 says that there is nothing to send, and promises no new points', async () => {
  await api('PUT', '/settings', admin, { limit: 0 })
  const page = await openFeed(tomas)
  await composer(page).getByText('Your limit is 0 points, so you can’t send any.').waitFor()
  expect(await page.getByText(/You’ll have new ones|Renews on/).count()).toBe(0)
  await saveScreenshot(page, 'limit-0')
  await api('PUT', '/settings', admin, { limit: 1_000 })
})
