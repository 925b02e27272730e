import type { Page } from 'playwright-core'
import { acceptSuggestion } from '#tests/browser/support/composer.ts'
import { beforeAll, expect, test } from 'vitest'
import type { Post } from '#contract/schemas/posts.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { expectAccessible } from '#tests/browser/support/page-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

/** Replies to a post, its page, and undoing a deletion. */
const { product, open, api } = setupFixtures()
type Name = 'admin' | 'tomas' | 'elif'
const tokens = {} as Record<Name, string>
const ids = {} as Record<Name, string>
let values: AppConfig['values'] = []
beforeAll(async () => {
  for (const name of ['admin', 'tomas', 'elif'] as const) {
    tokens[name] = await createSession(product, `${name}@laurel.example`)
    const config = await api<AppConfig>('GET', '/config', tokens[name])
    ids[name] = config.user.id
    values = config.values
  }
  await api('PUT', '/settings', tokens.admin, { limit: 500 })
})

const createPost = (from: Name, to: Name[], description: string, fields: object = {}) =>
  api<Post>('POST', '/posts', tokens[from], {
    to_id: to.map((name) => ids[name]),
    value_id: values[0]?.id,
    score: 3,
    description,
    ...fields,
  })
const postCard = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Posts' }).locator('> li').filter({ hasText: text })
const comments = (page: Page) => page.getByRole('list', { name: 'Comments' }).getByRole('listitem')
const waitForCall = (page: Page, method: string, path: RegExp) =>
  page.waitForResponse(
    (response) =>
      response.request().method() === method && path.test(response.url()) && response.ok(),
  )

async function openReactions(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Add a reaction' }).press('Enter')
  await page.getByRole('toolbar', { name: 'Add a reaction' }).waitFor()
}

test('comments, reactions and add-ons work by keyboard and live', async () => {
  const post = await createPost('admin', ['tomas', 'elif'], 'For the lighthouse')
  const [tomas, elif] = [
    await open(tokens.tomas, `/posts/${post.id}`),
    await open(tokens.elif, '/feed'),
  ]
  await expect.poll(() => tomas.title()).toContain('Nora Albrecht thanks Tomás Pereira and Elif')
  const elifsCard = postCard(elif, 'For the lighthouse')
  await elifsCard.getByRole('button', { name: 'Conversation, 0 comments' }).click()
  const draft = elifsCard.getByRole('textbox', { name: 'Write a comment' })
  await draft.fill('Half a thought')

  await openReactions(tomas)
  for (const key of ['ArrowRight', 'Enter']) await tomas.keyboard.press(key)
  await tomas.getByRole('button', { name: 'Celebrate 1', pressed: true }).waitFor()
  expect(await tomas.evaluate(() => document.activeElement?.textContent)).toBe('Add a reaction')
  await elifsCard.getByRole('button', { name: 'Celebrate 1', pressed: false }).click()
  await tomas.getByRole('button', { name: 'Celebrate 2' }).waitFor()
  await draft.focus()

  await tomas.getByRole('textbox', { name: 'Write a comment' }).focus()
  await tomas.keyboard.type('@eli')
  await tomas.getByRole('listbox', { name: 'People' }).getByRole('option').first().waitFor()
  await expectAccessible(tomas, 'the people of a mention')
  await acceptSuggestion(tomas)
  await tomas.keyboard.type('It can be seen from far')
  await tomas.keyboard.press('Control+Enter')
  await comments(elif)
    .getByRole('link', { name: /^@Elif/ })
    .waitFor()
  await comments(elif).filter({ hasText: 'It can be seen from far' }).waitFor()
  expect([
    await draft.inputValue(),
    await draft.evaluate((field) => field === document.activeElement),
  ]).toEqual(['Half a thought', true])
  await tomas.getByRole('button', { name: 'Edit Tomás Pereira’s comment' }).focus()
  await tomas.keyboard.press('Enter')
  await tomas.keyboard.type(' away')
  await tomas.keyboard.press('Control+Enter')
  await comments(elif)
    .filter({ hasText: 'It can be seen from far away' })
    .getByText('edited')
    .waitFor()

  await tomas.getByRole('button', { name: 'Add points' }).click()
  const dialog = tomas.getByRole('dialog')
  await dialog.getByText(/^5 for 1 person: 5 of \d+ left$/).waitFor()
  await dialog.getByRole('textbox', { name: 'Another amount' }).fill('501')
  await dialog
    .getByRole('alert')
    .filter({ hasText: /No points available to send: \d+ left/ })
    .waitFor()
  await expectAccessible(tomas, 'adding points')
  await dialog.getByRole('radio', { name: '+10' }).check({ force: true })
  await dialog.getByRole('textbox', { name: 'A few words' }).fill('And ten from me')
  await dialog.getByRole('button', { name: 'Add points' }).click()
  await dialog.waitFor({ state: 'detached' })
  for (const page of [tomas, elif])
    await comments(page).filter({ hasText: 'And ten from me' }).getByText('added +10').waitFor()
  await elifsCard.getByText('10 more points from colleagues').waitFor({ state: 'attached' })
  // A draft survives closing the thread.
  await elifsCard.getByRole('button', { name: 'Conversation, 2 comments' }).click()
  await draft.waitFor({ state: 'detached' })
  await elifsCard.getByRole('button', { name: 'Conversation, 2 comments' }).click()
  expect(await draft.inputValue()).toBe('Half a thought')
  await expectAccessible(elif, 'an open conversation')
})

