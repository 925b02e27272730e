import type { OutputOf } from '#contract/routes/index.ts'
import type { LiabilityAccounts, LiabilityFigures } from '#contract/schemas/liability.ts'

const figures = (wallets: number, held: number, currency = 'EUR'): LiabilityFigures => ({
  wallets,
  held,
  total: wallets + held,
  without_worth: 0,
  money: [{ currency, minor: (wallets + held) * 10 }],
})

/** Returns what a company owes in two countries and one group, as the API presents it. */
export const makeLiability = (
  fields: Partial<OutputOf<'liability.get'>> = {},
): OutputOf<'liability.get'> => ({
  day: '2026-06-15',
  stored: false,
  figures: {
    wallets: 12_400,
    held: 600,
    total: 13_000,
    without_worth: 250,
    money: [
      { currency: 'EUR', minor: 97_500 },
      { currency: 'JPY', minor: 45_000 },
    ],
  },
  overdrawn: 0,
  awards_held: 0,
  countries: [
    { country: 'DE', figures: figures(9_400, 350) },
    { country: 'JP', figures: figures(2_750, 250, 'JPY') },
    {
      country: null,
      figures: { wallets: 250, held: 0, total: 250, without_worth: 250, money: [] },
    },
  ],
  ages: [
    { age: '30', wallets: 5_200, held: 600, received: 6_000, used_share: 3_100, expected: 4_060 },
    { age: '90', wallets: 4_100, held: 0, received: 8_000, used_share: 4_800, expected: 2_460 },
    { age: '365', wallets: 2_600, held: 0, received: 9_000, used_share: 6_900, expected: 1_300 },
    { age: 'older', wallets: 500, held: 0, received: 4_000, used_share: 8_700, expected: 200 },
  ],
  groups: [
    {
      group: {
        id: '00000000-0000-7000-8000-0000000000c1',
        kind: 'department',
        name: 'Engineering',
      },
      people: 12,
      figures: figures(4_200, 100),
    },
  ],
  expected: { points: 8_020, money: [{ currency: 'EUR', minor: 60_200 }] },
  ...fields,
})

/** Returns how the points owed changed in June, with a change of the worth. */
export const makeLiabilityChanges = (): OutputOf<'liability.changes'> => ({
  from: '2026-06-01',
  to: '2026-06-15',
  opening: { points: 12_100, without_worth: 0, money: [{ currency: 'EUR', minor: 121_000 }] },
  lines: [
    { kind: 'posts', points: 2_300, money: [{ currency: 'EUR', minor: 23_000 }] },
    { kind: 'celebrations', points: 0, money: [] },
    { kind: 'redemptions', points: -1_400, money: [{ currency: 'EUR', minor: -14_000 }] },
    { kind: 'change_of_worth', points: 0, money: [{ currency: 'EUR', minor: 6_500 }] },
  ],
  worth_changes: [{ day: '2026-06-10', money: [{ currency: 'EUR', minor: 6_500 }] }],
  closing: { points: 13_000, without_worth: 0, money: [{ currency: 'EUR', minor: 136_500 }] },
})

export const liabilityAccountNames: LiabilityAccounts = {
  expense: 'Recognition expense',
  liability: 'Liability of points',
  redemptions: 'Redemptions',
  corrections: 'Corrections',
  change_of_worth: 'Change of worth',
  cost_center: '',
}
