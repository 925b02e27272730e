import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import { makeConfig } from '#tests/support/web-data.ts'
import { makeShopReward } from '#tests/support/reward-data.ts'
import { callsTo, renderApp } from '#tests/support/render.tsx'

const reward = makeShopReward({ price: 500, blocked: 'not_enough_points', missing_points: 480 })

/** Opens the shop. The goal follows the calls that set it. */
async function renderShop() {
  let goal: string | null = null
  return renderApp('/rewards', {
    api: {
      'config.get': () => makeConfig({ has_goal: goal !== null }),
      'shop.list': () => [reward, makeShopReward({ title: 'Sticker' })],
      'shop.purchases': () => ({ items: [], next_cursor: null }),
      'shop.goal': () => ({ reward: goal === null ? null : reward }),
      'shop.set_goal': ({ body }) => {
        goal = body.reward_id
        return { reward: goal === null ? null : reward }
      },
    },
  })
}

test('a reward that is too expensive can be made the goal and dropped', async () => {
  const { user } = await renderShop()
  await user.click(await screen.findByRole('button', { name: `Save for this ${reward.title}` }))
  const own = await screen.findByRole('button', { name: `My goal ${reward.title}` })
  expect(own.getAttribute('aria-pressed')).toBe('true')
  await user.click(own)
  await screen.findByRole('button', { name: `Save for this ${reward.title}` })
  expect(callsTo('shop.set_goal').map(({ body }) => body)).toEqual([
    { reward_id: reward.id },
    { reward_id: null },
  ])
})

test('an affordable reward offers no goal', async () => {
  await renderShop()
  await screen.findByRole('button', { name: 'Redeem Sticker' })
  await waitFor(() => expect(screen.queryByRole('button', { name: /Sticker$/ })).not.toBeNull())
  expect(screen.queryByRole('button', { name: 'Save for this Sticker' })).toBeNull()
})

test('a goal says until when its price is kept', async () => {
  await renderApp('/rewards', {
    api: {
      'shop.list': () => [{ ...reward, price_until: '2026-07-15T12:00:00.000Z' }],
      'shop.purchases': () => ({ items: [], next_cursor: null }),
    },
  })
  await screen.findByText(/Your price until Jul 15, 2026/)
})
