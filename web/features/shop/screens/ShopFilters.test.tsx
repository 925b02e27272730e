import { act, screen, waitFor } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { ShopReward } from '#contract/schemas/rewards.ts'
import { expectNoViolations } from '#tests/support/accessibility.ts'
import { makeConfig, makePermissions } from '#tests/support/web-data.ts'
import { makeShopReward } from '#tests/support/reward-data.ts'
import { callsTo, findDialog, neverAnswer, renderApp, serve } from '#tests/support/render.tsx'

const renderShop = (rewards: ShopReward[], path = '/rewards', config = makeConfig()) =>
  renderApp(path, {
    config: { ...config, user: { ...config.user, balance: 500 } },
    api: {
      'shop.list': () => rewards,
      'shop.purchases': () => ({ items: [], next_cursor: null }),
      'shop.payroll_lines': () => [],
      'shop.tax_note': () => ({ note: null }),
    },
  })
const member = () => makeConfig({ permissions: makePermissions() })
const titles = () =>
  screen.getAllByRole('article').map((card) => card.querySelector('h2, h3')?.textContent)
const voucher = (value: number, fields: Partial<ShopReward> = {}) =>
  makeShopReward({
    title: 'Books voucher',
    price: Math.floor(value / 20),
    category: 'money_and_giftcards',
    type: 'automatic',
    country: 'DE',
    product_id: 'books',
    gift_card_value: value,
    ...fields,
  })

test('category and order of the shop are in the address', async () => {
  const rewards = [
    makeShopReward({ title: 'Zoo', price: 5, category: 'group_activities' }),
    makeShopReward({ title: 'Choir', price: 9, category: 'group_activities' }),
    makeShopReward({ title: 'Trees', price: 7, category: 'charity' }),
  ]
  const { user } = await renderShop(rewards, '/rewards?category=charity')
  await screen.findByRole('heading', { name: 'Trees' })
  expect(titles()).toEqual(['Trees'])
  await user.selectOptions(screen.getByLabelText('Category'), 'group_activities')
  await waitFor(() => expect(location.search).toBe('?category=group_activities'))
  expect(titles()).toEqual(['Zoo', 'Choir'])
  await user.selectOptions(screen.getByLabelText('Order'), 'title')
  await waitFor(() => expect(location.search).toBe('?category=group_activities&order=title'))
  expect(titles()).toEqual(['Choir', 'Zoo'])
  await user.selectOptions(screen.getByLabelText('Category'), 'all')
  await waitFor(() => expect(location.search).toBe('?order=title'))
  expect(titles()).toEqual(['Choir', 'Trees', 'Zoo'])
})

test('a reward opened from the search of the app is named in the field', async () => {
  const rewards = [makeShopReward({ title: 'Zoo' }), makeShopReward({ title: 'Choir' })]
  const { router } = await renderShop(rewards)
  await screen.findByRole('heading', { name: 'Zoo' })
  await act(() => router.navigate({ to: '/rewards', search: { search: 'Choir' } }))
  await waitFor(() => expect(titles()).toEqual(['Choir']))
  expect(screen.getByRole('searchbox', { name: 'Search rewards' })).toHaveProperty('value', 'Choir')
})

test('an order in the address is restored, an unknown one ignored', async () => {
  const rewards = [makeShopReward({ title: 'Zoo', price: 5 }), makeShopReward({ title: 'Choir' })]
  await renderShop(rewards, '/rewards?order=title')
  await screen.findByRole('heading', { name: 'Zoo' })
  expect(titles()).toEqual(['Choir', 'Zoo'])
})

test('unknown values in the address of the shop are ignored', async () => {
  const rewards = [makeShopReward({ title: 'Zoo', price: 5 }), makeShopReward({ title: 'Choir' })]
  await renderShop(rewards, '/rewards?category=nonsense&order=nonsense&tab=nonsense')
  await screen.findByRole('heading', { name: 'Zoo' })
  expect(titles()).toEqual(['Zoo', 'Choir'])
  expect(screen.getByLabelText<HTMLSelectElement>('Order').value).toBe('price')
})

test('the rewards link opens own purchases while the shop is empty', async () => {
  const config = { ...member(), rewards_exist: false, purchases_exist: true }
  const { user } = await renderShop([], '/rewards', config)
  await screen.findByRole('heading', { name: 'The shop is empty' })
  await user.click(screen.getAllByRole('link', { name: 'Rewards' })[0] ?? document.body)
  await waitFor(() => expect(location.pathname + location.search).toBe('/rewards?tab=mine'))
  await screen.findByRole('heading', { name: 'Nothing redeemed yet' })
})

test('a gift card that cannot be bought leads administrators to Payment', async () => {
  const { user } = await renderShop([voucher(1_000, { blocked: 'not_available' })])
  await screen.findByText('Not available right now')
  serve({ 'rewards.payment_method': neverAnswer })
  await expectNoViolations(screen.getByRole('main'))
  await user.click(screen.getByRole('link', { name: 'Go to Payment' }))
  await waitFor(() => expect(location.pathname).toBe('/settings/rewards/payment'))
})

test.each([
  ['not_available', 'Not available right now'],
  ['not_validated', 'Available after your team has been validated'],
] as const)('a gift card that is %s cannot be chosen by members', async (blocked, hint) => {
  await renderShop([voucher(1_000, { blocked })], '/rewards', member())
  await screen.findByText(hint)
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /Books voucher$/ }).disabled).toBe(
    true,
  )
  expect(screen.queryByRole('link', { name: 'Go to Payment' })).toBeNull()
})

test('the values of a gift card share one shop card', async () => {
  const poor = { blocked: 'not_enough_points' as const, missing_points: 44_500 }
  const { user } = await renderShop([voucher(1_000), voucher(2_550), voucher(900_000, poor)])
  await screen.findByText('from €10')
  expect(titles()).toEqual(['Books voucher'])
  await user.click(screen.getByRole('button', { name: 'Redeem Books voucher' }))
  const dialog = await findDialog()
  expect(dialog.getAllByRole('radio')).toHaveLength(3)
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /€9,000/ }).disabled).toBe(true)
  await user.click(dialog.getByRole('button', { name: 'Redeem' }))
  await dialog.findByText('Choose a card to redeem')
  expect(callsTo('shop.redeem')).toEqual([])
  await expectNoViolations(screen.getByRole('dialog'))
  await user.click(dialog.getByRole('radio', { name: /€25\.50/ }))
  await dialog.findByText('−127')
  expect(dialog.queryByText('Choose a card to redeem')).toBeNull()
})

test('the chosen value of a gift card says whether it needs a comment', async () => {
  const { user } = await renderShop([voucher(1_000), voucher(2_000, { comment_required: true })])
  await user.click(await screen.findByRole('button', { name: 'Redeem Books voucher' }))
  const dialog = await findDialog()
  await user.click(dialog.getByRole('radio', { name: /€20/ }))
  expect(dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Comment' }).required).toBe(true)
  await user.click(dialog.getByRole('radio', { name: /€10/ }))
  dialog.getByRole('textbox', { name: 'Comment (optional)' })
})