test('a refused comment returns to its field with the reason', async () => {
  const post = await createPost('admin', ['elif'], 'For the harbour')
  const [tomas, elif] = [
    await open(tokens.tomas, `/posts/${post.id}`, { tolerate: /ERR_FAILED/ }),
    await open(tokens.elif, `/posts/${post.id}`),
  ]
  const field = tomas.getByRole('textbox', { name: 'Write a comment' })
  await tomas.route('**/comments', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.continue(),
  )
  await field.fill('Must not be lost')
  await tomas.getByRole('button', { name: 'Send comment' }).click()
  await tomas.getByRole('alert').filter({ hasText: 'Server is not responding' }).waitFor()
  expect([await field.inputValue(), await comments(tomas).count()]).toEqual(['Must not be lost', 0])
  await tomas.unroute('**/comments')
  await tomas.getByRole('button', { name: 'Send comment' }).click()
  await comments(elif).filter({ hasText: 'Must not be lost' }).waitFor()

  const remove = async () => {
    await tomas.getByRole('button', { name: 'Delete Tomás Pereira’s comment' }).click()
    await comments(tomas).filter({ hasText: 'Must not be lost' }).waitFor({ state: 'detached' })
  }
  await remove()
  await tomas.keyboard.press('Control+z')
  await comments(tomas).filter({ hasText: 'Must not be lost' }).waitFor()
  expect(await comments(elif).count()).toBe(1)
  await remove()
  await tomas.goto('about:blank')
  await comments(elif).first().waitFor({ state: 'detached' })
})

