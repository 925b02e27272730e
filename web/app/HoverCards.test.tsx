import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import {
  exampleTime,
  makePerson,
  makePost,
  makePublicOrganization,
  makeValue,
} from '#tests/support/web-data.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'

const camille = makePerson({ first_name: 'Camille', last_name: 'Durand', job_title: 'Printer' })

/** Renders the page of a post to Camille, and returns the link to her profile. */
async function renderPost() {
  const post = makePost({ to: [camille] })
  const app = await renderApp(`/posts/${post.id}`, {
    api: {
      'posts.get': () => post,
      'posts.comments': () => ({ items: [], next_cursor: null }),
      'profiles.get': () => ({
        ...camille,
        birthday: null,
        hire_date: null,
        created_at: exampleTime,
        balance: null,
        given_points: 10,
        received_points: 20,
        posts_count: 3,
        organization: makePublicOrganization(),
        abilities: { see_balance: false, edit: false, adjust: false },
      }),
      'leaderboards.user_values': () => [
        { value: makeValue({ name: 'Craft' }), score: 20, posts: 2, share: 100 },
      ],
    },
  })
  const link = await screen.findByRole('link', { name: 'Camille Durand' })
  const point = (name: 'pointermove' | 'pointerout') =>
    act(() => {
      const init = { bubbles: true, pointerType: 'mouse', movementX: 4 }
      link.dispatchEvent(new PointerEvent(name, init))
    })
  // The first movement of the pointer loads the cards.
  await act(async () => {
    window.dispatchEvent(new PointerEvent('pointermove'))
    await import('./HoverCards.tsx')
  })
  return { ...app, point }
}

test('hovering over a name opens a card with a link to the composer', async () => {
  const { user, point } = await renderPost()
  point('pointermove')
  const card = await findDialog('Camille Durand')
  card.getByText('Printer')
  await card.findByText('Craft')
  await user.click(card.getByRole('button', { name: 'Give thanks' }))
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Camille Durand' })).toBeNull())
  await screen.findByRole('dialog')
})

test('the card closes on Escape and when the pointer leaves it', async () => {
  const { user, point } = await renderPost()
  const isClosed = () =>
    waitFor(() => expect(screen.queryByRole('dialog', { name: 'Camille Durand' })).toBeNull())
  point('pointermove')
  await findDialog('Camille Durand')
  point('pointerout')
  await isClosed()
  point('pointermove')
  await findDialog('Camille Durand')
  await user.keyboard('{Escape}')
  await isClosed()
})

test('a profile that fails to load shows no card', async () => {
  const { point } = await renderPost()
  serve({ 'profiles.get': () => refuse('not_found') })
  point('pointermove')
  await waitFor(() => expect(callsTo('profiles.get')).toHaveLength(1))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
