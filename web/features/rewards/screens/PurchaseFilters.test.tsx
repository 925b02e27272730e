import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { makeConfig } from '#tests/support/web-data.ts'
import { makePurchase } from '#tests/support/reward-data.ts'
import { callsTo, refuse, renderApp, serve } from '#tests/support/render.tsx'

/** Renders the work list with one purchase to do that was made today. */
const renderList = (
  path = '',
  toDo = [makePurchase()],
  rewards: OutputOf<'rewards.purchase_counts'>['rewards'] = [],
) =>
  renderApp(`/settings/rewards/purchases${path}`, {
    config: makeConfig({
      abilities: ['take_part', 'enter_settings', 'manage_rewards', 'fulfil_purchases'],
    }),
    api: {
      'rewards.purchases': ({ query: { to, stage } }) => ({
        items: to || stage !== 'to_do' ? [] : toDo,
        next_cursor: null,
      }),
      'rewards.purchase_counts': () => ({
        stages: { to_do: 1, ordered: 0, in_progress: 0, done: 0, declined: 0 },
        rewards,
      }),
    },
  })
const findPurchase = () => screen.findByRole('button', { name: 'Rare tea Details' })

test('an age without purchases is in the address and can be cleared', async () => {
  const { user } = await renderList()
  await findPurchase()
  await user.selectOptions(screen.getByLabelText('Age'), 'over_7')
  await screen.findByRole('heading', { name: 'No purchases here' })
  expect(location.search).toBe('?age=over_7')
  await expectNoViolations(screen.getByRole('main'))
  await user.click(screen.getByRole('button', { name: 'Show all' }))
  await findPurchase()
  expect(location.search).toBe('')
})

test('a stage without purchases says so', async () => {
  const { user } = await renderList()
  await findPurchase()
  await user.click(screen.getByRole('link', { name: /^Done/ }))
  await screen.findByRole('heading', { name: 'No purchases here' })
  await user.click(screen.getByRole('link', { name: /^To do/ }))
  await findPurchase()
})

test('the purchases of the last 90 days are exported', async () => {
  const save = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue()
  const { user } = await renderList()
  serve({ 'rewards.purchases_csv': () => 'a table' })
  await user.click(await screen.findByRole('button', { name: 'Export' }))
  await screen.findByRole('menuitem', { name: 'Last 90 days' })
  await expectNoViolations(screen.getByRole('menu'))
  await user.click(screen.getByRole('menuitem', { name: 'Last 90 days' }))
  await waitFor(() => expect(save).toHaveBeenCalled())
  expect((save.mock.contexts[0] as HTMLAnchorElement).download).toBe('purchases.csv')
  expect(callsTo('rewards.purchases_csv').map(({ query }) => query)).toEqual([
    { days: 90, format: 'csv', bom: '1' },
  ])
})

test('the search field follows a link without a search and going back', async () => {
  const { user, fill } = await renderList()
  await findPurchase()
  await fill(screen.getByRole('searchbox'), 'tea')
  await waitFor(() => expect(location.search).toBe('?search=tea'))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('tea')
  await user.click(screen.getByRole('link', { name: /^Purchases/ }))
  await waitFor(() => expect(location.search).toBe(''))
  expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('')
  history.back()
  await waitFor(() => expect(location.search).toBe('?search=tea'))
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('searchbox').value).toBe('tea'))
})

test('a group has the present title of its reward', async () => {
  const purchase = makePurchase({ title: 'Old tea' })
  await renderList(
    '?group=reward',
    [purchase],
    [{ id: purchase.reward_id, title: 'New tea', emoji: '', picture: { url: null }, count: 1 }],
  )
  await screen.findByRole('button', { name: 'Old tea Details' })
  await screen.findByRole('heading', { name: 'New tea' })
})

test('selecting all of a long list says how many it can select', async () => {
  const purchase = makePurchase()
  const ids = Array.from({ length: limits.purchase_selection_max - 1 }, () => crypto.randomUUID())
  const { user } = await renderApp('/settings/rewards/purchases', {
    config: makeConfig({
      abilities: ['take_part', 'enter_settings', 'manage_rewards', 'fulfil_purchases'],
    }),
    api: {
      'rewards.purchases': () => ({ items: [purchase], next_cursor: null }),
      'rewards.purchase_counts': () => ({
        stages: { to_do: 2_500, ordered: 0, in_progress: 0, done: 0, declined: 0 },
        rewards: [],
      }),
      'rewards.purchase_ids': () => ({ ids: [purchase.id, ...ids] }),
    },
  })
  await user.click(await screen.findByRole('button', { name: /^Select all 1,?000$/ }))
  await screen.findByText(/^1,?000 selected$/)
  expect(screen.queryByRole('button', { name: /^Select all \d/ })).toBeNull()
})

test('a next page that fails is asked for again by its button alone', async () => {
  const { user } = await renderList()
  serve({
    'rewards.purchases': async ({ query }) => {
      if (!query.cursor) return { items: [makePurchase()], next_cursor: 'second' }
      // The list renders that it is loading.
      await new Promise((resolve) => setTimeout(resolve, 50))
      return refuse('unknown')
    },
  })
  await user.selectOptions(screen.getByLabelText('Sort'), 'newest')
  const nextPages = () => callsTo('rewards.purchases').filter(({ query }) => query.cursor)
  await waitFor(() => expect(nextPages()).toHaveLength(1))
  const more = screen.getByRole('button', { name: 'Show more' })
  await waitFor(() => expect(more.dataset['loading']).toBeUndefined())
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(nextPages()).toHaveLength(1)
  await user.click(more)
  await waitFor(() => expect(nextPages()).toHaveLength(2))
})
