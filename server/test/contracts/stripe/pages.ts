import type { Stripe } from 'stripe'
import { test_cards, type TestCard } from '#contract/test-cards.ts'
import { idOf } from './invoices.ts'
import { stripeSchema } from './schema.ts'
import { begin, type DiscountAsk, discountsFor } from './subscriptions.ts'
import { invalid, missing, Refused, type World } from './world.ts'

const hour = 3_600
const trial_left_min = 48 * hour
const page_life = 24 * hour

/** A card of a customer; answers its name. */
export function addCard(
  world: World,
  customer: string,
  kind: TestCard['kind'],
  last4 = test_cards.find((one) => one.kind === kind)?.number.slice(-4) ?? '',
): string {
  const card = stripeSchema().blank<Stripe.PaymentMethod.Card>(
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

type PageAsk = {
  mode: 'setup' | 'subscription'
  customer: string
  success_url: string
  currency?: string
  line_items?: { price: string; quantity: number }[]
  discounts?: DiscountAsk[]
  subscription_data?: { trial_end?: number; metadata?: Record<string, string> }
  setup_intent_data?: { metadata?: Record<string, string> }
  metadata?: Record<string, string>
}
/** What pages were asked for, until somebody goes through them. */
const asks = new WeakMap<World, Map<string, PageAsk>>()

/** A page of Stripe's own. What its schema does not say is said here. */
export function openPage(world: World, asked: Record<string, unknown>): object {
  const ask = asked as unknown as PageAsk
  world.customer(ask.customer)
  if (ask.mode === 'setup' && ask.currency === undefined)
    throw invalid('currency is required in setup mode', 'currency')
  if (ask.mode === 'setup' && (ask.line_items || ask.discounts || ask.subscription_data))
    throw invalid('line_items cannot be used in setup mode', 'line_items')
  if (ask.mode === 'subscription') {
    if (ask.setup_intent_data)
      throw invalid('setup_intent_data cannot be used in subscription mode', 'setup_intent_data')
    const price = world.get<Stripe.Price>('price', ask.line_items?.[0]?.price)
    if (!price.active) throw invalid('The price specified is inactive', 'line_items[0][price]')
    if ((ask.discounts?.length ?? 0) > 1)
      throw invalid('You may only specify one discount', 'discounts')
    const trial_end = ask.subscription_data?.trial_end
    if (trial_end !== undefined && trial_end < world.now + trial_left_min)
      throw invalid(
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
    expires_at: world.now + page_life,
    currency: 'usd',
    payment_status: 'no_payment_required',
  })
  session.url = `https://checkout.stripe.example/c/pay/${session.id}`
  const all = asks.get(world) ?? new Map<string, PageAsk>()
  asks.set(world, all.set(session.id, ask))
  return session
}

/**
 * Somebody enters a card on a page: answers where it leads to. A refused card leaves the page open,
 * and nothing else.
 */
export function payPage(world: World, id: string, kind: TestCard['kind']): string {
  const session = world.get<Stripe.Checkout.Session>('checkout.session', id)
  const ask = asks.get(world)?.get(id)
  if (!ask) throw missing('checkout.session', id)
  if (session.status !== 'open' || session.expires_at <= world.now)
    throw invalid('This page is not open any more')
  const customer = idOf(world.customer(ask.customer))
  if (kind === 'declined' || kind === 'insufficient' || kind === 'expired')
    throw new Refused(402, {
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
      session.subscription = begin(world, {
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
      world.things.delete(method)
      throw error
    }
  }
  Object.assign(session, { status: 'complete', url: null })
  world.emit('checkout.session.completed', session)
  return ask.success_url
}
