import type { Stripe } from 'stripe'
import { testCards, type TestCard } from '#contract/test-cards.ts'
import { idOf } from './invoices.ts'
import { getStripeSchema } from './schema-validator.ts'
import { createSubscription, type DiscountParams, discountsFor } from './subscriptions.ts'
import { invalidRequest, resourceMissing, StripeError, type StripeState } from './stripe-state.ts'

const hourS = 3_600
const trialLeftMin = 48 * hourS
const pageLifetimeS = 24 * hourS

/** A card of a customer; answers its name. */
export function addCard(
  world: StripeState,
  customer: string,
  kind: TestCard['kind'],
  last4 = testCards.find((one) => one.kind === kind)?.number.slice(-4) ?? '',
): string {
  const card = getStripeSchema().blank<Stripe.PaymentMethod.Card>(
    'PaymentMethods.PaymentMethod.Card',
    { brand: 'visa', last4, exp_month: 12, exp_year: 2040, funding: 'credit' },
  )
  const method = world.make<Stripe.PaymentMethod>('PaymentMethods.PaymentMethod', 'pm', {
    customer,
    type: 'card',
    card,
    allow_redisplay: 'limited',
  })
  world.cards.set(method.id, kind)
  world.emit('payment_method.attached', method)
  return method.id
}

type PageParams = {
  mode: 'setup' | 'subscription'
  customer: string
  success_url: string
  currency?: string
  line_items?: { price: string; quantity: number }[]
  discounts?: DiscountParams[]
  subscription_data?: { trial_end?: number; metadata?: Record<string, string> }
  setup_intent_data?: { metadata?: Record<string, string> }
  metadata?: Record<string, string>
}
/** What pages were asked for, until somebody goes through them. */
const openPages = new WeakMap<StripeState, Map<string, PageParams>>()

/** A page of Stripe's own. What its schema does not say is said here. */
export function createCheckoutPage(world: StripeState, asked: Record<string, unknown>): object {
  const ask = asked as unknown as PageParams
  world.customer(ask.customer)
  if (ask.mode === 'setup' && ask.currency === undefined)
    throw invalidRequest('currency is required in setup mode', 'currency')
  if (ask.mode === 'setup' && (ask.line_items || ask.discounts || ask.subscription_data))
    throw invalidRequest('line_items cannot be used in setup mode', 'line_items')
  if (ask.mode === 'subscription') {
    if (ask.setup_intent_data)
      throw invalidRequest(
        'setup_intent_data cannot be used in subscription mode',
        'setup_intent_data',
      )
    const price = world.get<Stripe.Price>('price', ask.line_items?.[0]?.price)
    if (!price.active)
      throw invalidRequest('The price specified is inactive', 'line_items[0][price]')
    if ((ask.discounts?.length ?? 0) > 1)
      throw invalidRequest('You may only specify one discount', 'discounts')
    const trialEnd = ask.subscription_data?.trial_end
    if (trialEnd !== undefined && trialEnd < world.now + trialLeftMin)
      throw invalidRequest(
        'The trial_end date has to be at least 2 days in the future',
        'subscription_data[trial_end]',
      )
    discountsFor(
      world,
      ask.discounts ?? [],
      { customer: ask.customer, subscription: null, start: world.now },
      false,
    )
  }
  const session = world.make<Stripe.Checkout.Session>('Checkout.Sessions.Session', 'cs', {
    mode: ask.mode,
    customer: ask.customer,
    status: 'open',
    success_url: ask.success_url,
    metadata: ask.metadata ?? {},
    expires_at: world.now + pageLifetimeS,
    currency: 'usd',
    payment_status: 'no_payment_required',
  })
  session.url = `https://checkout.stripe.example/c/pay/${session.id}`
  const all = openPages.get(world) ?? new Map<string, PageParams>()
  openPages.set(world, all.set(session.id, ask))
  return session
}

/**
 * Somebody enters a card on a page: answers where it leads to. A refused card leaves the page open,
 * and nothing else.
 */
export function payOnHostedPage(world: StripeState, id: string, kind: TestCard['kind']): string {
  const session = world.get<Stripe.Checkout.Session>('checkout.session', id)
  const ask = openPages.get(world)?.get(id)
  if (!ask) throw resourceMissing('checkout.session', id)
  if (session.status !== 'open' || session.expires_at <= world.now)
    throw invalidRequest('This page is not open any more')
  const customer = idOf(world.customer(ask.customer))
  if (kind === 'declined' || kind === 'insufficient' || kind === 'expired')
    throw new StripeError(402, {
      type: 'card_error',
      code: 'card_declined',
      message: 'Your card was declined.',
    })
  const method = addCard(world, customer, kind)
  if (ask.mode === 'setup') {
    session.setup_intent = world.make<Stripe.SetupIntent>('SetupIntents.SetupIntent', 'seti', {
      customer,
      payment_method: method,
      status: 'succeeded',
      metadata: ask.setup_intent_data?.metadata ?? {},
    }).id
  } else {
    try {
      session.subscription = createSubscription(world, {
        customer,
        items: ask.line_items ?? [],
        default_payment_method: method,
        metadata: ask.subscription_data?.metadata ?? {},
        discounts: ask.discounts ?? [],
        ...(ask.subscription_data?.trial_end === undefined
          ? {}
          : { trial_end: ask.subscription_data.trial_end }),
      }).id
    } catch (error) {
      world.objects.delete(method)
      throw error
    }
  }
  Object.assign(session, { status: 'complete', url: null })
  world.emit('checkout.session.completed', session)
  return ask.success_url
}
