import { screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { makeReward } from '#tests/support/reward-data.ts'
import { callsTo, refuse, renderApp, serve } from '#tests/support/render.tsx'

const created = ({ body }: { body: object }) =>
  makeReward({ title: 'title' in body ? String(body.title) : '', category: 'creative' })
async function renderBatch(rewardCount = 0) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(['de-DE'])
  const app = await renderApp('/settings/rewards/new?kind=automatic', {
    api: {
      'rewards.list': () => Array.from({ length: rewardCount }, () => makeReward({})),
      'rewards.countries': () => [{ country: 'DE', currency: 'EUR' }],
      'rewards.products': () =>
        ['Bakery', 'Bookshop'].map((name) => ({
          id: name.toLowerCase(),
          name,
          country: 'DE',
          currency: 'EUR',
          values_cents: [1_000, 2_500],
        })),
      'rewards.create': created,
    },
  })
  await app.user.click(await screen.findByRole('link', { name: 'Add several gift cards at once' }))
  await screen.findByRole('group', { name: 'Bakery' })
  const valueOf = (name: string, value: RegExp) =>
    within(screen.getByRole('group', { name })).getByRole('checkbox', { name: value })
  return { ...app, valueOf }
}

test('several gift cards are added with suggested titles and prices', async () => {
  const { user, valueOf } = await renderBatch()
  await user.click(valueOf('Bakery', /10/))
  await user.click(valueOf('Bookshop', /25/))
  await user.click(screen.getByRole('button', { name: 'Add 2 rewards' }))
  await waitFor(() => expect(location.pathname).toBe('/settings/rewards/all'))
  expect(callsTo('rewards.create').map(({ body }) => body)).toMatchObject([
    { type: 'automatic', title: 'Bakery €10', price: 100, gift_card_value: 1_000 },
    { type: 'automatic', title: 'Bookshop €25', price: 250, product_id: 'bookshop' },
  ])
})

test('after a failure the remaining gift cards stay chosen', async () => {
  const { user, valueOf } = await renderBatch()
  await user.click(valueOf('Bakery', /10/))
  await user.click(valueOf('Bookshop', /25/))
  serve({
    'rewards.create': (call) =>
      call.body.title === 'Bakery €10'
        ? created(call)
        : refuse('rewards_full', { params: { finish: 96 } }),
  })
  await user.click(screen.getByRole('button', { name: 'Add 2 rewards' }))
  await screen.findByRole('button', { name: 'Add 1 reward' })
  expect(valueOf('Bookshop', /25/)).toHaveProperty('checked', true)
})

test('no more values can be chosen than rewards fit into the shop', async () => {
  const { user, valueOf } = await renderBatch(95)
  await screen.findByText(/^Choose 1 value\./)
  await user.click(valueOf('Bakery', /10/))
  expect(valueOf('Bookshop', /10/)).toHaveProperty('disabled', true)
})

test('the choice cannot change while the gift cards are added', async () => {
  const { user, valueOf } = await renderBatch()
  await user.click(valueOf('Bakery', /10/))
  await user.click(valueOf('Bookshop', /25/))
  const answer = Promise.withResolvers<void>()
  serve({ 'rewards.create': (call) => answer.promise.then(() => created(call)) })
  await user.click(screen.getByRole('button', { name: 'Add 2 rewards' }))
  await user.click(valueOf('Bookshop', /25/))
  expect(valueOf('Bookshop', /25/)).toHaveProperty('checked', true)
  expect(screen.getByLabelText(/^Country/)).toHaveProperty('disabled', true)
  answer.resolve()
  await waitFor(() => expect(location.pathname).toBe('/settings/rewards/all'))
  expect(callsTo('rewards.create')).toHaveLength(2)
})
