import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Comment, Post } from '#contract/schemas/posts.ts'
import { toFoundPeople } from '#tests/support/found-people.ts'
import { exampleTime, makeConfig, makePerson, makePost } from '#tests/support/web-data.ts'
import { callsTo, loseConnection, renderApp, serve, unmountApp } from '#tests/support/render.tsx'
import { queryKey } from '#web/shared/query-keys.ts'

const config = makeConfig()
const camille = makePerson({ first_name: 'Camille', last_name: 'Durand' })
const wei = makePerson({ first_name: 'Wei', last_name: 'Li' })

const makeComment = (post: Post, fields: Partial<Comment> = {}): Comment => ({
  id: makePerson().id,
  post_id: post.id,
  kind: 'comment',
  from: config.user,
  text: 'Well deserved',
  mentions: [],
  score: null,
  created_at: exampleTime,
  edited_at: null,
  abilities: { edit: true, delete: true },
  ...fields,
})

/** Renders the page of a post with its comments, and returns the field for a new one. */
async function renderThread(post: Post, comments: Comment[] = []) {
  const app = await renderApp(`/posts/${post.id}`, {
    config,
    api: {
      'posts.get': () => ({ ...post, comment_count: comments.length }),
      'posts.comments': () => ({ items: comments, next_cursor: null }),
      'people.list': () => toFoundPeople(camille, wei),
      'posts.comment': ({ body }) => makeComment(post, { text: body.text }),
      'posts.edit_comment': ({ body }) => makeComment(post, { text: body.text }),
    },
  })
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Write a comment' })
  return { ...app, field }
}

test('an @ offers colleagues and sends the id of the selected one', async () => {
  const post = makePost({ to: [camille] })
  const { user, field } = await renderThread(post)
  await user.type(field, 'Ask @')
  const list = await screen.findByRole('listbox', { name: 'People' })
  expect(within(list).getAllByRole('option')).toHaveLength(2)
  await user.keyboard('{ArrowDown}{Enter}')
  expect(field.value).toBe('Ask @Wei Li ')
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.keyboard('first{Control>}{Enter}{/Control}')
  await waitFor(() =>
    expect(callsTo('posts.comment').map(({ body }) => body)).toEqual([
      { text: 'Ask @Wei Li first', mentions: [wei.id] },
    ]),
  )
})

test('a person removed from the text is not sent', async () => {
  const { user, field } = await renderThread(makePost({ to: [camille] }))
  await user.type(field, '@')
  await screen.findByRole('listbox')
  await user.keyboard('{Escape}')
  expect(screen.queryByRole('listbox')).toBeNull()
  await user.clear(field)
  await user.type(field, '@')
  await screen.findByRole('listbox')
  await user.keyboard('{Enter}')
  expect(field.value).toBe('@Camille Durand ')
  await user.clear(field)
  await user.type(field, 'Nobody in particular{Control>}{Enter}{/Control}')
  await waitFor(() =>
    expect(callsTo('posts.comment').map(({ body }) => body)).toEqual([
      { text: 'Nobody in particular', mentions: [] },
    ]),
  )
})

test('a private post offers only its participants on the team', async () => {
  const left = makePerson({ first_name: 'Gone', last_name: 'Person', state: 'deactivated' })
  const { user, field } = await renderThread(makePost({ to: [camille, left], private: true }))
  await user.type(field, '@')
  const list = await screen.findByRole('listbox')
  expect(within(list).queryByRole('option', { name: /Wei Li/ })).toBeNull()
  within(list).getByRole('option', { name: /Camille Durand/ })
  expect(within(list).queryByRole('option', { name: /Gone Person/ })).toBeNull()
  expect(callsTo('people.list')).toEqual([])
})

test('a mention links to the person with the current name', async () => {
  const post = makePost({ to: [camille] })
  await renderThread(post, [
    makeComment(post, {
      text: 'Thanks to @Wei Chen, see https://laurel.example/a',
      mentions: [{ name: 'Wei Chen', person: wei }],
    }),
    makeComment(post, {
      text: 'And @Gone Person',
      mentions: [{ name: 'Gone Person', person: makePerson({ name: '', state: 'deleted' }) }],
    }),
  ])
  const link = await screen.findByRole('link', { name: '@Wei Li' })
  expect(link.getAttribute('href')).toBe(`/profile/${wei.id}`)
  screen.getByRole('link', { name: 'https://laurel.example/a' })
  screen.getByText('And @Gone Person')
})

