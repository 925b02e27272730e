import type { LeaverAccount } from '#contract/schemas/leavers.ts'

/** Returns what the page of a leaver shows: a balance and one reward. */
export const makeLeaverAccount = (fields: Partial<LeaverAccount> = {}): LeaverAccount => ({
  team: 'Northwind',
  logo: { url: null },
  first_name: 'Lea',
  balance: 50,
  worth: { currency: 'USD', minor: 500 },
  outcome: 'return',
  ends_at: '2026-03-31T09:00:00.000Z',
  timezone: 'UTC',
  rewards: [
    {
      id: '00000000-0000-7000-8000-000000000051',
      title: 'Tea',
      description: '',
      emoji: '🍵',
      picture: { url: null },
      price: 30,
      type: 'manual',
      comment_required: false,
      missing_points: 0,
      person_max: null,
      person_period: 'ever',
      blocked: null,
    },
  ],
  purchases: [],
  ...fields,
})
