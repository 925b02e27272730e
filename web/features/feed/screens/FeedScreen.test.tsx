import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { AppConfig } from '#contract/schemas/workspaces.ts'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import { toFoundPeople } from '#tests/support/found-people.ts'
import { makeConfig, makePerson, makePost } from '#tests/support/web-data.ts'
import {
  callsTo,
  loseConnection,
  pageOf,
  refuse,
  renderApp,
  serve,
} from '#tests/support/render.tsx'
import { applyPostChanges } from '#web/shared/posts/apply-live-changes.ts'

const camille = makePerson({ first_name: 'Camille', last_name: 'Durand' })
const nobody = { items: [], posts: 0, languages: [], from: '2026-03-01', to: '2026-03-04' }

/** Renders the feed without posts, with the composer. The server refuses every post. */
async function renderComposer(allowance: Partial<AppConfig['allowance']> = {}, api: Handlers = {}) {
  const config = makeConfig()
  const app = await renderApp('/feed', {
    config: { ...config, allowance: { ...config.allowance, ...allowance } },
    api: {
      'posts.list': () => pageOf([], null),
      'people.list': () => toFoundPeople(camille),
      'people.dates': () => [],
      'leaderboards.common_topics': () => nobody,
      'leaderboards.list': () => ({
        items: [],
        total: 0,
        own: null,
        direction: 'received',
        mode: 'receivers',
        from: '2026-03-01',
        to: '2026-03-04',
      }),
      'posts.create': () => refuse('value_required', { field: 'value_id' }),
      ...api,
    },
  })
  const group = await screen.findByRole('group', { name: 'Thank someone' })
  const composer = within(group)
  const input = document.getElementById('composer') as HTMLTextAreaElement
  const pickPerson = async (name: string) => {
    await app.user.type(input, `@${name}`)
    await screen.findByRole('option', { name: /Camille Durand/ })
    await app.user.keyboard('{Enter}')
  }
  const send = () => app.user.click(composer.getByRole('button', { name: /^Send( \d+)?$/ }))
  const findQuestion = async () =>
    within(await screen.findByRole('group', { name: /^Which value does this show/ }))
  const chooseValue = async (name: string) =>
    app.user.click((await findQuestion()).getByRole('button', { name: new RegExp(name) }))
  return { ...app, composer, input, pickPerson, send, findQuestion, chooseValue }
}
const chosenAmount = (amount: string) =>
  screen.getByRole<HTMLInputElement>('radio', { name: amount }).checked

test('an amount of 0 or 2.5 is refused with the reason', async () => {
  const { user, fill, composer, input, pickPerson, send, chooseValue } = await renderComposer()
  await pickPerson('Cam')
  await user.type(input, 'for the amount as it was typed')
  const amount = screen.getByRole<HTMLInputElement>('textbox', { name: 'Another amount' })
  for (const typed of ['0', '2.5', '-5', '1e3']) {
    await fill(amount, typed)
    await composer.findByText('Please enter a whole number, 1 or more')
    await send()
    expect(document.activeElement).toBe(amount)
    expect(amount.value).toBe(typed)
  }
  const amounts = within(screen.getByRole('radiogroup', { name: 'Points each' }))
  expect(amounts.queryByRole('radio', { checked: true })).toBeNull()
  expect(callsTo('posts.create')).toEqual([])
  await fill(amount, '7')
  await send()
  await chooseValue('Courage')
  await waitFor(() => expect(callsTo('posts.create').map(({ body }) => body.score)).toEqual([7]))
})

test('+50 sets the amount only after a person', async () => {
  const { user, input, pickPerson } = await renderComposer()
  await user.type(input, 'He gave +50 to charity')
  expect(input.value).toBe('He gave +50 to charity')
  expect(chosenAmount('+10')).toBe(true)
  await user.clear(input)
  await user.type(input, 'Thanks ')
  await pickPerson('Cam')
  await user.type(input, ' +25 for the loom')
  expect(input.value.trim()).toMatch(/^Thanks\s+for the loom$/)
  expect(chosenAmount('+25')).toBe(true)
})

test('a limit of 0 shows that no points are left to give', async () => {
  const { composer } = await renderComposer({ limit: 0, score_remaining: 0 })
  await composer.findByText(/^Your limit is 0 points, so you can’t send any\./)
  expect(screen.queryByText(/You’ll have new ones|Renews on/)).toBeNull()
})

test('the composer refuses too many points and too long a text', async () => {
  const { fill, composer, input, pickPerson, send } = await renderComposer({
    limit: 40,
    limit_per_post: 30,
    score_remaining: 20,
  })
  await pickPerson('Cam')
  const amount = screen.getByRole('textbox', { name: 'Another amount' })
  await fill(amount, '25')
  await composer.findByText('No points available to send: 20 left')
  await fill(amount, '31')
  await composer.findByText('30 points each at most')
  await fill(amount, '20')
  await send()
  await composer.findByText('Please enter description')
  await fill(input, 'long '.repeat(1_000))
  await composer.findByText('4,999 / 1,000')
  await send()
  await composer.findByText('Sorry, your message is too long.')
  expect(input.value).toHaveLength(5_000)
  expect(callsTo('posts.create')).toEqual([])
})

