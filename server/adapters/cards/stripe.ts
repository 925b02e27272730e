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
import type { CardProvider, ChargeRequest, SavedCard, SetupRequest } from './card-provider.ts'

/** Returns the search query for a key, reduced to safe characters. */
const searchByKey = (key: string) => `metadata['key']:'${key.replaceAll(/[^\w:.-]/g, '')}'`
const isPaid = ({ status, amount_received: amountReceived }: Stripe.PaymentIntent) =>
  status === 'succeeded' && amountReceived > 0

/**
 * Returns the charge of a key. Stripe's search index lags by about a minute; the list covers recent
 * charges.
 */
async function findIntentByKey(
  stripe: StripeClient,
  key: string,
): Promise<Stripe.PaymentIntent | undefined> {
  const { data: recent } = await stripe.paymentIntents.list({ limit: 100 })
  const recentIntent = recent.find(({ metadata }) => metadata['key'] === key)
  return (
    recentIntent ??
    (await stripe.paymentIntents.search({ query: searchByKey(key), limit: 1 })).data[0]
  )
}

async function createCardSetup(
  stripe: StripeClient,
  { workspace_id: workspaceId, customer, purpose, callback, token, language }: SetupRequest,
): Promise<{ url: string; ref: string }> {
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
}

async function findSetupCard(stripe: StripeClient, ref: string): Promise<SavedCard | null> {
  const { status, setup_intent: setupIntent } = await stripe.checkout.sessions.retrieve(ref, {
    expand: ['setup_intent.payment_method'],
  })
  return status === 'complete' && typeof setupIntent === 'object'
    ? toSavedCard(setupIntent?.payment_method)
    : null
}

async function chargeCard(
  stripe: StripeClient,
  {
    workspace_id: workspaceId,
    customer,
    key,
    card,
    amount_cents: amountCents,
    currency,
    description,
  }: ChargeRequest,
): Promise<string> {
  // Stripe drops idempotency keys after a day, but keeps the charges.
  const existing = (await stripe.paymentIntents.search({ query: searchByKey(key), limit: 1 }))
    .data[0]
  if (existing)
    return isPaid(existing)
      ? existing.id
      : throwRefusal(existing.status === 'processing' ? 'unavailable' : 'payment_failed')
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
}

const isAlreadyRefunded = (error: unknown): boolean =>
  error instanceof Stripe.errors.StripeInvalidRequestError &&
  error.code === 'charge_already_refunded'

async function refundCharge(stripe: StripeClient, key: string): Promise<boolean> {
  const intent = await findIntentByKey(stripe, key)
  if (!intent || !isPaid(intent)) return false
  try {
    await stripe.refunds.create({ payment_intent: intent.id }, { idempotencyKey: `refund-${key}` })
  } catch (error) {
    if (!isAlreadyRefunded(error)) throw error
  }
  return true
}

/** Creates the card provider for Stripe: cards are entered on its page and charged off session. */
export function createStripeCardProvider(stripe: StripeClient): CardProvider {
  return {
    kind: 'stripe',
    startSetup: (request) => callStripe(() => createCardSetup(stripe, request)),
    findSetupCard: (ref) => callStripe(() => findSetupCard(stripe, ref)),
    charge: (request) => callStripe(() => chargeCard(stripe, request)),
    refund: ({ key }) => callStripe(() => refundCharge(stripe, key)),
  }
}
