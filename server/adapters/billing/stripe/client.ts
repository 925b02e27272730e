import { Stripe } from 'stripe'
import type { Language } from '#contract/schemas/common.ts'
import type { SavedCard } from '#server/adapters/cards/card-provider.ts'
import { sha256Hex } from '#server/platform/crypto/sha256.ts'
import { throwRefusal, Refusal } from '#server/platform/errors.ts'

/** Settings of a Stripe account. `url` is the API origin; tests use the loopback. */
export type StripeSettings = { key: string; webhookSecret: string; url: string }
export type StripeClient = Stripe

/**
 * Creates the SDK client without telemetry. Its timeouts stay well within the lease of a command.
 */
export function createStripeClient({
  key,
  url,
}: Pick<StripeSettings, 'key' | 'url'>): StripeClient {
  // The SDK prints notices of Stripe to the console; keep them out of our log.
  process.env['STRIPE_SUPPRESS_NOTICES'] = 'true'
  const { protocol, hostname, port } = new URL(url)
  return new Stripe(key, {
    protocol: protocol === 'http:' ? 'http' : 'https',
    host: hostname,
    ...(port ? { port } : {}),
    timeout: 8_000,
    maxNetworkRetries: 2,
    telemetry: false,
    appInfo: { name: 'Laurel' },
  })
}

/** Stripe uses whole seconds. */
export const toUnixSeconds = (time: Date) => Math.floor(time.getTime() / 1_000)
export const fromUnixSeconds = (seconds: number) => new Date(seconds * 1_000)
export const toStripeLocale = (language: Language) =>
  ({ en: 'en', es: 'es', pt: 'pt-BR', ru: 'ru', ua: 'auto' } as const)[language]

/** Returns whether Stripe has no resource with this id. */
export const isMissingResource = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
/**
 * Returns whether the customer has to act: the bank requires authentication, or the card was
 * removed at Stripe.
 */
export const requiresCustomerAction = (error: unknown) =>
  error instanceof Stripe.errors.StripeError &&
  ([error.code, error.decline_code].some(
    (code) =>
      code === 'authentication_required' || code === 'subscription_payment_intent_requires_action',
  ) ||
    (isMissingResource(error) && error.param === 'default_payment_method'))

/**
 * Converts an SDK error to a refusal: a permanent one, or `unavailable`. Errors in our own requests
 * stay faults.
 */
function toRefusalOrFault(error: unknown): unknown {
  if (!(error instanceof Stripe.errors.StripeError)) return error
  if (error instanceof Stripe.errors.StripeCardError || error.statusCode === 402)
    return new Refusal([{ code: 'payment_failed' }])
  if (error instanceof Stripe.errors.StripeInvalidRequestError) {
    if (error.param?.startsWith('discounts'))
      return new Refusal([{ code: 'promo_invalid', field: 'promo' }])
    return error.param === 'starting_after'
      ? new Refusal([{ code: 'malformed', field: 'cursor' }])
      : error
  }
  return new Refusal([{ code: 'unavailable' }], 2)
}
/** Calls Stripe and converts its errors to refusals. */
export async function callStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toRefusalOrFault(error)
  }
}

/**
 * Returns the idempotency key of a command for its parameters. Stripe rejects a known key with
 * other parameters, such as another card after a decline, so these get another key.
 */
export const idempotencyKeyFor = (key: string, params: object) => ({
  idempotencyKey: `${key}-${sha256Hex(JSON.stringify(params)).slice(0, 16)}`,
})

/** Returns the card of a payment method, or null for other kinds. */
export function toSavedCard(
  method: Stripe.PaymentMethod | string | null | undefined,
): SavedCard | null {
  if (typeof method === 'string') return throwRefusal('unavailable')
  if (!method?.card) return null
  const { brand, last4, exp_month: expMonth, exp_year: expYear } = method.card
  return {
    ref: method.id,
    brand: brand.charAt(0).toUpperCase() + brand.slice(1),
    last4,
    exp_month: expMonth,
    exp_year: expYear,
  }
}

type EventObject = {
  id?: string
  object: string
  customer?: string | { id: string } | null
}
function findEventCustomer({ id, object, customer }: EventObject): string | null {
  if (object === 'customer') return id ?? null
  return typeof customer === 'string' ? customer : (customer?.id ?? null)
}

/** Maximum difference between a webhook's timestamp and our clock. */
const toleranceS = 300
/**
 * Returns a webhook event with its type and customer, or null if the signature is invalid or too
 * old. Only the customer is used from it; everything else is fetched again.
 */
export function parseStripeEvent(
  raw: Buffer,
  signature: string | undefined,
  secret: string,
  at: Date,
): { id: string; payload: { type: string; customer: string | null } } | null {
  let event: Stripe.Event
  try {
    event = Stripe.webhooks.constructEvent(
      raw,
      signature ?? '',
      secret,
      toleranceS,
      undefined,
      at.getTime(),
    )
  } catch (error) {
    if (error instanceof Stripe.errors.StripeSignatureVerificationError) return null
    throw error
  }
  const customer = findEventCustomer(event.data.object as EventObject)
  return { id: event.id, payload: { type: event.type, customer } }
}
