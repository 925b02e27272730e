import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { Purchase, PurchaseStage } from '#contract/schemas/rewards.ts'
import { limits } from '#contract/limits.ts'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { makeConfig, makePerson } from '#tests/support/web-data.ts'
import { makePurchase } from '#tests/support/reward-data.ts'
import { showAsPhone } from '#tests/support/phone.ts'
import { refuseClipboard } from '#tests/support/clipboard.ts'
import { callsTo, findDialog, refuse, renderApp, serve } from '#tests/support/render.tsx'

const buyer = makePerson({ name: 'Mira Okafor', first_name: 'Mira', last_name: 'Okafor' })
const makeOpen = (title: string, fields: Partial<Purchase> = {}) =>
  makePurchase({
    title,
    user_ids: [buyer.id],
    contributions: [
      {
        user_id: buyer.id,
        user: buyer,
        email: 'mira@example.test',
        amount: 20,
        status: 'pending',
        created_at: '2026-06-15T12:00:00.000Z',
      },
    ],
    ...fields,
    abilities: {
      cancel: false,
      order: true,
      fulfil: true,
      decline: true,
      force: false,
      withdraw: false,
      readdress: false,
      take_back: false,
    },
  })
const countsOf = (purchases: Purchase[]) => ({
  stages: {
    to_do: purchases.length,
    ordered: 0,
    in_progress: 0,
    done: 4,
    declined: 0,
  } satisfies Record<PurchaseStage, number>,
  rewards: purchases.map(({ reward_id: id, title, emoji, picture }) => ({
    id,
    title,
    emoji,
    picture,
    count: 1,
  })),
})

async function renderList(purchases: Purchase[], path = '') {
  let left = purchases
  const app = await renderApp(`/settings/rewards/purchases${path}`, {
    config: makeConfig({
      abilities: ['take_part', 'enter_settings', 'manage_rewards', 'fulfil_purchases'],
    }),
    api: {
      'rewards.purchases': () => ({ items: left, next_cursor: null }),
      'rewards.purchase_counts': () => countsOf(left),
      'rewards.purchase_ids': () => ({ ids: left.map(({ id }) => id) }),
      'rewards.decide_purchases': ({ body }) => {
        left = left.filter(({ id }) => !body.ids.includes(id))
        return { results: body.ids.map((id) => ({ id, outcome: 'done' as const })) }
      },
    },
  })
  await screen.findByRole('navigation', { name: 'Purchases by stage' })
  return app
}
const select = (title: string) =>
  screen.getByRole<HTMLInputElement>('checkbox', { name: `Select ${title} for Mira Okafor` })
const isListed = (title: string) => screen.queryByRole('button', { name: `${title} Details` })
const decisions = () => callsTo('rewards.decide_purchases').map(({ body }) => body)
/** Ends the undo period. */
const endUndo = () => act(() => vi.advanceTimersByTimeAsync(limits.undo_seconds * 1_000 + 100))
afterEach(() => {
  vi.useRealTimers()
})

test('a decision is sent when the undo period ends', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  const [tea, mug] = [makeOpen('Tea'), makeOpen('Mug')]
  const { user } = await renderList([tea, mug])
  await user.click(await screen.findByRole('button', { name: 'Fulfill Tea for Mira Okafor' }))
  await screen.findByText('Tea for Mira Okafor fulfilled')
  expect([isListed('Tea'), isListed('Mug') !== null]).toEqual([null, true])
  expect(decisions()).toEqual([])
  await endUndo()
  await waitFor(() =>
    expect(decisions()).toMatchObject([{ ids: [tea.id], decision: 'fulfil', note: '', code: '' }]),
  )
})

test('undo restores every purchase of the merged message', async () => {
  const { user } = await renderList([makeOpen('Tea'), makeOpen('Mug'), makeOpen('Cap')])
  await screen.findByRole('button', { name: 'Tea Details' })
  await user.keyboard('jf')
  await screen.findByText('Tea for Mira Okafor fulfilled')
  await user.keyboard('f')
  await screen.findByText('2 fulfilled')
  expect([isListed('Tea'), isListed('Mug'), isListed('Cap') !== null]).toEqual([null, null, true])
  // The replaced message leaves with a transition.
  await waitFor(() => expect(screen.getAllByRole('button', { name: 'Undo' })).toHaveLength(1))
  await expectNoViolations(screen.getByRole('alert'))
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect([isListed('Tea'), isListed('Mug')]).not.toContain(null)
  window.dispatchEvent(new Event('pagehide'))
  expect(decisions()).toEqual([])
})

