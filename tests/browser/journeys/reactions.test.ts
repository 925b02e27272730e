import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import type { Comment, Post } from '#contract/schemas/posts.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { expectAccessible, expectNoHorizontalScroll } from '#tests/browser/support/page-checks.ts'
import { createSession } from '#tests/browser/support/app-under-test.ts'
import { setupFixtures } from '#tests/browser/support/fixtures.ts'

/** Comments and reactions under a post. */
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
const createComment = (name: Name, post: Post, text: string) =>
  api<Comment>('POST', `/posts/${post.id}/comments`, tokens[name], { text })
const postCard = (page: Page, text: string) =>
  page.getByRole('list', { name: 'Posts' }).locator('> li').filter({ hasText: text })
const comments = (page: Page) => page.getByRole('list', { name: 'Comments' }).getByRole('listitem')
test('fifty comments fit a small dark screen in Russian', async () => {
  const post = await createPost(
    'admin',
    ['tomas', 'elif'],
    'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft',
  )
  for (let number = 1; number <= 34; number += 1)
    await createComment(
      number % 2 ? 'admin' : 'tomas',
      post,
      number === 34 ? 'Rechtsschutzversicherungsgesellschaften'.repeat(3) : `Number ${number}.`,
    )
  const page = await open(tokens.tomas, `/posts/${post.id}`, {
    width: 320,
    dark: true,
    locale: 'ru',
    touch: true,
  })
  const list = page.getByRole('list', { name: 'Комментарии' }).getByRole('listitem')
  await list.nth(5).waitFor()
  expect(await list.count()).toBe(6)
  await expectNoHorizontalScroll(page)
  await expectAccessible(page, 'a conversation at 320')
  await page.getByRole('button', { name: 'Добавить реакцию' }).click()
  await page.getByRole('toolbar', { name: 'Добавить реакцию' }).waitFor()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page, 'six reactions at 320')
  await page.getByRole('button', { name: 'Другие эмодзи' }).click()
  const picker = page.getByRole('dialog', { name: 'Эмодзи' })
  await picker.waitFor()
  await expectNoHorizontalScroll(page)
  await expectAccessible(page, 'all emoji at 320')
  await picker.locator('[data-emoji]').filter({ hasText: '🚀' }).click()
  await page.getByRole('button', { name: '🚀 1', pressed: true }).waitFor()
  const earlier = page.getByRole('button', { name: 'Показать более ранние' })
  await earlier.click()
  await expect.poll(() => list.count()).toBe(30)
  await earlier.click()
  await expect.poll(() => list.count()).toBe(34)
  expect([await earlier.count(), await list.first().innerText()]).toEqual([
    0,
    expect.stringContaining('Number 1.'),
  ])
})

test('a reaction count lists its people on hover, focus and press', async () => {
  const post = await createPost('admin', ['tomas', 'elif'], 'For the telescope on the roof')
  for (const name of ['admin', 'elif'] as const)
    await api('POST', `/posts/${post.id}/reactions`, tokens[name], { reaction: 'party' })
  const page = await open(tokens.elif, '/feed')
  const card = postCard(page, 'For the telescope on the roof')
  const names = card.getByRole('group', { name: 'Celebrate' })
  const count = card.getByRole('button', { name: '2, Celebrate: show who reacted' })
  await count.hover()
  await expect.poll(() => names.locator('li bdi').allInnerTexts()).toEqual(['You', 'Nora Albrecht'])
  await expectAccessible(page, 'names behind a count')
  await page.mouse.move(5, 5)
  await names.waitFor({ state: 'detached' })
  await card.getByRole('button', { name: 'Celebrate 2' }).focus()
  await page.keyboard.press('Tab')
  await names.waitFor()
  expect(await count.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('Escape')
  await names.waitFor({ state: 'detached' })
  // The open list of names updates when someone else reacts.
  await count.click()
  await names.waitFor()
  await api('POST', `/posts/${post.id}/reactions`, tokens.tomas, { reaction: 'party' })
  await names.getByText('Tomás Pereira').waitFor()
  await card.getByRole('button', { name: '3, Celebrate: show who reacted' }).click()
  await names.waitFor({ state: 'detached' })

  const phone = await open(tokens.tomas, null, {
    width: 320,
    dark: true,
    locale: 'ru',
    touch: true,
  })
  let down = true
  await phone.route('**/reactions/party', (route) =>
    down
      ? route.fulfill({ status: 422, json: { errors: [{ code: 'unknown', message: '' }] } })
      : route.continue(),
  )
  await phone.goto(`/posts/${post.id}`)
  await phone.getByRole('button', { name: /^3, / }).tap()
  const theirs = phone.getByRole('main').getByRole('group').filter({ hasText: '🎉' })
  await theirs.getByRole('alert').waitFor()
  down = false
  await theirs.getByRole('button').tap()
  await theirs.getByRole('listitem').nth(2).waitFor()
  await expectNoHorizontalScroll(phone)
  await expectAccessible(phone, 'names behind a count at 320')
  await phone.getByText('For the telescope on the roof', { exact: true }).tap()
  await theirs.waitFor({ state: 'detached' })
})

test('features disabled by the team disappear on open pages too', async () => {
  const post = await createPost('admin', ['tomas', 'elif'], 'For the quiet days')
  await createComment('tomas', post, 'Not for now')
  const page = await open(tokens.tomas, `/posts/${post.id}`)
  await comments(page).getByText('Not for now').waitFor()
  await api('PUT', '/settings', tokens.admin, { comments: false, reactions: false, add_ons: false })
  for (const name of ['Add a reaction', 'Add points', 'Send comment'])
    await page.getByRole('button', { name }).waitFor({ state: 'detached' })
  await page.getByText('Not for now').waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: 'Like, 0 likes' }).waitFor()
  for (const name of ['Add a reaction', 'Add points', 'Send comment'])
    expect([name, await page.getByRole('button', { name }).count()]).toEqual([name, 0])
  expect(await page.getByText('Not for now').count()).toBe(0)
})
