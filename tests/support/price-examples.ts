import type { Plan } from '#contract/prices.ts'

/**
 * Prices of whole periods, computed by hand: every billing implementation must match them to the
 * cent. `promo` is a percentage, taken off after the 10% for life.
 */
export const priceExamples: {
  people: number
  plan: Plan
  lifetime?: true
  promo?: number
  subtotal: number
  total: number
}[] = [
  { people: 3, plan: 'month', subtotal: 9_000, total: 9_000 },
  { people: 5, plan: 'month', subtotal: 9_000, total: 9_000 },
  { people: 6, plan: 'month', subtotal: 9_300, total: 9_300 },
  { people: 40, plan: 'month', subtotal: 19_500, total: 19_500 },
  { people: 3, plan: 'year', subtotal: 97_200, total: 97_200 },
  { people: 5, plan: 'year', subtotal: 97_200, total: 97_200 },
  { people: 6, plan: 'year', subtotal: 100_440, total: 100_440 },
  { people: 40, plan: 'year', subtotal: 210_600, total: 210_600 },
  { people: 3, plan: 'month', lifetime: true, subtotal: 9_000, total: 8_100 },
  { people: 6, plan: 'month', lifetime: true, subtotal: 9_300, total: 8_370 },
  { people: 40, plan: 'year', lifetime: true, subtotal: 210_600, total: 189_540 },
  { people: 5, plan: 'month', promo: 20, subtotal: 9_000, total: 7_200 },
  { people: 6, plan: 'year', promo: 15, subtotal: 100_440, total: 85_374 },
  { people: 5, plan: 'month', lifetime: true, promo: 20, subtotal: 9_000, total: 6_480 },
  // 9300 - 930 = 8370; 33% of it is 2762.1.
  { people: 6, plan: 'month', lifetime: true, promo: 33, subtotal: 9_300, total: 5_608 },
  { people: 40, plan: 'year', lifetime: true, promo: 50, subtotal: 210_600, total: 94_770 },
]
