import type { Page, Route } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Post } from '#contract/schemas/posts.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
import { saveScreenshot } from '#tests/browser/support/visual-checks.ts'
import { createSession, createTeam } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

/** The composer, with a team of ten thousand and two people on one browser. */
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
const composerInput = (page: Page) => page.locator('#composer')
const composerText = (page: Page) => composerInput(page).inputValue()
const composer = (page: Page) => page.getByRole('group', { name: 'Thank someone' })
/** Returns the chosen names, and the entries of an open list. */
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

test('a post can be written, undone and sent by keyboard alone', async () => {
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
  await page.evaluate((selector) => {
    const drawn = window as unknown as { drawn: number }
    drawn.drawn = 0
    const element = document.querySelector(selector)
    if (element)
      new MutationObserver(() => {
        drawn.drawn += 1
      }).observe(element, { subtree: true, childList: true, characterData: true })
  }, composerSelector)
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
  await page.getByText('Nobody found').first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  for (const _ of '@zel') await page.keyboard.press('Backspace')
  await page.keyboard.press('Backspace')
  await expect.poll(() => chosenNames(page)).toEqual(['Maria Number00042'])

  // A unique name needs no list.
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
  'a post can be written by mouse or touch, accessibly: %o',
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
    // By keyboard: search, down into the grid, along it, and back to the caret.
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

test('a draft survives a reload, other pages and another account', async () => {
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

test('a post repeated after an outage is created once', async () => {
  const page = await openFeed(tomas, tolerateNetworkErrors)
  await composerInput(page).fill('')
  const keys: string[] = []
  let mode: 'lost' | 'held' | 'through' = 'lost'
  let respond = () => {}
  const held = new Promise<void>((resolve) => {
    respond = resolve
  })
  await page.route('**/api/posts', async (route) => {
    if (!isPost(route)) return route.continue()
    keys.push(route.request().headers()['idempotency-key'] ?? '')
    // The post is created, but the response is lost.
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
  respond()
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

test('the composer refuses too many points and too long a text', async () => {
  const teamToken = await createTeam(product, 'composer@example.test', 'Analytical Engines')
  await api('PUT', '/settings', teamToken, { limit: 40, limit_per_post: 30 })
  const page = await openFeed(teamToken, { width: 375, touch: true })
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
  // Text is not parsed during an input method composition.
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
  await api('PUT', '/settings', teamToken, { limit: null, limit_per_post: null })
  await composer(page).getByText('10 points', { exact: true }).waitFor()
  await page.locator('body > canvas').waitFor({ state: 'detached' })
  await pickPerson(page, '')
  await typeText(page, 'And once more')
  await Promise.all([waitForPost(page), page.keyboard.press('Control+Enter')])
  await postCard(page, 'And once more').getByRole('button', { name: 'More' }).waitFor()
  expect(await page.locator('body > canvas').count()).toBe(0)
})

test('an amount of 0 or 2.5 is refused with the reason', async () => {
  await api('PUT', '/settings', admin, { limit: null })
  const page = await openFeed(admin)
  await pickPerson(page, 'Camille')
  await typeText(page, 'for the amount as it was typed')
  const otherAmount = page.getByRole('textbox', { name: 'Another amount' })
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/posts'))
      sent.push(request.postData() ?? '')
  })
  for (const amount of ['0', '2.5', '-5', '1e3']) {
    await otherAmount.fill(amount)
    await composer(page).getByText('Please enter a whole number, 1 or more').waitFor()
    await composer(page).getByRole('button', { name: 'Send' }).click()
    await expect
      .poll(() => otherAmount.evaluate((field) => field === document.activeElement))
      .toBe(true)
    expect([await otherAmount.inputValue(), sent]).toEqual([amount, []])
  }
  expect(await composer(page).getByRole('radio', { checked: true }).count()).toBe(0)
  await expectAccessible(page, 'an amount that is none', composerSelector)
  await saveScreenshot(page, 'composer-amount')
  await page.reload()
  expect(await otherAmount.inputValue()).toBe('1e3')
  await otherAmount.fill('7')
  await Promise.all([
    waitForPost(page),
    composer(page).getByRole('button', { name: 'Send' }).click(),
  ])
  expect(sent.map((body) => (JSON.parse(body) as { score: number }).score)).toEqual([7])
})

test('+50 inside a sentence stays text, after a person it sets the amount', async () => {
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

test('a limit of 0 shows that there are no points to give', async () => {
  await api('PUT', '/settings', admin, { limit: 0 })
  const page = await openFeed(tomas)
  await composer(page).getByText('Your limit is 0 points, so you can’t send any.').waitFor()
  expect(await page.getByText(/You’ll have new ones|Renews on/).count()).toBe(0)
  await saveScreenshot(page, 'limit-0')
  await api('PUT', '/settings', admin, { limit: 1_000 })
})
