import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import type { InboxItem, InboxSummary } from '#contract/schemas/inbox.ts'
import {
  exampleTime,
  makeConfig,
  makePerson,
  makeSettings,
  nextId,
} from '#tests/support/web-data.ts'
import { makeInboxItem as makeItem } from '#tests/support/inbox-data.ts'
import { callsTo, loseConnection, refuse, renderApp, serve } from '#tests/support/render.tsx'
import { queryKey } from '#web/shared/query-keys.ts'

const withoutPost = { post: null, points: null, actors: [], actor_count: 0 }

/** Renders a path with an inbox that a request marks as read. */
async function renderInbox(
  path: string,
  items: InboxItem[],
  options: Parameters<typeof renderApp>[1] = {},
) {
  let inbox = items
  const summarize = (): InboxSummary => {
    const unread = inbox.filter((item) => item.read_at === null)
    return {
      unread: unread.length,
      thanks: unread.filter(({ kind }) => kind === 'thanks').length,
    }
  }
  const app = await renderApp(path, {
    ...options,
    api: {
      'inbox.list': ({ query }) => ({
        items: inbox.filter((item) => query.filter !== 'unread' || item.read_at === null),
        next_cursor: null,
      }),
      'inbox.summary': summarize,
      'inbox.mark_read': ({ body }) => {
        inbox = inbox.map((item) =>
          body.until || body.ids?.includes(item.id) ? { ...item, read_at: exampleTime } : item,
        )
        return summarize()
      },
      'posts.get': () => refuse('not_found'),
      ...options.api,
    },
  })
  /** Adds an item as the live event of the server does. */
  const receive = async (...arrived: InboxItem[]) => {
    inbox = [...arrived, ...inbox]
    await act(() => app.client.invalidateQueries({ queryKey: queryKey('inbox') }))
  }
  return { ...app, receive }
}
const rows = async () =>
  within(await screen.findByRole('list', { name: 'Inbox' })).getAllByRole('link')

test('each kind has its own sentence and link', async () => {
  const thanks = makeItem()
  const reaction = makeItem({
    kind: 'reaction',
    actor_count: 5,
    points: null,
    post: { ...(thanks.post as NonNullable<InboxItem['post']>), own: true },
  })
  const comment = makeItem({
    kind: 'comment',
    points: null,
    comment: { id: nextId(), text: 'Well deserved' },
  })
  const bought = {
    id: nextId(),
    title: 'Cake',
    emoji: '🍰',
    status: 'fulfilled' as const,
    returned: false,
  }
  const ended = {
    id: nextId(),
    state: 'finished' as const,
    invited_count: 3,
    updated_count: 2,
    refused_count: 1,
    deactivated_count: 0,
  }
  const budget = {
    id: nextId(),
    name: 'Operations',
    points: 5,
    ends_at: '2026-04-01T00:00:00.000Z',
  }
  await renderInbox('/inbox', [
    thanks,
    reaction,
    comment,
    makeItem({ ...withoutPost, kind: 'purchase_decided', purchase: bought }),
    makeItem({ ...withoutPost, kind: 'purchase_ordered', purchase: bought }),
    makeItem({ ...withoutPost, kind: 'purchase_requested', open_purchases: 7 }),
    makeItem({ ...withoutPost, kind: 'import_finished', import: ended }),
    makeItem({ ...withoutPost, kind: 'people_sync_stopped', sync_run: { id: ended.id } }),
    makeItem({
      ...withoutPost,
      kind: 'allowance_ending',
      allowance: { left: 30, ends_at: '2026-04-01T00:00:00.000Z' },
    }),
    makeItem({ ...withoutPost, kind: 'budget_ended', points: 5, budget }),
    makeItem({ ...withoutPost, kind: 'yearly_budget', percent: 90 }),
  ])
  const shown = (await rows()).map((row) => [row.textContent, row.getAttribute('href')])
  const expected = [
    ['Ana Lima thanked you', `/posts/${thanks.post?.id}`],
    ['Ana Lima and 4 others reacted to your post', `/posts/${reaction.post?.id}`],
    ['Ana Lima commentedWell deserved', `/posts/${comment.post?.id}`],
    ['Your reward is ready: Cake', '/rewards?tab=mine'],
    ['Your reward was ordered: Cake', '/rewards?tab=mine'],
    ['7 redeemed rewards are waiting for you', '/settings/rewards/purchases'],
    ['Import completeInvited: 3 · Updated: 2 · Skipped: 1', `/settings/team/import?id=${ended.id}`],
    ['The people file wasn’t applied', `/settings/team/sync/${ended.id}`],
    ['You have 30 points left to give', '/feed'],
    ['Operations: 5 unused points were returned', `/budgets/${budget.id}`],
    ['90% of the yearly budget is used', '/settings/finance'],
  ]
  expected.forEach(([text, href], index) => {
    expect(shown[index]?.[0]).toContain(text)
    expect(shown[index]?.[1]).toBe(href)
  })
})