test('editing keeps the mentions of the text', async () => {
  const post = makePost({ to: [camille] })
  const { user } = await renderThread(post, [
    makeComment(post, { text: 'Hi @Wei Chen', mentions: [{ name: 'Wei Chen', person: wei }] }),
  ])
  await user.click(await screen.findByRole('button', { name: /^Edit / }))
  const field = screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Your comment' })
  expect(field.value).toBe('Hi @Wei Li')
  await user.type(field, ' and all{Control>}{Enter}{/Control}')
  await waitFor(() =>
    expect(callsTo('posts.edit_comment').map(({ body }) => body)).toEqual([
      { text: 'Hi @Wei Li and all', mentions: [wei.id] },
    ]),
  )
})

test('editing replaces a mention by another person of that name', async () => {
  const post = makePost({ to: [camille] })
  const namesake = makePerson({ first_name: 'Wei', last_name: 'Li' })
  const comment = makeComment(post, {
    text: 'Ask @Wei Li',
    mentions: [{ name: 'Wei Li', person: namesake }],
  })
  const { user } = await renderThread(post, [comment])
  await user.click(await screen.findByRole('button', { name: /^Edit / }))
  await user.type(screen.getByRole('textbox', { name: 'Your comment' }), '{Backspace}')
  await user.click(await screen.findByRole('option', { name: /^Wei Li/ }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(callsTo('posts.edit_comment').map(({ body }) => body)).toEqual([
      { text: 'Ask @Wei Li', mentions: [wei.id] },
    ]),
  )
})

test('an undone deletion counts the comment once after a live update', async () => {
  const post = makePost({ to: [camille] })
  const { user, client } = await renderThread(post, [makeComment(post), makeComment(post)])
  const [remove = document.body] = await screen.findAllByRole('button', { name: /^Delete / })
  await user.click(remove)
  await screen.findByText('Conversation, 1 comment')
  await act(() => client.invalidateQueries({ queryKey: queryKey('posts') }))
  await screen.findByText('Conversation, 2 comments')
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  await screen.findAllByRole('button', { name: /^Delete / })
  await screen.findByText('Conversation, 2 comments')
})

test('the oldest comment of two pages returns to its place', async () => {
  const post = makePost({ to: [camille], comment_count: 4 })
  const [a, b, c, d] = ['First', 'Second', 'Third', 'Fourth'].map((text) =>
    makeComment(post, { text }),
  ) as [Comment, Comment, Comment, Comment]
  const { user } = await renderApp(`/posts/${post.id}`, {
    config,
    api: {
      'posts.get': () => post,
      'posts.comments': ({ query }) =>
        query?.cursor ? { items: [b, a], next_cursor: null } : { items: [d, c], next_cursor: c.id },
    },
  })
  await user.click(await screen.findByRole('button', { name: 'Show earlier' }))
  await screen.findByText('First')
  const [remove = document.body] = screen.getAllByRole('button', { name: /^Delete / })
  await user.click(remove)
  expect(screen.queryByText('First')).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Undo' }))
  await screen.findByText('First')
  const list = within(screen.getByRole('list', { name: 'Comments' }))
  expect(
    list.getAllByText(/^(First|Second|Third|Fourth)$/).map(({ textContent }) => textContent),
  ).toEqual(['First', 'Second', 'Third', 'Fourth'])
})

test('a comment is shown again if the session ends before its deletion', async () => {
  const post = makePost({ to: [camille] })
  const comments = [makeComment(post)]
  const { user } = await renderThread(post, comments)
  await user.click(await screen.findByRole('button', { name: /^Delete / }))
  await waitFor(() => expect(screen.queryByText('Well deserved')).toBeNull())
  await unmountApp()
  await renderThread(post, comments)
  await screen.findByText('Well deserved')
})

test('a comment sent again after a lost answer keeps its key', async () => {
  const post = makePost()
  const { user, field } = await renderThread(post)
  serve({ 'posts.comment': loseConnection })
  await user.type(field, 'Great work{Control>}{Enter}{/Control}')
  await screen.findByDisplayValue('Great work')
  await user.type(field, '{Control>}{Enter}{/Control}')
  await waitFor(() => expect(callsTo('posts.comment')).toHaveLength(2))
  await screen.findByDisplayValue('Great work')
  await user.type(field, '!{Control>}{Enter}{/Control}')
  await waitFor(() => expect(callsTo('posts.comment')).toHaveLength(3))
  const [first, second, third] = callsTo('posts.comment').map(({ key }) => key)
  expect([typeof first, second]).toEqual(['string', first])
  expect(third).not.toBe(first)
})
