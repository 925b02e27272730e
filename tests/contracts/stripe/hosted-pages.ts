import type { Stripe } from 'stripe'
import { testCards, type TestCard } from '#contract/test-cards.ts'
import { hourS, idOf } from './invoice-lines.ts'
import { getStripeSchema } from './schema-validator.ts'
import { createSubscription } from './subscriptions.ts'
import { type DiscountParams, discountsFor } from './discounts.ts'
import { invalidRequest, resourceMissing, StripeError, type StripeState } from './stripe-state.ts'

const trialLeftMin = 48 * hourS
const pageLifetimeS = 24 * hourS

/** Adds a card to a customer. Returns its id. */
export function addCard(
  state: StripeState,
  customer: string,
  kind: TestCard['kind'],
  last4 = testCards.find((one) => one.kind === kind)?.number.slice(-4) ?? '',
): string {
  const card = getStripeSchema().minimalObject<Stripe.PaymentMethod.Card>(
    'PaymentMethods.PaymentMethod.Card',
    { brand: 'visa', last4, exp_month: 12, exp_year: 2040, funding: 'credit' },
  )
  const method = state.make<Stripe.PaymentMethod>('PaymentMethods.PaymentMethod', 'pm', {
    customer,
    type: 'card',
    card,
    allow_redisplay: 'limited',
  })
  state.cards.set(method.id, kind)
  state.emit('payment_method.attached', method)
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
/** Parameters of the open pages. */
const openPages = new WeakMap<StripeState, Map<string, PageParams>>()

/** Creates a hosted page. Throws for rules that the schema does not express. */
export function createCheckoutPage(state: StripeState, params: Record<string, unknown>): object {
  const page = params as unknown as PageParams
  state.customer(page.customer)
  if (page.mode === 'setup' && page.currency === undefined)
    throw invalidRequest('currency is required in setup mode', 'currency')
  if (page.mode === 'setup' && (page.line_items || page.discounts || page.subscription_data))
    throw invalidRequest('line_items cannot be used in setup mode', 'line_items')
  if (page.mode === 'subscription') {
    if (page.setup_intent_data)
      throw invalidRequest(
        'setup_intent_data cannot be used in subscription mode',
        'setup_intent_data',
      )
    const price = state.get<Stripe.Price>('price', page.line_items?.[0]?.price)
    if (!price.active)
      throw invalidRequest('The price specified is inactive', 'line_items[0][price]')
    if ((page.discounts?.length ?? 0) > 1)
      throw invalidRequest('You may only specify one discount', 'discounts')
    const trialEnd = page.subscription_data?.trial_end
    if (trialEnd !== undefined && trialEnd < state.now + trialLeftMin)
      throw invalidRequest(
        'The trial_end date has to be at least 2 days in the future',
        'subscription_data[trial_end]',
      )
    discountsFor(
      state,
      page.discounts ?? [],
      { customer: page.customer, subscription: null, start: state.now },
      false,
    )
  }
  const session = state.make<Stripe.Checkout.Session>('Checkout.Sessions.Session', 'cs', {
    mode: page.mode,
    customer: page.customer,
    status: 'open',
    success_url: page.success_url,
    metadata: page.metadata ?? {},
    expires_at: state.now + pageLifetimeS,
    currency: 'usd',
    payment_status: 'no_payment_required',
  })
  session.url = `https://checkout.stripe.example/c/pay/${session.id}`
  const all = openPages.get(state) ?? new Map<string, PageParams>()
  openPages.set(state, all.set(session.id, page))
  return session
}

/**
 * Completes a page with a card. Returns the redirect URL. A declined card leaves the page open and
 * changes nothing else.
 */
export function payOnHostedPage(state: StripeState, id: string, kind: TestCard['kind']): string {
  const session = state.get<Stripe.Checkout.Session>('checkout.session', id)
  const page = openPages.get(state)?.get(id)
  if (!page) throw resourceMissing('checkout.session', id)
  if (session.status !== 'open' || session.expires_at <= state.now)
    throw invalidRequest('This page is not open any more')
  const customer = idOf(state.customer(page.customer))
  if (kind === 'declined' || kind === 'insufficient' || kind === 'expired')
    throw new StripeError(402, {
      type: 'card_error',
      code: 'card_declined',
      message: 'Your card was declined.',
    })
  const method = addCard(state, customer, kind)
  if (page.mode === 'setup') {
    session.setup_intent = state.make<Stripe.SetupIntent>('SetupIntents.SetupIntent', 'seti', {
      customer,
      payment_method: method,
      status: 'succeeded',
      metadata: page.setup_intent_data?.metadata ?? {},
    }).id
  } else {
    try {
      session.subscription = createSubscription(state, {
        customer,
        items: page.line_items ?? [],
        default_payment_method: method,
        metadata: page.subscription_data?.metadata ?? {},
        discounts: page.discounts ?? [],
        ...(page.subscription_data?.trial_end === undefined
          ? {}
          : { trial_end: page.subscription_data.trial_end }),
      }).id
    } catch (error) {
      state.objects.delete(method)
      throw error
    }
  }
  Object.assign(session, { status: 'complete', url: null })
  state.emit('checkout.session.completed', session)
  return page.success_url
}