test('a period that ends at midnight names its last day', async () => {
  const endsAt = '2026-02-01T00:00:00.000Z'
  const budget = { id: nextId(), name: 'Thanks', points: 40, ends_at: endsAt }
  const allowance = { left: 40, ends_at: endsAt }
  const config = makeConfig()
  await renderInbox(
    '/inbox',
    [
      makeItem({ ...withoutPost, kind: 'budget_ending', budget }),
      makeItem({ ...withoutPost, kind: 'budget_ended', budget }),
      makeItem({ ...withoutPost, kind: 'points_expiring', allowance }),
      makeItem({ ...withoutPost, kind: 'allowance_ending', allowance }),
    ],
    { config: { ...config, settings: { ...config.settings, timezone: 'UTC' } } },
  )
  await screen.findByText('This period ends on Jan 31, 2026.')
  screen.getByText('The period ended on Jan 31, 2026.')
  screen.getByText(/^After Jan 31, 2026\./)
  screen.getByText(/^Your points renew on Feb 1, 2026\./)
})

test('a reward that was taken back says that the points are back', async () => {
  const purchase = {
    id: nextId(),
    title: 'Cake',
    emoji: '🍰',
    status: 'declined' as const,
    returned: true,
  }
  await renderInbox('/inbox', [makeItem({ ...withoutPost, kind: 'purchase_decided', purchase })])
  const [row] = await rows()
  expect(row?.textContent).toContain('Your reward was taken back, your points are back: Cake')
  expect(row?.getAttribute('href')).toBe('/rewards?tab=mine')
})

