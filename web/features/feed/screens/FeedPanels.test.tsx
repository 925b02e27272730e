import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeConfig, makePerson } from '#tests/support/web-data.ts'
import { pageOf, renderApp } from '#tests/support/render.tsx'

const people = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fay', 'Gus'].map((first) =>
  makePerson({ first_name: first, last_name: 'Reed' }),
)

/** Renders the feed of a team without posts, in which everyone has a birthday soon. */
const renderFeed = (path: string) =>
  renderApp(path, {
    config: makeConfig(),
    api: {
      'posts.list': () => pageOf([], null),
      'people.list': () => people,
      'people.dates': () =>
        people.map((user, index) => ({
          user,
          kind: 'birthday' as const,
          date: `2026-03-${10 + index}`,
          years: null,
        })),
      'leaderboards.common_topics': () => ({
        items: [],
        posts: 0,
        languages: [],
        from: '2026-03-01',
        to: '2026-03-04',
      }),
      'leaderboards.list': () => ({
        items: [],
        total: 0,
        own: null,
        direction: 'received',
        mode: 'receivers',
        from: '2026-03-01',
        to: '2026-03-04',
      }),
    },
  })

test('a search for a name links to the profiles of matching people', async () => {
  await renderFeed('/feed?search=reed')
  const links = await screen.findAllByRole('link', { name: /Posts they sent and received/ })
  expect(links.map((link) => link.getAttribute('href'))).toEqual(
    people.slice(0, 3).map(({ id }) => `/profile/${id}`),
  )
})

test('the list of all important dates opens in a dialog', async () => {
  const { user } = await renderFeed('/feed')
  await user.click(await screen.findByRole('button', { name: 'See all (7)' }))
  const dialog = await screen.findByRole('dialog', { name: 'Important dates' })
  expect(within(dialog).getAllByRole('listitem')).toHaveLength(7)
})
