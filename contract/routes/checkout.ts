import type { Route } from './route.ts'
import * as checkout from '#contract/schemas/checkout.ts'

export const checkoutRoutes = {
  'checkout.get': {
    method: 'POST',
    path: '/checkout/session',
    summary: 'Get the contents of the checkout page of `BILLING=local`',
    access: 'public',
    body: checkout.checkoutToken,
    output: checkout.checkoutPage,
    // Only reads; the token travels in the body.
    affects: [],
    errors: ['checkout_invalid', 'promo_invalid'],
  },
  'checkout.pay': {
    method: 'POST',
    path: '/checkout/session/card',
    summary: 'Pay with a test card on the checkout page of `BILLING=local`',
    access: 'public',
    body: checkout.checkoutInput,
    output: checkout.checkoutResult,
    // The answer leads to another page, which starts with an empty cache.
    affects: [],
    errors: [
      'checkout_invalid',
      'required',
      'wrong_format',
      'payment_failed',
      'promo_invalid',
      'conflict',
    ],
  },
} as const satisfies Record<string, Route>
