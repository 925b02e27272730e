import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makePerson, makePost } from '#tests/support/web-data.ts'
import { renderApp } from '#tests/support/render.tsx'

const openPost = (search: string, post = makePost()) => {
  return renderApp(`/posts/${post.id}${search}`, {
    api: {
      'posts.get': () => post,
      'posts.comments': () => ({ items: [], next_cursor: null }),
    },
  })
}

test('the address of a reply focuses the field for a comment', async () => {
  await openPost('?reply=true')
  const field = await screen.findByRole('textbox')
  await waitFor(() => expect(document.activeElement).toBe(field))
})

test('the address of a post leaves the focus outside of its comments', async () => {
  await openPost('')
  const field = await screen.findByRole('textbox')
  expect(document.activeElement).not.toBe(field)
})

test('a deleted person of a post appears as Former teammate', async () => {
  const deleted = makePerson({ name: '', first_name: '', last_name: '', state: 'deleted' })
  await openPost('', makePost({ to: [deleted], description: 'A last thank you' }))
  await screen.findByText('A last thank you')
  screen.getByText('Former teammate')
})
