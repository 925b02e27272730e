import type { Route } from './route.ts'
import * as checkout from '#contract/schemas/checkout.ts'

export const checkoutRoutes = {
  'checkout.get': {
    method: 'POST',
    path: '/checkout/session',
    summary: 'Contents of our own checkout page',
    access: 'public',
    body: checkout.checkoutToken,
    output: checkout.checkoutPage,
    errors: ['checkout_invalid', 'promo_invalid'],
  },
  'checkout.pay': {
    method: 'POST',
    path: '/checkout/session/card',
    summary: 'Enter a test card on our own checkout page',
    access: 'public',
    body: checkout.checkoutInput,
    output: checkout.checkoutResult,
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
