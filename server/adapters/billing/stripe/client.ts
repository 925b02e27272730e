import { createHash } from 'node:crypto'
import { Stripe } from 'stripe'
import type { Language } from '#contract/schemas/common.ts'
import type { SavedCard } from '#server/adapters/cards/card-provider.ts'
import { throwRefusal, Refusal } from '#server/platform/errors.ts'

/** An account with Stripe. `url` is where it answers; a test points it at the loopback. */
export type StripeSettings = { key: string; webhookSecret: string; url: string }
export type StripeClient = Stripe

/**
 * The SDK as we use it: it tells nobody how it is used, and gives up well within the lease that an
 * act holds.
 */
export function createStripeClient({
  key,
  url,
}: Pick<StripeSettings, 'key' | 'url'>): StripeClient {
  // The SDK prints what Stripe would like its customers to read; our log is not the place.
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

/** Stripe counts in whole seconds. */
export const toUnixSeconds = (time: Date) => Math.floor(time.getTime() / 1_000)
export const fromUnixSeconds = (seconds: number) => new Date(seconds * 1_000)
export const toStripeLocale = (language: Language) =>
  ({ en: 'en', es: 'es', pt: 'pt-BR', ru: 'ru', ua: 'auto' } as const)[language]

/** Whether Stripe has nothing of that name (any more). */
export const isMissingResource = (error: unknown) =>
  error instanceof Stripe.errors.StripeInvalidRequestError && error.code === 'resource_missing'
/**
 * The bank wants to see the payer, or the card was taken away at Stripe: somebody has to go to the
 * page.
 */
export const requiresCustomerAction = (error: unknown) =>
  error instanceof Stripe.errors.StripeError &&
  ([error.code, error.decline_code].some(
    (code) =>
      code === 'authentication_required' || code === 'subscription_payment_intent_requires_action',
  ) ||
    (isMissingResource(error) && error.param === 'default_payment_method'))

/**
 * An error of the SDK as ours: refused for good, or `unavailable`. What we asked wrongly stays a
 * fault.
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
/** Asks Stripe; what it refuses is refused in our words. */
export async function callStripe<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw toRefusalOrFault(error)
  }
}

/**
 * The name of an act for Stripe: the same words under the same key are one act. Other words
 * (another card after a refusal) are another one, which Stripe would otherwise refuse.
 */
export const idempotencyKeyFor = (key: string, words: object) => ({
  idempotencyKey: `${key}-${createHash('sha256').update(JSON.stringify(words)).digest('hex').slice(0, 16)}`,
})

/** A card as we keep it; null for whatever else somebody may pay with. */
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

/** How far a webhook's time may be from ours. */
const toleranceS = 300
/**
 * News of Stripe: their name, and whom they are about. Null for bytes that were not signed with our
 * secret, or long ago. Only the customer is believed; everything about them is read anew.
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
  const about = event.data.object as {
    id?: string
    object: string
    customer?: string | { id: string } | null
  }
  const customer =
    about.object === 'customer'
      ? about.id
      : typeof about.customer === 'string'
        ? about.customer
        : about.customer?.id
  return { id: event.id, payload: { type: event.type, customer: customer ?? null } }
}