test('opening an item marks it as read and updates the count', async () => {
  const { user, router } = await renderInbox('/inbox', [makeItem(), makeItem()])
  await waitFor(() => expect(document.title).toBe('(2) Inbox · Juniper & Lane'))
  screen.getByRole('button', { name: 'Inbox, 2 unread' })
  const [first] = await rows()
  await user.click(first as HTMLElement)
  await waitFor(() => expect(router.state.location.pathname).toMatch(/^\/posts\//))
  await screen.findByRole('button', { name: 'Inbox, 1 unread' })
  expect(callsTo('inbox.mark_read')).toHaveLength(1)
})

test('the keyboard moves between items and marks one as read', async () => {
  const { user } = await renderInbox('/inbox', [makeItem(), makeItem(), makeItem()])
  const links = await rows()
  links[0]?.focus()
  await user.keyboard('j{ArrowDown}k')
  expect(document.activeElement).toBe(links[1])
  await user.keyboard('u')
  await screen.findByRole('button', { name: 'Inbox, 2 unread' })
  expect(document.activeElement).toBe(links[1])
  // The same key of a Cyrillic layout.
  fireEvent.keyDown(links[2] as HTMLElement, { key: 'г', code: 'KeyU' })
  await screen.findByRole('button', { name: 'Inbox, 1 unread' })
})

test('marking all items as read empties the unread list', async () => {
  const { user } = await renderInbox('/inbox', [makeItem(), makeItem()])
  await rows()
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await screen.findByRole('button', { name: 'Inbox, 0 unread' })
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
  await user.click(screen.getByRole('radio', { name: 'Unread' }))
  await screen.findByText('You’re all caught up')
})

test('unread items of a further page can be marked as read', async () => {
  const { user } = await renderInbox('/inbox', [makeItem({ read_at: exampleTime })], {
    api: {
      'inbox.summary': () => ({ unread: 2, thanks: 0 }),
      'inbox.mark_read': () => ({ unread: 0, thanks: 0 }),
    },
  })
  await rows()
  await user.click(await screen.findByRole('button', { name: 'Mark all as read' }))
  await waitFor(() => expect(callsTo('inbox.mark_read')).toHaveLength(1))
})

test('an empty inbox and a failed load show an explanation', async () => {
  const { user } = await renderInbox('/inbox', [], {
    api: { 'inbox.list': () => loseConnection() },
  })
  await screen.findByText('We couldn’t load this')
  serve({ 'inbox.list': () => ({ items: [], next_cursor: null }) })
  await user.click(screen.getByRole('button', { name: 'Try again' }))
  await screen.findByText('Nothing here yet')
})

test('an impersonated session leaves items unread', async () => {
  const { user } = await renderInbox('/inbox', [makeItem()], {
    config: makeConfig({ impersonated: true }),
  })
  const [first] = await rows()
  expect(screen.queryByRole('button', { name: 'Mark all as read' })).toBeNull()
  await user.click(first as HTMLElement)
  expect(callsTo('inbox.mark_read')).toEqual([])
})

test('the bell opens the inbox over the page and closes with Escape', async () => {
  const { user } = await renderInbox('/inbox', [makeItem()])
  await user.click(await screen.findByRole('button', { name: 'Inbox, 1 unread' }))
  const popover = within(await screen.findByRole('dialog', { name: 'Inbox' }))
  await popover.findByText(/For the release notes/)
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('a live card shows new thanks once, with a like and a reply', async () => {
  const { user, receive } = await renderInbox('/inbox', [makeItem()], {
    api: { 'posts.like': ({ params }) => ({ id: params.id, like_count: 1, liked: true }) },
  })
  await rows()
  const item = makeItem({ points: 25 })
  await receive(item)
  const card = within(await screen.findByRole('region', { name: 'New thanks' }))
  card.getByText('Ana Lima thanked you')
  card.getByText('25 points')
  expect(card.getByRole('link', { name: 'Reply' }).getAttribute('href')).toBe(
    `/posts/${item.post?.id}`,
  )
  await user.click(card.getByRole('button', { name: 'Like' }))
  await card.findByRole('button', { name: 'Liked' })
  await waitFor(() => expect(callsTo('inbox.mark_read')).toHaveLength(1))
  await user.click(card.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('region', { name: 'New thanks' })).toBeNull()
})

test('a live card offers no reply while comments are off', async () => {
  const config = makeConfig({ settings: makeSettings({ comments: false }) })
  const { receive } = await renderInbox('/inbox', [], { config })
  await screen.findByText('Nothing here yet')
  await receive(makeItem())
  const card = within(await screen.findByRole('region', { name: 'New thanks' }))
  card.getByRole('button', { name: 'Like' })
  expect(card.queryByRole('link', { name: 'Reply' })).toBeNull()
})

test('posts that arrive together share one live card', async () => {
  const { receive } = await renderInbox('/inbox', [])
  await screen.findByText('Nothing here yet')
  await receive(makeItem({ kind: 'comment', points: null }))
  await screen.findByRole('button', { name: 'Inbox, 1 unread' })
  expect(screen.queryByRole('region', { name: 'New thanks' })).toBeNull()
  await receive(makeItem(), makeItem({ actors: [makePerson({ first_name: 'Ben' })] }))
  const card = within(await screen.findByRole('region', { name: 'New thanks' }))
  await card.findByText('2 people thanked you')
  card.getByText('20 points')
})

test('a live card closes only after the pointer has left it', async () => {
  const { receive } = await renderInbox('/inbox', [])
  await screen.findByText('Nothing here yet')
  await receive(makeItem())
  const card = await screen.findByRole('region', { name: 'New thanks' })
  const findCard = () => screen.queryByRole('region', { name: 'New thanks' })
  const wait = (ms: number) => act(() => void vi.advanceTimersByTime(ms))
  fireEvent.mouseEnter(card)
  // From here on the card's timer is the fake one.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    fireEvent.mouseLeave(card)
    wait(5_000)
    fireEvent.mouseEnter(card)
    wait(60_000)
    expect(findCard()).not.toBeNull()
    fireEvent.mouseLeave(card)
    wait(60_000)
    expect(findCard()).toBeNull()
  } finally {
    vi.useRealTimers()
  }
})

test('an item is unread again when the server refuses to mark it', async () => {
  const { user } = await renderInbox('/inbox', [makeItem()], {
    api: { 'inbox.mark_read': () => refuse('too_many') },
  })
  const findMark = async () => within((await rows())[0] as HTMLElement).getByText('Unread')
  await findMark()
  await user.click(screen.getByRole('button', { name: 'Mark all as read' }))
  await screen.findByText('Too many tries. Please wait a moment and try again')
  await findMark()
})
