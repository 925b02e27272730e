import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { toFoundPeople } from '#tests/support/found-people.ts'
import { makeConfig, makeGroup, makePerson, makeSettings } from '#tests/support/web-data.ts'
import type { Handlers } from '#tests/support/fake-api.ts'
import { makeInboxItem } from '#tests/support/inbox-data.ts'
import { showAsPhone } from '#tests/support/phone.ts'
import { callsTo, findDialog, pageOf, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { queryKey } from '#web/shared/query-keys.ts'

const people = ['Ada', 'Ben', 'Cleo', 'Dora', 'Emil', 'Fay', 'Gus'].map((first) =>
  makePerson({ first_name: first, last_name: 'Reed' }),
)

const group = makeGroup({ name: 'Support' })
const groupCalls: Handlers = {
  'groups.list': () => ({ items: [group], next_cursor: null }),
  'groups.get': () => group,
}

/** Renders the feed of a team without posts, in which everyone has a birthday soon. */
const renderFeed = (path: string, api: Handlers = {}, config = makeConfig()) =>
  renderApp(path, {
    config,
    api: {
      'posts.list': () => pageOf([], null),
      'people.list': () => toFoundPeople(...people),
      'people.dates': () =>
        people.map((user, index) => ({
          user,
          kind: 'birthday' as const,
          date: `2026-03-${10 + index}`,
          years: null,
          visibility: 'everyone' as const,
        })),
      'leaderboards.common_topics': () => ({
        items: [],
        posts: 0,
        languages: [],
        from: '2026-03-01',
        to: '2026-03-04',
      }),
      'leaderboards.list': ({ query }) => ({
        items: people.slice(0, query?.limit ?? 0).map((user, index) => ({
          user_id: user.id,
          user,
          score: 100 - index,
          share: 10,
          rank: index + 1,
        })),
        total: 700,
        own: null,
        direction: 'received',
        mode: 'receivers',
        from: '2026-03-01',
        to: '2026-03-04',
      }),
      'groups.list': () => ({ items: [], next_cursor: null }),
      ...api,
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

test('birthdays name no year, anniversaries the years on the team', async () => {
  const [ada, ben] = people
  if (!ada || !ben) throw new Error('two people are missing')
  await renderFeed('/feed', {
    'people.dates': () => [
      { user: ada, kind: 'birthday', date: '2026-03-10', years: null, visibility: 'everyone' },
      { user: ben, kind: 'anniversary', date: '2026-03-11', years: 3, visibility: 'everyone' },
    ],
  })
  await screen.findByText('Birthday')
  screen.getByText('3 years on the team')
  const panel = screen.getByRole('heading', { name: 'Important dates' }).parentElement
  expect(panel?.parentElement?.textContent).toContain('Mar 10')
  expect(panel?.parentElement?.textContent).not.toMatch(/\d{4}/)
})

test('a dismissed checklist does not return', async () => {
  const items = [{ key: 'values' as const, done: false }]
  const config = makeConfig()
  for (const dismissed of [false, true]) {
    await renderFeed('/feed', {}, { ...config, checklist: { dismissed, items } })
    await screen.findByRole('heading', { name: 'Important dates' })
    expect(screen.queryAllByText('Getting started')).toHaveLength(dismissed ? 0 : 1)
    cleanup()
  }
})

test('the whole leaderboard opens in a dialog', async () => {
  const { user } = await renderFeed('/feed')
  await user.click(await screen.findByRole('button', { name: 'See all' }))
  const dialog = await screen.findByRole('dialog', { name: 'Most thanked this month' })
  expect(await within(dialog).findAllByRole('listitem')).toHaveLength(7)
})

test('an address with a group opens its whole leaderboard', async () => {
  const { user, router } = await renderFeed(`/feed?group=${group.id}`, groupCalls)
  const dialog = await findDialog('Most thanked this month')
  expect(await dialog.findAllByRole('listitem')).toHaveLength(7)
  expect(callsTo('leaderboards.list').map(({ query }) => query.group_id)).toContain(group.id)
  await user.click(dialog.getByRole('button', { name: 'Close' }))
  await waitFor(() => expect(router.state.location.search).not.toHaveProperty('group'))
})

test('the whole leaderboard of a small group is a sentence', async () => {
  const { user, router } = await renderFeed('/feed', groupCalls)
  await user.click(await screen.findByRole('button', { name: 'See all' }))
  const dialog = await findDialog('Most thanked this month')
  serve({ 'leaderboards.list': () => refuse('group_too_small', { params: { start: 5 } }) })
  await user.click(await dialog.findByRole('combobox', { name: 'Group' }))
  await user.click(await dialog.findByRole('option', { name: /Support/ }))
  await dialog.findByRole('heading', { name: 'Figures need at least 5 people' })
  expect(router.state.location.search).toMatchObject({ group: group.id })
  expect(dialog.queryAllByRole('listitem')).toEqual([])
})

const [me] = people
const boardOf = (own: number) => ({
  items: [],
  total: 1_700,
  own: own && me ? { user_id: me.id, user: me, score: own, share: 1, rank: 3 } : null,
  direction: 'received' as const,
  mode: 'together' as const,
  from: '2026-03-01',
  to: '2026-03-04',
})

test.each([
  ['receivers', 'Most thanked this month', 6],
  ['givers', 'Most generous this month', 6],
  ['together', 'Our total this month', 0],
] as const)('the panel of leaders follows the mode %s of the team', async (mode, title, ranks) => {
  await renderFeed('/feed', {}, makeConfig({ settings: makeSettings({ leaderboard_mode: mode }) }))
  await screen.findByRole('heading', { name: title })
  const panel = within(screen.getByRole('complementary', { name: 'Leaders' }))
  if (!ranks) await panel.findByText('700')
  await waitFor(() =>
    expect(panel.queryAllByRole('listitem').filter((row) => row.closest('ol'))).toHaveLength(ranks),
  )
})

test.each([
  [12, '12 of them came from you.'],
  [0, 'Yours could be next.'],
])('a team that ranks nobody shows its total and an own share of %d', async (own, text) => {
  await renderFeed(
    '/feed',
    { 'leaderboards.list': () => boardOf(own) },
    makeConfig({ settings: makeSettings({ leaderboard_mode: 'together' }) }),
  )
  const panel = within(await screen.findByRole('complementary', { name: 'Leaders' }))
  await panel.findByText('1,700')
  panel.getByText(text)
  await expectNoViolations(screen.getByRole('complementary', { name: 'Leaders' }))
  expect(screen.queryByRole('button', { name: 'See all' })).toBeNull()
})

test('the composer row of a phone names the groups of the draft', async () => {
  const config = makeConfig()
  const groups = [{ id: group.id, name: 'Support', count: 80 }]
  const name = `laurel.draft.${config.workspace.id}.${config.user.id}`
  localStorage.setItem(name, JSON.stringify({ at: Date.now(), draft: { groups, text: 'Thanks' } }))
  showAsPhone()
  await renderFeed('/feed', {}, config)
  await screen.findByRole('button', { name: /Support Thanks/ })
})

test('the card about thanks returns for new ones after a read of the old', async () => {
  let thanks = 2
  const { user, client, router } = await renderFeed('/feed', {
    'inbox.summary': () => ({ unread: thanks, thanks }),
    'inbox.list': () => ({
      items: Array.from({ length: thanks }, () => makeInboxItem()),
      next_cursor: null,
    }),
    'people.administrators': () => [],
  })
  const findCard = () => screen.findByRole('region', { name: 'While you were away' })
  const count = async (next: number) => {
    thanks = next
    await act(() => client.invalidateQueries({ queryKey: queryKey('inbox') }))
  }
  await user.click(within(await findCard()).getByRole('button', { name: 'Dismiss' }))
  await count(0)
  await act(() => router.navigate({ to: '/help' }))
  await count(1)
  await act(() => router.navigate({ to: '/feed' }))
  await findCard()
})
