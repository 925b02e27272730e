import type { Route } from './route.ts'
import * as rewards from '#contract/schemas/rewards.ts'

export const giftCardsRoutes = {
  'giftcards.claim': {
    method: 'POST',
    path: '/claim',
    summary: 'Get the voucher of a claim link',
    access: 'public',
    body: rewards.claimToken,
    output: rewards.voucherClaim,
    // Only reads; the token travels in the body.
    affects: [],
    errors: ['claim_invalid'],
  },
} as const satisfies Record<string, Route>