test('a refused post keeps its text and shows the error', async () => {
  const { user, input, pickPerson, send, chooseValue } = await renderComposer()
  // The composer of a refused post is a new one with the old text.
  const shown = () => document.getElementById('composer') as HTMLTextAreaElement
  await pickPerson('Cam')
  await user.type(input, 'For what was not lost')
  await send()
  await chooseValue('Craft')
  await screen.findByText('Value is required')
  for (const [code, field, text] of [
    ['value_required', 'value_id', 'Value is required'],
    ['user_not_found', 'to_id', 'User not found'],
    ['unknown', undefined, 'Error occurred'],
  ] as const) {
    serve({ 'posts.create': () => refuse(code, field ? { field } : {}) })
    shown().focus()
    await user.keyboard('{Control>}{Enter}{/Control}')
    await screen.findByText(text)
    await waitFor(() => expect(shown().value).toContain('For what was not lost'))
  }
})

test('a late live event does not restore an undone post', async () => {
  const { client, user, input, pickPerson, send, chooseValue } = await renderComposer()
  const post = makePost({ to: [camille], description: 'for the loom' })
  serve({
    'posts.create': () => ({ ...post, milestone: null }),
    'posts.delete': () => ({ id: post.id, returned: 10, score_remaining: 250 }),
    'posts.get': () => post,
  })
  await pickPerson('Cam')
  await user.type(input, 'for the loom')
  await send()
  await chooseValue('Courage')
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(input.value.trim()).toBe('for the loom'))
  expect(callsTo('posts.delete')).toHaveLength(1)
  await act(() => applyPostChanges(client, [`posts:${post.id}`]))
  expect(callsTo('posts.get')).toHaveLength(1)
  expect(screen.queryByRole('list', { name: 'Posts' })).toBeNull()
})

test('a milestone appears beside the undo of the post', async () => {
  const { user, input, pickPerson, send, chooseValue } = await renderComposer()
  serve({ 'posts.create': () => ({ ...makePost({ to: [camille] }), milestone: 50 }) })
  await pickPerson('Cam')
  await user.type(input, 'for the loom')
  await send()
  await chooseValue('Courage')
  await screen.findByText('Sent. You’ve given thanks 50 times now!')
})

test('a post without a value asks for one, with the default first', async () => {
  const { user, composer, input, pickPerson, send, findQuestion } = await renderComposer()
  await pickPerson('Cam')
  await user.type(input, 'for the loom')
  composer.getByText('Choose a value')
  await send()
  const answers = (await findQuestion()).getAllByRole('button')
  expect(answers.map((answer) => answer.textContent)).toEqual(['🦁Courage', '🦁Craft'])
  await waitFor(() => expect(document.activeElement).toBe(answers[0]))
  expect(callsTo('posts.create')).toEqual([])
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('group', { name: /^Which value does this show/ })).toBeNull()
  expect(document.activeElement).toBe(input)
})

test('a post with a value typed as a tag asks for no value', async () => {
  const { user, input, pickPerson, send } = await renderComposer()
  await pickPerson('Cam')
  await user.type(input, 'for the loom #craft')
  await user.keyboard(' ')
  await send()
  await waitFor(() => expect(callsTo('posts.create')).toHaveLength(1))
})

test('names that fail to load are not reported as unknown', async () => {
  const { user, input } = await renderComposer()
  serve({ 'people.list': loseConnection })
  await user.type(input, '@Zoe')
  await screen.findAllByText('Names will show when you’re back online')
  expect(screen.queryByText('No one found')).toBeNull()
})

test('posts that fail to load offer a retry', async () => {
  const { user } = await renderComposer({}, { 'posts.list': loseConnection })
  await screen.findByText('Server is not responding. Please try again.')
  await expectNoViolations(screen.getByRole('main'))
  serve({ 'posts.list': () => pageOf([makePost({ description: 'for the loom' })], null) })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  within(await screen.findByRole('list', { name: 'Posts' })).getByText('for the loom')
})

test('a closed undo message deletes the post without a question', async () => {
  const post = makePost({ description: 'for the loom' })
  const { user } = await renderComposer(
    {},
    {
      'posts.list': () => pageOf([post], null),
      'posts.delete': ({ params }) => ({ id: params.id, returned: 10, score_remaining: 250 }),
    },
  )
  const posts = within(await screen.findByRole('list', { name: 'Posts' }))
  await user.click(posts.getByRole('button', { name: 'More' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }))
  const message = (await screen.findByText('Deleted.')).closest('[role=alert]')
  expect(screen.queryByText('for the loom')).toBeNull()
  expect(callsTo('posts.delete')).toEqual([])
  await user.click(within(message as HTMLElement).getByRole('button', { name: 'Close' }))
  await waitFor(() =>
    expect(callsTo('posts.delete').map(({ params }) => params)).toEqual([{ id: post.id }]),
  )
})
