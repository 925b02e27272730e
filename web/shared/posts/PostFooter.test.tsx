import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { OutputOf } from '#contract/routes/index.ts'
import { callsTo, renderApp } from '#tests/support/render.tsx'
import { makePost } from '#tests/support/web-data.ts'

test('a like that is taken back at once is removed after it was added', async () => {
  const post = makePost({ like_count: 2 })
  const liked = Promise.withResolvers<OutputOf<'posts.like'>>()
  const unliked = Promise.withResolvers<OutputOf<'posts.unlike'>>()
  const { user } = await renderApp(`/posts/${post.id}`, {
    api: {
      'posts.get': () => post,
      'posts.comments': () => ({ items: [], next_cursor: null }),
      'posts.like': () => liked.promise,
      'posts.unlike': () => unliked.promise,
    },
  })
  const heart = () => screen.findByRole('button', { name: /[Ll]ike/, pressed: false })
  await user.click(await heart())
  await user.click(await screen.findByRole('button', { pressed: true }))
  await waitFor(() => expect(callsTo('posts.like')).toHaveLength(1))
  expect(callsTo('posts.unlike')).toEqual([])
  liked.resolve({ id: post.id, like_count: 3, liked: true })
  await waitFor(() => expect(callsTo('posts.unlike')).toHaveLength(1))
  // The answer to the like does not show what was taken back since.
  expect(screen.queryByRole('button', { pressed: true })).toBeNull()
  unliked.resolve({ id: post.id, like_count: 2, liked: false })
  await heart()
})