test('a deleted post returns to its place after undo or a refusal', async () => {
  const posts = [
    await createPost('admin', ['elif'], 'The older one'),
    await createPost('admin', ['elif'], 'The one between'),
    await createPost('admin', ['elif'], 'The newer one'),
  ]
  const page = await open(tokens.admin, null, { tolerate: /ERR_FAILED/, isolated: true })
  await page.clock.install()
  await page.goto('/feed')
  const order = () =>
    page
      .getByRole('list', { name: 'Posts' })
      .locator('> li')
      .allInnerTexts()
      .then((texts) => texts.flatMap((text) => /The \w+ one|The one between/.exec(text)?.[0] ?? []))
  await postCard(page, 'The older one').waitFor()
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE') calls.push(request.url())
  })
  const remove = async () => {
    await postCard(page, 'The one between')
      .getByRole('button', { name: 'More', disabled: false })
      .focus()
    await page.keyboard.press('Enter')
    // The menu focuses its first item when it has opened.
    await page.getByRole('menu').locator(':focus').waitFor()
    await page.getByRole('menuitem', { name: 'Delete' }).focus()
    await page.keyboard.press('Enter')
    await postCard(page, 'The one between').waitFor({ state: 'detached' })
  }
  // The focus moves to the undo button.
  const untilUndoHasFocus = () =>
    page.waitForFunction(() => document.activeElement?.textContent === 'Undo')
  await remove()
  // Events about the post do not restore it while undo is possible.
  const refetched = waitForCall(page, 'GET', new RegExp(`/posts/${posts[1]?.id}$`))
  await api('POST', `/posts/${posts[1]?.id}/like`, tokens.elif)
  await refetched
  expect(await order()).toEqual(['The newer one', 'The older one'])
  await untilUndoHasFocus()
  await page.keyboard.press('Enter')
  await postCard(page, 'The one between').getByRole('button', { name: 'Like, 1 like' }).waitFor()
  expect([await order(), calls]).toEqual([
    ['The newer one', 'The one between', 'The older one'],
    [],
  ])
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('Posts')

  await page.route(`**/posts/${posts[1]?.id}`, (route) =>
    route.request().method() === 'DELETE' ? route.abort() : route.continue(),
  )
  await remove()
  // The undo timer pauses while the button has the focus.
  await untilUndoHasFocus()
  await page.clock.fastForward(20_000)
  expect([await page.getByRole('button', { name: 'Undo' }).count(), calls]).toEqual([1, []])
  await page.keyboard.press('Tab')
  await page.clock.fastForward(11_000)
  await page.getByRole('alert').filter({ hasText: 'Server is not responding' }).waitFor()
  expect(await order()).toEqual(['The newer one', 'The one between', 'The older one'])
  await page.unrouteAll({ behavior: 'wait' })

  await remove()
  await page.goto('about:blank')
  const stranger = await open(tokens.elif, '/feed')
  await postCard(stranger, 'The newer one').waitFor()
  await postCard(stranger, 'The one between').waitFor({ state: 'detached' })
})

test('a copied post link opens for viewers of the post only', async () => {
  const privatePost = await createPost('admin', ['tomas'], 'Between the two of us', {
    private: true,
  })
  const page = await open(tokens.tomas, '/feed', { isolated: true })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await postCard(page, 'Between the two of us')
    .getByRole('button', { name: 'More', disabled: false })
    .click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await page.getByText('Link copied.').waitFor()
  const link = await page.evaluate(() => navigator.clipboard.readText())
  expect(link).toBe(`${product.url}/posts/${privatePost.id}`)
  await page.goto(link)
  await page.getByRole('main').getByText('Between the two of us').waitFor()
  await expectAccessible(page, 'the page of a post')
  const stranger = await open(tokens.elif, link)
  await stranger.getByRole('heading', { name: 'Nothing to see here' }).waitFor()
  expect(await stranger.getByText('Between the two of us').count()).toBe(0)
  const signedOutPage = await open(null, link)
  await signedOutPage.waitForURL(
    (url) =>
      url.pathname === '/login' && url.searchParams.get('next') === `/posts/${privatePost.id}`,
  )
})

test('the feed filters stay in the address and in the history', async () => {
  const otherValue = values[1]
  await createPost('admin', ['tomas'], 'For the telescope', { value_id: otherValue?.id })
  const page = await open(tokens.elif, '/feed')
  await page
    .getByRole('group', { name: 'Filter by value' })
    .getByRole('button', { name: otherValue?.name ?? '' })
    .click()
  await page.waitForURL(`**/feed?value=${otherValue?.id}`)
  await page.goto('/feed?search=telescope')
  await page.getByRole('heading', { name: 'Posts matching “telescope”' }).waitFor()
  await postCard(page, 'For the telescope').waitFor()
  const postRequest = waitForCall(page, 'GET', /\/posts\/[0-9a-f-]{36}$/)
  await createPost('admin', ['tomas'], 'Nothing of the kind')
  await postRequest
  expect(await postCard(page, 'Nothing of the kind').count()).toBe(0)
  await page.getByRole('button', { name: 'Show all posts' }).click()
  await postCard(page, 'Nothing of the kind').waitFor()
  await page.goBack()
  await page.getByRole('heading', { name: 'Posts matching “telescope”' }).waitFor()
})
