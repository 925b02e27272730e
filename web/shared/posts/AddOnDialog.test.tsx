import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeConfig, makePerson, makePost } from '#tests/support/web-data.ts'
import {
  callsTo,
  findDialog,
  loseConnection,
  refuse,
  renderApp,
  serve,
} from '#tests/support/render.tsx'
import type { Handlers } from '#tests/support/fake-api.ts'
import type { Post } from '#contract/schemas/posts.ts'
import type { AppConfig } from '#contract/schemas/workspaces.ts'

/** Opens the dialog on the page of a post to two people. */
async function renderAddOn(
  create: NonNullable<Handlers['posts.add_on']>,
  allowance: Partial<AppConfig['allowance']> = {},
  fields: Partial<Post> = {},
) {
  const base = makeConfig()
  const config = { ...base, allowance: { ...base.allowance, ...allowance } }
  const camille = makePerson({ first_name: 'Camille', last_name: 'Durand' })
  const wei = makePerson({ first_name: 'Wei', last_name: 'Li' })
  const post = makePost({ to: [camille, wei], ...fields })
  const app = await renderApp(`/posts/${post.id}`, {
    config,
    api: {
      'posts.get': () => post,
      'posts.comments': () => ({ items: [], next_cursor: null }),
      'posts.add_on': create,
    },
  })
  await app.user.click(await screen.findByRole('button', { name: /Add points/ }))
  const dialog = await findDialog('Add points')
  const send = () => app.user.click(dialog.getByRole('button', { name: 'Add points' }))
  return { ...app, dialog, send }
}

test('the cost is shown before sending', async () => {
  const { user, dialog } = await renderAddOn(() => refuse('unknown'))
  dialog.getByText('5 each for 2 people: 10 of 250 left')
  await user.click(dialog.getByRole('radio', { name: '+10' }))
  dialog.getByText('10 each for 2 people: 20 of 250 left')
})

test('the cost of a large post counts the people whom it does not list', async () => {
  const { dialog } = await renderAddOn(
    () => refuse('unknown'),
    { score_remaining: 1_000 },
    { to_count: 60 },
  )
  dialog.getByText('5 each for 60 people: 300 of 1,000 left')
  dialog.getByText('and 58 more')
})

test('a refusal shows the reason and keeps the input', async () => {
  const { fill, dialog, send } = await renderAddOn(() =>
    refuse('over_limit', { field: 'score', params: { left: 3 } }),
  )
  const words = dialog.getByLabelText<HTMLTextAreaElement>('Add a few words (optional)')
  await fill(words, 'well earned')
  await send()
  await dialog.findByText('No points available to send: 3 left')
  expect(words.value).toBe('well earned')
})

test('a retry has the same key unless the input has changed', async () => {
  const { fill, dialog, send } = await renderAddOn(loseConnection)
  await send()
  await dialog.findByRole('alert')
  await send()
  await waitFor(() => expect(callsTo('posts.add_on')).toHaveLength(2))
  await fill(dialog.getByLabelText('Add a few words (optional)'), 'and more')
  serve({ 'posts.add_on': () => refuse('unknown') })
  await send()
  await waitFor(() => expect(callsTo('posts.add_on')).toHaveLength(3))
  const keys = callsTo('posts.add_on').map(({ key }) => key)
  expect(keys[1]).toBe(keys[0])
  expect(keys[2]).not.toBe(keys[0])
})

test('an amount above the allowance is refused before sending', async () => {
  const { dialog, send } = await renderAddOn(() => refuse('unknown'), { score_remaining: 4 })
  await send()
  await dialog.findByText('No points available to send: 4 left')
  expect(callsTo('posts.add_on')).toEqual([])
})

test('a reader who cannot add points has no button for them', async () => {
  const post = makePost()
  await renderApp(`/posts/${post.id}`, {
    api: {
      'posts.get': () => ({ ...post, abilities: { ...post.abilities, add_on: false } }),
      'posts.comments': () => ({ items: [], next_cursor: null }),
    },
  })
  await screen.findByRole('button', { name: 'Add a reaction' })
  expect(screen.queryByRole('button', { name: /Add points/ })).toBeNull()
})