test('leaving the page sends the decisions at once', async () => {
  const tea = makeOpen('Tea')
  const { user } = await renderList([tea])
  await user.click(await screen.findByRole('button', { name: 'Fulfill Tea for Mira Okafor' }))
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(() => expect(decisions()).toMatchObject([{ ids: [tea.id] }]))
})

test('a failed decision restores the purchases and shows the reason', async () => {
  const { user } = await renderList([makeOpen('Tea')])
  serve({ 'rewards.decide_purchases': () => refuse('unavailable') })
  await user.click(await screen.findByRole('button', { name: 'Fulfill Tea for Mira Okafor' }))
  window.dispatchEvent(new Event('pagehide'))
  await screen.findByText('Server is not responding. Please try again.')
  await waitFor(() => expect(isListed('Tea')).not.toBeNull())
})

test('purchases decided by another administrator are reported', async () => {
  const { user } = await renderList([makeOpen('Tea')])
  serve({
    'rewards.decide_purchases': ({ body }) => ({
      results: body.ids.map((id) => ({ id, outcome: 'purchase_decided' as const })),
    }),
  })
  await user.click(await screen.findByRole('button', { name: 'Fulfill Tea for Mira Okafor' }))
  window.dispatchEvent(new Event('pagehide'))
  await screen.findByText('1 purchase was already decided by someone else.')
})

test('a purchase is marked as ordered with a note', async () => {
  const tea = makeOpen('Tea')
  const { user, fill } = await renderList([tea])
  await user.click(await screen.findByRole('button', { name: 'Tea Details' }))
  const panel = await findDialog('Tea')
  await user.click(panel.getByRole('button', { name: 'Mark as ordered Tea' }))
  await fill(panel.getByRole('textbox', { name: 'Note to the buyer' }), 'Here on Friday')
  await user.click(panel.getByRole('button', { name: 'Mark as ordered' }))
  await screen.findByText('Tea for Mira Okafor marked as ordered')
  expect([isListed('Tea'), decisions()]).toEqual([null, []])
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(() =>
    expect(decisions()).toMatchObject([
      { ids: [tea.id], decision: 'order', note: 'Here on Friday' },
    ]),
  )
})

test('purchases that someone else ordered are reported', async () => {
  const { user } = await renderList([makeOpen('Tea')])
  serve({
    'rewards.decide_purchases': ({ body }) => ({
      results: body.ids.map((id) => ({ id, outcome: 'purchase_ordered' as const })),
    }),
  })
  await screen.findByRole('button', { name: 'Tea Details' })
  await user.keyboard('jo')
  window.dispatchEvent(new Event('pagehide'))
  await screen.findByText('1 purchase was already ordered by someone else.')
})

test('ordered purchases show day and note, and can only be fulfilled or declined', async () => {
  const tea = makeOpen('Tea', {
    stage: 'ordered',
    ordered_at: '2026-06-15T12:00:00.000Z',
    ordered_by: buyer,
    order_note: 'Here on Friday',
  })
  const { user } = await renderList([tea], '?stage=ordered')
  await screen.findByText('Ordered on Jun 15, 2026 · Here on Friday')
  const stages = within(screen.getByRole('navigation', { name: 'Purchases by stage' }))
  expect(stages.getAllByRole('link', { current: 'page' }).map((link) => link.textContent)).toEqual([
    'Ordered0',
  ])
  await user.click(select('Tea'))
  const bar = within(screen.getByRole('region', { name: 'Selected purchases' }))
  expect(bar.queryByRole('button', { name: 'Mark as ordered' })).toBeNull()
  await user.keyboard('o')
  bar.getByRole('button', { name: 'Decline' })
  await user.click(bar.getByRole('button', { name: 'Fulfill' }))
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(() => expect(decisions()).toMatchObject([{ ids: [tea.id], decision: 'fulfil' }]))
})

test('a shift-click selects a range, and the bar declines it with a reason', async () => {
  const purchases = ['Tea', 'Mug', 'Cap', 'Pen'].map((title) => makeOpen(title))
  const { user, fill } = await renderList(purchases)
  await screen.findByRole('button', { name: 'Tea Details' })
  await user.click(select('Mug'))
  fireEvent.click(select('Pen'), { shiftKey: true })
  await screen.findByText('3 selected')
  expect(select('Tea').checked).toBe(false)
  await user.click(screen.getByRole('button', { name: 'Decline' }))
  await fill(screen.getByRole('textbox', { name: 'Reason' }), 'Sold out')
  await user.click(screen.getByRole('button', { name: 'Decline 3' }))
  await screen.findByText('3 declined')
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(() =>
    expect(decisions()).toMatchObject([
      {
        ids: purchases.slice(1).map(({ id }) => id),
        decision: 'decline',
        reason: 'Sold out',
      },
    ]),
  )
})

