import { z } from 'zod'
import { invoice, plan } from './billing.ts'
import { namedObject, namedStrictObject } from './common.ts'

/**
 * Purpose of our own checkout page (BILLING=local). It moves no real money and accepts no real
 * card.
 */
const cardPurpose = z.enum(['subscription', 'rewards'])
export type CardPurpose = z.infer<typeof cardPurpose>
export const checkoutToken = namedStrictObject('TokenInput', {
  token: z.string('checkout_invalid').min(1, 'checkout_invalid').max(200, 'checkout_invalid'),
})
/**
 * `order`: the page also starts a subscription, with this price and date. `offer`: the card earns
 * the lifetime discount.
 */
export const checkoutPage = namedObject('CheckoutPage', {
  team: z.string(),
  purpose: cardPurpose,
  offer: z.boolean(),
  cancel_url: z.string(),
  order: z.object({ plan, quantity: z.number().int(), invoice }).nullable(),
})

/** Non-empty text. An empty value reports `required` only. */
const requiredText = z.string('required').trim().min(1, { error: 'required', abort: true })
const stripSeparators = (text: string) => text.replaceAll(/[\s-]/g, '')
export const checkoutInput = checkoutToken
  .extend({
    number: z
      .string('required')
      .max(40, 'wrong_format')
      .transform(stripSeparators)
      .pipe(requiredText.regex(/^\d{16}$/, 'wrong_format')),
    expiry: requiredText.regex(/^(0[1-9]|1[0-2])\s*\/\s*\d{2}$/, 'wrong_format'),
    cvc: requiredText.regex(/^\d{3,4}$/, 'wrong_format'),
    /** The customer completed the bank's confirmation step (3-D Secure). */
    confirmed: z.boolean('wrong_format').default(false),
  })
  .meta({ id: 'CheckoutInput' })
/** The page to open next. Null while the bank requires confirmation. */
export const checkoutResult = namedObject('CheckoutResult', { redirect_url: z.string().nullable() })
