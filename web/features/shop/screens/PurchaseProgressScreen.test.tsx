import { screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Purchase } from '#contract/schemas/rewards.ts'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { makePurchase, makeShopReward } from '#tests/support/reward-data.ts'
import { findDialog, neverAnswer, renderApp } from '#tests/support/render.tsx'

const listPurchases = (...items: Purchase[]) => ({ items, next_cursor: null })
const shop = {
  'shop.list': () => [],
  'shop.payroll_lines': () => [],
  'shop.tax_note': () => ({ note: null }),
}

test('a pending order stays at /loading until its outcome is known', async () => {
  const order = makePurchase({ type: 'automatic', title: 'Books for the weekend' })
  let status: Purchase['status'] = 'pending'
  await renderApp(`/loading?id=${order.id}`, {
    api: { ...shop, 'shop.purchases': () => listPurchases({ ...order, status }) },
  })
  await screen.findByRole('heading', { name: 'We’re ordering your gift card' })
  await screen.findByRole('heading', { name: 'Books for the weekend' })
  await expectNoViolations(screen.getByRole('main'))
  expect(location.pathname).toBe('/loading')
  status = 'fulfilled'
  await waitFor(() => expect(location.pathname).toBe('/rewards'), { timeout: 10_000 })
  expect(Object.fromEntries(new URLSearchParams(location.search))).toEqual({
    tab: 'mine',
    purchase: order.id,
  })
})

test('an unknown order leads from /loading to the feed', async () => {
  await renderApp('/loading?id=01900000-0000-7000-8000-000000000000', {
    api: {
      'shop.purchases': () => listPurchases(),
      'posts.list': neverAnswer,
      'people.dates': neverAnswer,
      'leaderboards.list': neverAnswer,
      'leaderboards.common_topics': neverAnswer,
    },
  })
  await waitFor(() => expect(location.pathname).toBe('/feed'))
})

test('an order that the cached list lacks is awaited at /loading', async () => {
  const [earlier, order] = [
    makePurchase({ type: 'automatic', status: 'fulfilled', title: 'Tea' }),
    makePurchase({ type: 'automatic', title: 'Books' }),
  ]
  const card = makeShopReward({ type: 'automatic', title: 'Books' })
  let purchases = [earlier]
  const { user } = await renderApp(`/rewards?tab=mine&purchase=${earlier.id}`, {
    api: {
      ...shop,
      'shop.list': () => [card],
      'shop.purchases': () => listPurchases(...purchases),
      'shop.redeem': () => {
        purchases = [order, earlier]
        return order
      },
    },
  })
  await screen.findByText('“Tea” is yours')
  await user.click(screen.getByText('Shop'))
  await user.click(await screen.findByRole('button', { name: 'Redeem Books' }))
  const dialog = await findDialog()
  const redeem = dialog.getByRole('button', { name: 'Redeem' })
  await waitFor(() => expect(redeem).toHaveProperty('disabled', false))
  await user.click(redeem)
  await screen.findByRole('heading', { name: 'We’re ordering your gift card' })
  await screen.findByRole('heading', { name: 'Books' })
  expect(location.pathname).toBe('/loading')
})
