import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ShopReward } from '#contract/schemas/rewards.ts'
import { makeConfig } from '#tests/support/web-data.ts'
import { makeShopReward } from '#tests/support/reward-data.ts'
import { callsTo, pageOf, renderApp } from '#tests/support/render.tsx'

/** Opens the feed of a person with 125 points who saves for a reward, until they drop it. */
async function renderFeed(reward: ShopReward) {
  let hasGoal = true
  const config = makeConfig()
  return renderApp('/feed', {
    api: {
      'config.get': () => ({
        ...config,
        has_goal: hasGoal,
        user: { ...config.user, balance: 125 },
      }),
      'posts.list': () => pageOf([], null),
      'people.list': () => [],
      'people.dates': () => [],
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
      'shop.goal': () => ({ reward }),
      'shop.set_goal': () => {
        hasGoal = false
        return { reward: null }
      },
    },
  })
}

test('the goal shows the points that are missing', async () => {
  await renderFeed(makeShopReward({ title: 'Headphones', price: 500 }))
  await screen.findByRole('heading', { name: 'Saving for Headphones' })
  screen.getByText('375 points to go')
})

test('a goal within the balance can be redeemed', async () => {
  await renderFeed(makeShopReward({ title: 'Headphones', price: 125 }))
  await screen.findByText('You have enough points. Enjoy!')
  expect(screen.getByRole('link', { name: 'Redeem' }).getAttribute('href')).toBe('/rewards')
})

test('a dropped goal disappears', async () => {
  const { user } = await renderFeed(makeShopReward({ title: 'Headphones', price: 500 }))
  await user.click(await screen.findByRole('button', { name: 'Stop saving' }))
  await waitFor(() =>
    expect(screen.queryByRole('heading', { name: 'Saving for Headphones' })).toBeNull(),
  )
  expect(callsTo('shop.set_goal').map(({ body }) => body)).toEqual([{ reward_id: null }])
})
