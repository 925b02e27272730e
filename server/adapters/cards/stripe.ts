import { Stripe } from 'stripe'
import { priceBook } from '#contract/prices.ts'
import {
  callStripe,
  toSavedCard,
  toStripeLocale,
  type StripeClient,
} from '#server/adapters/billing/stripe/client.ts'
import { buildReturnUrl } from '#server/adapters/billing/stripe/subscribe.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { CardProvider } from './card-provider.ts'

/** A key in a search: it may hold letters, digits and signs of ours alone. */
const searchByKey = (key: string) => `metadata['key']:'${key.replaceAll(/[^\w:.-]/g, '')}'`
const isPaid = ({ status, amount_received: amountReceived }: Stripe.PaymentIntent) =>
  status === 'succeeded' && amountReceived > 0

/**
 * The charge that was made under a key. Stripe's search knows what is older than a minute, and its
 * list what is newer.
 */
async function findIntentByKey(
  stripe: StripeClient,
  key: string,
): Promise<Stripe.PaymentIntent | undefined> {
  const { data: recent } = await stripe.paymentIntents.list({ limit: 100 })
  const fresh = recent.find(({ metadata }) => metadata['key'] === key)
  return (
    fresh ?? (await stripe.paymentIntents.search({ query: searchByKey(key), limit: 1 })).data[0]
  )
}

/** Cards with Stripe: entered on its page, charged while nobody is there. */
export function createStripeCardProvider(stripe: StripeClient): CardProvider {
  return {
    kind: 'stripe',
    startSetup: ({ workspace_id: workspaceId, customer, purpose, callback, token, language }) =>
      callStripe(async () => {
        const metadata = { workspace_id: workspaceId, purpose }
        const { id, url } = await stripe.checkout.sessions.create(
          {
            mode: 'setup',
            customer,
            currency: priceBook.currency,
            allowed_payment_method_types: ['card'],
            locale: toStripeLocale(language),
            client_reference_id: workspaceId,
            metadata,
            setup_intent_data: { metadata },
            success_url: buildReturnUrl(callback, 'card', 'added'),
            cancel_url: buildReturnUrl(callback, 'card', 'canceled'),
          },
          { idempotencyKey: `page-${token}` },
        )
        return { url: url ?? throwRefusal('unavailable'), ref: id }
      }),
    findSetupCard: (ref) =>
      callStripe(async () => {
        const { status, setup_intent: setupIntent } = await stripe.checkout.sessions.retrieve(ref, {
          expand: ['setup_intent.payment_method'],
        })
        return status === 'complete' && typeof setupIntent === 'object'
          ? toSavedCard(setupIntent?.payment_method)
          : null
      }),
    charge: ({
      workspace_id: workspaceId,
      customer,
      key,
      card,
      amount_cents: amountCents,
      currency,
      description,
    }) =>
      callStripe(async () => {
        // Stripe forgets an Idempotency-Key after a day; the charge itself it knows for ever.
        const before = (await stripe.paymentIntents.search({ query: searchByKey(key), limit: 1 }))
          .data[0]
        if (before)
          return isPaid(before)
            ? before.id
            : throwRefusal(before.status === 'processing' ? 'unavailable' : 'payment_failed')
        const intent = await stripe.paymentIntents.create(
          {
            customer,
            payment_method: card.ref,
            amount: amountCents,
            currency: currency.toLowerCase(),
            description,
            confirm: true,
            off_session: true,
            metadata: { workspace_id: workspaceId, key, purpose: 'rewards' },
          },
          { idempotencyKey: `charge-${key}` },
        )
        return isPaid(intent) ? intent.id : throwRefusal('payment_failed')
      }),
    refund: ({ key }) =>
      callStripe(async () => {
        const intent = await findIntentByKey(stripe, key)
        if (!intent || !isPaid(intent)) return false
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
