import { screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeConfig, makePost } from '#tests/support/web-data.ts'
import { renderComposer } from '#tests/support/render-composer.ts'
import { callsTo, neverAnswer, pageOf, renderApp } from '#tests/support/render.tsx'

async function renderFeed(path = '/feed', hasReports = true) {
  const queries: Record<string, unknown>[] = []
  const app = await renderApp(path, {
    config: makeConfig({ has_reports: hasReports }),
    api: {
      'posts.list': ({ query }) => {
        queries.push(query as Record<string, unknown>)
        return pageOf([], null)
      },
      'people.dates': () => [],
      'leaderboards.common_topics': neverAnswer,
      'leaderboards.list': neverAnswer,
    },
  })
  await screen.findByRole('group', { name: 'Filter by value' })
  return { ...app, queries }
}

test('my team is offered to people with reports and lists their posts', async () => {
  const { user, queries } = await renderFeed()
  await user.click(screen.getByRole('button', { name: 'My team' }))
  await waitFor(() => expect(queries.at(-1)).toMatchObject({ team: 'mine' }))
  await screen.findByText('Nothing from your team yet')
})

test('my team is hidden from people without reports', async () => {
  await renderFeed('/feed', false)
  expect(screen.queryByRole('button', { name: 'My team' })).toBeNull()
})

test.each(['99999', '%2B099999-01-01', '0000-01-01', 'soon'])(
  'the odd day %s in the address does not limit the feed',
  async (day) => {
    const { queries } = await renderFeed(`/feed?from=${day}&to=2026-03-04`)
    await waitFor(() => expect(queries.at(-1)).toHaveProperty('to', '2026-03-04'))
    expect(queries.at(-1)).not.toHaveProperty('from')
  },
)

test('days limit the feed until they are cleared', async () => {
  const { user, queries } = await renderFeed()
  await user.click(screen.getByRole('button', { name: 'Dates' }))
  await user.click(await screen.findByRole('button', { name: 'Last 7 days' }))
  await waitFor(() => expect(queries.at(-1)).toHaveProperty('from'))
  await screen.findByRole('heading', { name: /^Since / })
  await user.click(screen.getAllByRole('button', { name: 'Any time' })[0] as HTMLElement)
  await waitFor(() => expect(location.search).toBe(''))
})

test('an own post appears in a list that only the server can filter', async () => {
  const post = makePost({ description: 'Thanks for the help' })
  const { user, composer, input } = await renderComposer(makeConfig({ has_reports: true }), {
    'posts.list': ({ query }) =>
      pageOf(query.team && callsTo('posts.create').length ? [post] : [], null),
    'posts.create': () => ({ ...post, milestone: null }),
  })
  await user.click(screen.getByRole('button', { name: 'My team' }))
  await screen.findByText('Nothing from your team yet')
  await user.type(input, '@Cam')
  await screen.findByRole('option', { name: /Camille Durand/ })
  await user.keyboard('{Enter}')
  await user.type(input, 'Thanks for the help')
  await user.click(composer.getByRole('button', { name: /^Send/ }))
  const question = await screen.findByRole('group', { name: /^Which value does this show/ })
  await user.click(within(question).getAllByRole('button')[0] as HTMLElement)
  await within(await screen.findByRole('list', { name: 'Posts' })).findByText(post.description)
})