test('many purchases are sent in several calls', async () => {
  const purchases = Array.from({ length: limits.purchases_per_call_max + 5 }, (_, n) =>
    makeOpen(`Tea ${n}`),
  )
  const { user } = await renderList(purchases)
  await user.click(await screen.findByRole('checkbox', { name: 'Select the 205 shown' }))
  await user.click(screen.getByRole('button', { name: 'Fulfill' }))
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(() => expect(decisions().map(({ ids }) => ids.length)).toEqual([200, 5]))
})

test('keys move, select, fulfil and open the form for the reason', async () => {
  const [tea, mug, cap] = [makeOpen('Tea'), makeOpen('Mug'), makeOpen('Cap')]
  const { user } = await renderList([tea, mug, cap])
  await screen.findByRole('button', { name: 'Tea Details' })
  await user.keyboard('jjx')
  expect([select('Tea').checked, select('Mug').checked]).toEqual([false, true])
  await user.keyboard('xkf')
  await screen.findByText('Tea for Mira Okafor fulfilled')
  expect(document.activeElement?.textContent).toContain('Mug')
  await user.keyboard('d')
  const panel = await findDialog('Mug')
  panel.getByRole('textbox', { name: 'Reason' })
  await user.keyboard('{Escape}')
})

test('the keys g and f open the feed without a decision', async () => {
  const { user } = await renderList([makeOpen('Tea')])
  await screen.findByRole('button', { name: 'Tea Details' })
  serve({
    'posts.list': () => [],
    'people.dates': () => [],
    'leaderboards.common_topics': () => refuse('unavailable'),
    'leaderboards.list': () => refuse('unavailable'),
  })
  await user.keyboard('jg')
  await user.keyboard('f')
  await waitFor(() => expect(location.pathname).toBe('/feed'))
  await waitFor(() => expect(callsTo('leaderboards.common_topics').length).toBeGreaterThan(0))
  expect(screen.queryByText('Tea for Mira Okafor fulfilled')).toBeNull()
})

test('the panel shows the buyer and sends a note with a code', async () => {
  const tea = makeOpen('Tea', {
    comments: [
      { user_id: buyer.id, text: 'Green, please', created_at: '2026-06-15T12:00:00.000Z' },
    ],
  })
  const { user, fill } = await renderList([tea])
  await user.click(await screen.findByRole('button', { name: 'Tea Details' }))
  const panel = await findDialog('Tea')
  refuseClipboard()
  await user.click(panel.getByText('mira@example.test'))
  await panel.findByText('Copying didn’t work. Please select the text and copy it yourself.')
  panel.getByText('Green, please')
  await fill(panel.getByRole('textbox', { name: 'Note to the buyer' }), 'At the reception')
  await fill(panel.getByRole('textbox', { name: 'Code or tracking number' }), 'TEA-42')
  await user.click(panel.getByRole('button', { name: 'Fulfill' }))
  window.dispatchEvent(new Event('pagehide'))
  await waitFor(() =>
    expect(decisions()).toMatchObject([{ note: 'At the reception', code: 'TEA-42' }]),
  )
})

test('the address keeps stage, search and order', async () => {
  const { user } = await renderList([makeOpen('Tea')], '?search=2026')
  await user.selectOptions(screen.getByLabelText('Sort'), 'By person')
  await user.click(screen.getByRole('link', { name: /^Done/ }))
  await waitFor(() => expect(location.search).toContain('stage=done'))
  expect(callsTo('rewards.purchases').at(-1)?.query).toMatchObject({
    stage: 'done',
    search: '2026',
    sort: 'date',
    order: 'desc',
  })
})

test('a phone has the filters in a sheet and selects all in the bar', async () => {
  showAsPhone()
  const { user } = await renderList([makeOpen('Tea'), makeOpen('Mug')], '?age=over_7')
  expect(screen.queryByRole('combobox', { name: 'Age' })).toBeNull()
  await user.click(await screen.findByRole('button', { name: 'Filter 1' }))
  const sheet = await findDialog('Filter')
  await user.click(sheet.getByRole('button', { name: 'Clear filters' }))
  await user.click(sheet.getByRole('button', { name: 'Show results' }))
  await screen.findByRole('button', { name: 'Filter' })
  await user.click(select('Tea'))
  await user.click(screen.getByRole('button', { name: 'Select all 2' }))
  await screen.findByText('2 selected')
  await user.click(screen.getByRole('button', { name: 'More' }))
  await screen.findByRole('menuitem', { name: 'Last 30 days' })
})
