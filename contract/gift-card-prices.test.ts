import { expect, test } from 'vitest'
import { proposedPrice, toUsdCents } from './gift-card-prices.ts'

test('toUsdCents converts an amount at a fixed rate and rounds it up', () => {
  expect([toUsdCents(2_500, 'USD'), toUsdCents(2_500, 'EUR'), toUsdCents(1_001, 'UAH')]).toEqual([
    2_500, 2_500, 26,
  ])
  // Yen and dong have no cents: 10,000 and 500,000 of them are not ten thousand dollars.
  expect([toUsdCents(10_000, 'JPY'), toUsdCents(500_000, 'VND')]).toEqual([6_667, 2_000])
})

test('proposedPrice returns about one point for 10 US cents', () => {
  expect([
    proposedPrice(2_500, 'USD'),
    proposedPrice(500_000, 'VND'),
    proposedPrice(14_000, 'ISK'),
  ]).toEqual([250, 200, 1_000])
})
