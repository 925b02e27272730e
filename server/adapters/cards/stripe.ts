import { Stripe } from 'stripe'
import { price_book } from '#contract/prices.ts'
import {
  asked,
  cardFrom,
  localeOf,
  type StripeClient,
} from '#server/adapters/billing/stripe/client.ts'
import { backTo } from '#server/adapters/billing/stripe/orders.ts'
import { fail } from '#server/platform/errors.ts'
import type { Cards } from './cards.ts'

/** A key in a search: it may hold letters, digits and signs of ours alone. */
const quoted = (key: string) => `metadata['key']:'${key.replaceAll(/[^\w:.-]/g, '')}'`
const took = ({ status, amount_received }: Stripe.PaymentIntent) =>
  status === 'succeeded' && amount_received > 0

/**
 * The charge that was made under a key. Stripe's search knows what is older than a minute, and its
 * list what is newer.
 */
async function made(stripe: StripeClient, key: string): Promise<Stripe.PaymentIntent | undefined> {
  const { data: recent } = await stripe.paymentIntents.list({ limit: 100 })
  const fresh = recent.find(({ metadata }) => metadata['key'] === key)
  return fresh ?? (await stripe.paymentIntents.search({ query: quoted(key), limit: 1 })).data[0]
}

/** Cards with Stripe: entered on its page, charged while nobody is there. */
export function stripeCards(stripe: StripeClient): Cards {
  return {
    kind: 'stripe',
    startSetup: ({ workspace_id, customer, purpose, callback, token, language }) =>
      asked(async () => {
        const metadata = { workspace_id, purpose }
        const { id, url } = await stripe.checkout.sessions.create(
          {
            mode: 'setup',
            customer,
            currency: price_book.currency,
            allowed_payment_method_types: ['card'],
            locale: localeOf(language),
            client_reference_id: workspace_id,
            metadata,
            setup_intent_data: { metadata },
            success_url: backTo(callback, 'card', 'added'),
            cancel_url: backTo(callback, 'card', 'canceled'),
          },
          { idempotencyKey: `page-${token}` },
        )
        return { url: url ?? fail('unavailable'), ref: id }
      }),
    lookAtSetup: (ref) =>
      asked(async () => {
        const { status, setup_intent } = await stripe.checkout.sessions.retrieve(ref, {
          expand: ['setup_intent.payment_method'],
        })
        return status === 'complete' && typeof setup_intent === 'object'
          ? cardFrom(setup_intent?.payment_method)
          : null
      }),
    charge: ({ workspace_id, customer, key, card, amount_cents, currency, description }) =>
      asked(async () => {
        // Stripe forgets an Idempotency-Key after a day; the charge itself it knows for ever.
        const before = (await stripe.paymentIntents.search({ query: quoted(key), limit: 1 }))
          .data[0]
        if (before)
          return took(before)
            ? before.id
            : fail(before.status === 'processing' ? 'unavailable' : 'payment_failed')
        const intent = await stripe.paymentIntents.create(
          {
            customer,
            payment_method: card.ref,
            amount: amount_cents,
            currency: currency.toLowerCase(),
            description,
            confirm: true,
            off_session: true,
            metadata: { workspace_id, key, purpose: 'rewards' },
          },
          { idempotencyKey: `charge-${key}` },
        )
        return took(intent) ? intent.id : fail('payment_failed')
      }),
    refund: ({ key }) =>
      asked(async () => {
        const intent = await made(stripe, key)
        if (!intent || !took(intent)) return false
        try {
          await stripe.refunds.create(
            { payment_intent: intent.id },
            { idempotencyKey: `refund-${key}` },
          )
        } catch (error) {
          if (
            !(
              error instanceof Stripe.errors.StripeInvalidRequestError &&
              error.code === 'charge_already_refunded'
            )
          )
            throw error
        }
        return true
      }),
  }
}
