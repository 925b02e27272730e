import { expect, test } from 'vitest'
import type { ShopReward } from '#contract/schemas/rewards.ts'
import { currencyOfCountry } from '#contract/currency.ts'
import { filterAndSortItems, groupShopItems } from './shop-items.ts'

const reward = (id: string, fields: Partial<ShopReward> = {}): ShopReward => ({
  id,
  title: id,
  description: '',
  price: 10,
  category: 'charity',
  emoji: '🎁',
  picture: { url: null },
  one_time: false,
  comment_required: false,
  available_amount: null,
  type: 'manual',
  reward_type: 'individual',
  country: null,
  product_id: null,
  gift_card_value: null,
  deadline: null,
  filling_price: null,
  person_max: null,
  person_period: 'ever',
  demo: false,
  created_at: '2026-01-01T00:00:00Z',
  missing_points: 0,
  price_until: null,
  purchase_id: null,
  contributed: 0,
  contributors: [],
  blocked: null,
  ...fields,
})
const card = (id: string, value: number, country = 'US') =>
  reward(id, {
    type: 'automatic',
    product_id: 'books',
    country,
    gift_card_value: value,
    price: value / 10,
    category: 'money_and_giftcards',
  })

test('groups the denominations of a gift card by country, smallest first', () => {
  const items = groupShopItems([
    reward('tea'),
    card('b', 5_000),
    card('de', 2_000, 'DE'),
    card('a', 1_000),
    reward('cake'),
  ])
  expect(items.map((item) => item.rewards.map((reward) => reward.id))).toEqual([
    ['tea'],
    ['a', 'b'],
    ['de'],
    ['cake'],
  ])
})

test('filters by category and sorts a gift card by its cheapest value', () => {
  const items = groupShopItems([
    card('b', 5_000),
    card('a', 1_000),
    reward('Tea', { price: 150, created_at: '2026-03-01T00:00:00Z' }),
    reward('Cake', { price: 50 }),
  ])
  const ids = (
    ...how: [Parameters<typeof filterAndSortItems>[1], Parameters<typeof filterAndSortItems>[2]]
  ) => filterAndSortItems(items, ...how).map((item) => item.rewards[0].id)
  expect(ids({}, 'price')).toEqual(['Cake', 'a', 'Tea'])
  expect(ids({}, 'title')).toEqual(['a', 'Cake', 'Tea'])
  expect(ids({}, 'newest')[0]).toBe('Tea')
  expect(ids({ category: 'charity' }, 'price')).toEqual(['Cake', 'Tea'])
  expect(ids({ category: 'creative' }, 'price')).toEqual([])
})

test('a gift card is found by category and words of each value', () => {
  const large = { ...card('large', 5_000), category: 'charity' as const, title: 'Gift for others' }
  const items = groupShopItems([card('small', 1_000), large])
  const found = (filter: Parameters<typeof filterAndSortItems>[1]) =>
    filterAndSortItems(items, filter, 'price').length
  expect(found({ category: 'money_and_giftcards' })).toBe(1)
  expect(found({ category: 'charity' })).toBe(1)
  expect(found({ search: 'others' })).toBe(1)
  expect(found({ search: 'small others' })).toBe(0)
})

test('currencyOfCountry falls back to dollars for an unknown country', () => {
  expect(['DE', 'US', 'GB', 'UA', 'QQ', null].map(currencyOfCountry)).toEqual([
    'EUR',
    'USD',
    'GBP',
    'UAH',
    'USD',
    'USD',
  ])
})
