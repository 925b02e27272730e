import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'
import { cardError, idOf, subscriptionIdOf, chargeCard, voidInvoice } from './invoices.ts'
import { addCard, createCheckoutPage } from './hosted-pages.ts'
import {
  assertAttached,
  createSubscription,
  type SubscriptionParams,
  changeSubscription,
  toPlanChange,
  type DiscountParams,
  discountsFor,
  endSubscription,
  type ItemParams,
  payInvoice,
  previewInvoice,
} from './subscriptions.ts'
import { invalidRequest, StripeError, type StripeState } from './stripe-state.ts'

type OperationParams = Record<string, unknown> & {
  limit?: number
  starting_after?: string
  customer?: string
  metadata?: Record<string, string>
}
type Handler = (world: StripeState, asked: OperationParams, id: string) => object

const mergeMetadata = (
  before: Record<string, string> | null,
  metadata: Record<string, string> = {},
) =>
  Object.fromEntries(Object.entries({ ...before, ...metadata }).filter(([, text]) => text !== ''))
const isWithin = (time: number, range: unknown) => {
  const { gte = -Infinity, lte = Infinity } = (range ?? {}) as { gte?: number; lte?: number }
  return time >= gte && time <= lte
}

function applyCustomerParams(
  world: StripeState,
  asked: OperationParams,
  customer: Stripe.Customer,
): Stripe.Customer {
  const { metadata, invoice_settings: invoiceSettings, address, expand: _, ...plain } = asked
  const settings = { ...(invoiceSettings as object) } as {
    default_payment_method?: string
    custom_fields?: unknown
  }
  if (settings.default_payment_method)
    assertAttached(world, customer.id, settings.default_payment_method)
  if (settings.custom_fields === '') settings.custom_fields = null
  Object.assign(customer, plain, {
    metadata: mergeMetadata(customer.metadata, metadata),
    invoice_settings: { ...customer.invoice_settings, ...settings },
  })
  const nowhere = {
    city: null,
    country: null,
    line1: null,
    line2: null,
    postal_code: null,
    state: null,
  }
  if (address !== undefined)
    customer.address = address === '' ? null : { ...nowhere, ...(address as object) }
  world.emit('customer.updated', customer)
  return customer
}

function updateSubscription(
  world: StripeState,
  asked: OperationParams,
  id: string,
): Stripe.Subscription {
  const subscription = world.get<Stripe.Subscription>('subscription', id)
  const {
    items,
    discounts,
    default_payment_method: defaultPaymentMethod,
    cancel_at_period_end: cancelAtPeriodEnd,
    cancellation_details: cancellationDetails,
    metadata,
    proration_behavior: prorationBehavior = 'create_prorations',
  } = asked
  if (subscription.status === 'canceled')
    throw invalidRequest(
      'A canceled subscription can only update its cancellation_details and metadata.',
    )
  if (items !== undefined)
    changeSubscription(
      world,
      subscription,
      toPlanChange(world, subscription, items as ItemParams[]),
      String(prorationBehavior),
    )
  if (typeof defaultPaymentMethod === 'string') {
    assertAttached(world, idOf(subscription.customer), defaultPaymentMethod)
    subscription.default_payment_method = defaultPaymentMethod
  }
  // A list takes the place of what was there.
  if (discounts !== undefined)
    subscription.discounts = discountsFor(
      world,
      (discounts || []) as DiscountParams[],
      { customer: idOf(subscription.customer), subscription: id, start: world.now },
      true,
    ).map((one) => one.id)
  if (metadata !== undefined) subscription.metadata = mergeMetadata(subscription.metadata, metadata)
  if (cancelAtPeriodEnd !== undefined)
    Object.assign(subscription, {
      cancel_at_period_end: cancelAtPeriodEnd,
      canceled_at: cancelAtPeriodEnd ? world.now : null,
    })
  if (cancellationDetails !== undefined) {
    subscription.cancellation_details = {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...subscription.cancellation_details,
      ...(cancellationDetails as object),
      reason: 'cancellation_requested',
    } as Stripe.Subscription.CancellationDetails
  }
  world.emit('customer.subscription.updated', subscription)
  return subscription
}

function createCharge(
  world: StripeState,
  {
    payment_method: paymentMethod,
    amount,
    currency,
    description,
    metadata,
    customer,
  }: OperationParams,
): object {
  assertAttached(world, String(customer), String(paymentMethod))
  const { intent, refused } = chargeCard(world, {
    customer: String(customer),
    method: String(paymentMethod),
    amount: Number(amount),
    currency: String(currency),
    description: String(description),
    metadata: metadata ?? {},
  })
  world.emit(refused ? 'payment_intent.payment_failed' : 'payment_intent.succeeded', intent)
  if (refused) throw cardError(refused)
  return intent
}
function createRefund(world: StripeState, asked: OperationParams): object {
  const intent = world.get<Stripe.PaymentIntent>('payment_intent', asked['payment_intent'])
  const taken = world.get<Stripe.Charge>('charge', intent.latest_charge)
  if (taken.refunded || taken.status !== 'succeeded')
    throw invalidRequest('Charge has already been refunded.', undefined, 'charge_already_refunded')
  Object.assign(taken, { refunded: true, amount_refunded: taken.amount })
  world.emit('charge.refunded', taken)
  return world.make<Stripe.Refund>('Refunds.Refund', 're', {
    payment_intent: intent.id,
    charge: taken.id,
    amount: taken.amount,
    currency: taken.currency,
    status: 'succeeded',
  })
}

function makePrice(world: StripeState, asked: OperationParams): object {
  const {
    lookup_key: lookupKey,
    transfer_lookup_key: transferLookupKey,
    tiers,
    recurring,
    product,
    currency,
    nickname,
    metadata = {},
  } = asked as OperationParams & {
    tiers: { up_to: number | 'inf' }[]
    recurring: { interval: 'month' | 'year' }
  }
  world.get<Stripe.Product>('product', product)
  const before = world.all<Stripe.Price>('price').find((one) => one.lookup_key === lookupKey)
  if (before && !transferLookupKey)
    throw invalidRequest(`A price already uses that lookup key`, 'lookup_key')
  if (before) before.lookup_key = null
  const blank = {
    flat_amount: null,
    flat_amount_decimal: null,
    unit_amount: null,
    unit_amount_decimal: null,
  }
  return world.make<Stripe.Price>('Prices.Price', 'price', {
    active: true,
    currency: String(currency),
    product: String(product),
    lookup_key: String(lookupKey),
    nickname: String(nickname),
    metadata,
    billing_scheme: 'tiered',
    tiers_mode: 'graduated',
    type: 'recurring',
    recurring: {
      interval: recurring.interval,
      interval_count: 1,
      meter: null,
      trial_period_days: null,
      usage_type: 'licensed',
    } as Stripe.Price.Recurring,
    tiers: tiers.map((tier) => ({
      ...blank,
      ...tier,
      up_to: tier.up_to === 'inf' ? null : tier.up_to,
    })),
  })
}

/** The search knows a thing a minute after it was made. */
const searchByKey = (world: StripeState, query: unknown) => {
  const key = /^metadata\['key'\]:'([^']*)'$/.exec(String(query))?.[1]
  if (key === undefined) throw invalidRequest('The query could not be read', 'query')
  return world.all<Stripe.PaymentIntent>(
    'payment_intent',
    (one) => one.metadata['key'] === key && one.created <= world.now - 60,
  )
}

function detachPaymentMethod(world: StripeState, id: string): object {
  const method = world.get<Stripe.PaymentMethod>('payment_method', id)
  const owner = idOf(method.customer)
  if (!owner)
    throw invalidRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  method.customer = null
  for (const one of world.all<Stripe.Subscription>(
    'subscription',
    ({ default_payment_method: defaultPaymentMethod }) => idOf(defaultPaymentMethod) === id,
  ))
    one.default_payment_method = null
  const customer = world.find<Stripe.Customer>('customer', owner)
  if (customer && idOf(customer.invoice_settings.default_payment_method) === id)
    customer.invoice_settings.default_payment_method = null
  world.emit('payment_method.detached', method)
  return method
}
/** Test cards have names under which each customer gets one of their own. */
const namedTestCards: Record<string, { kind: 'works' | 'fails_later'; last4: string }> = {
  pm_card_visa: { kind: 'works', last4: '4242' },
  pm_card_chargeCustomerFail: { kind: 'fails_later', last4: '0341' },
}

/**
 * What each operation does. Checked before: that it exists, and that what is asked has its form.
 */
export const operationHandlers: Record<string, Handler> = {
  'Customers.create': (world, asked) =>
    applyCustomerParams(
      world,
      asked,
      world.make<Stripe.Customer>('Customers.Customer', 'cus', {
        metadata: {},
        invoice_prefix: createHash('md5')
          .update(String(world.objects.size))
          .digest('hex')
          .slice(0, 8)
          .toUpperCase(),
      }),
    ),
  'Customers.retrieve': (world, _, id) => world.get<Stripe.Customer>('customer', id),
  'Customers.update': (world, asked, id) => applyCustomerParams(world, asked, world.customer(id)),
  'Customers.del': (world, _, id) => {
    world.customer(id)
    for (const one of world.all<Stripe.Subscription>(
      'subscription',
      ({ customer, status }) => idOf(customer) === id && status !== 'canceled',
    ))
      endSubscription(world, one, world.now, 'cancellation_requested')
    for (const one of world.all<Stripe.PaymentMethod>(
      'payment_method',
      ({ customer }) => idOf(customer) === id,
    ))
      one.customer = null
    const gone = { id, object: 'customer' as const, deleted: true as const }
    world.objects.set(id, gone)
    return gone
  },
  'Customers.createBalanceTransaction': (world, { amount, currency, description = null }, id) => {
    const customer = world.customer(id)
    customer.balance += Number(amount)
    return world.make<Stripe.CustomerBalanceTransaction>(
      'CustomerBalanceTransactions.CustomerBalanceTransaction',
      'cbtxn',
      {
        amount: Number(amount),
        currency: String(currency),
        customer: id,
        description: description as string | null,
        ending_balance: customer.balance,
        type: 'adjustment',
      },
    )
  },
  'Products.create': (world, { id, name, metadata = {} }) => {
    if (world.find('product', id))
      throw invalidRequest('Product already exists.', 'id', 'resource_already_exists')
    return world.make<Stripe.Product>('Products.Product', 'prod', {
      id: String(id),
      name: String(name),
      metadata,
      active: true,
    })
  },
  'Products.retrieve': (world, _, id) => world.get('product', id),
  'Prices.create': makePrice,
  'Prices.update': (world, { active }, id) =>
    Object.assign(world.get<Stripe.Price>('price', id), { active }),
  'Prices.list': (world, asked) =>
    world.page(
      world.all<Stripe.Price>(
        'price',
        (one) =>
          one.active === asked['active'] &&
          (asked['lookup_keys'] as string[]).includes(one.lookup_key ?? ''),
      ),
      asked,
      '/v1/prices',
    ),
  'Coupons.create': (world, { id, name, percent_off: percentOff, duration }) => {
    if (world.find('coupon', id))
      throw invalidRequest('Coupon already exists.', 'id', 'resource_already_exists')
    return world.make<Stripe.Coupon>('Coupons.Coupon', 'coupon', {
      id: String(id),
      name: String(name),
      percent_off: Number(percentOff),
      duration: duration as 'forever',
      valid: true,
    })
  },
  'Coupons.retrieve': (world, _, id) => world.get('coupon', id),
  'PromotionCodes.list': (world, asked) =>
    world.page(
      world.all<Stripe.PromotionCode>('promotion_code', (one) => {
        const open =
          one.active &&
          (one.expires_at === null || one.expires_at > world.now) &&
          (one.max_redemptions === null || one.times_redeemed < one.max_redemptions)
        return (
          one.code.toLowerCase() === String(asked['code']).toLowerCase() && open === asked['active']
        )
      }),
      asked,
      '/v1/promotion_codes',
    ),
  'Subscriptions.create': (world, asked) =>
    createSubscription(world, asked as unknown as SubscriptionParams),
  'Subscriptions.update': updateSubscription,
  'Subscriptions.cancel': (world, { cancellation_details: cancellationDetails }, id) => {
    const subscription = world.get<Stripe.Subscription>('subscription', id)
    if (cancellationDetails)
      subscription.cancellation_details = {
        comment: null,
        feedback: null,
        feedback_option: null,
        reason: null,
        ...(cancellationDetails as object),
      } as Stripe.Subscription.CancellationDetails
    endSubscription(world, subscription, world.now, 'cancellation_requested')
    return subscription
  },
  'Subscriptions.list': (world, asked) =>
    world.get<Stripe.Customer>('customer', asked.customer) &&
    world.page(
      world.all<Stripe.Subscription>(
        'subscription',
        (one) =>
          idOf(one.customer) === asked.customer &&
          (asked['status'] === 'all' || one.status !== 'canceled'),
      ),
      asked,
      '/v1/subscriptions',
    ),
  'Invoices.list': (world, asked) =>
    world.page(
      world.all<Stripe.Invoice>(
        'invoice',
        (one) =>
          idOf(one.customer) === asked.customer &&
          isWithin(one.created, asked['created']) &&
          (asked['subscription'] === undefined ||
            subscriptionIdOf(one) === asked['subscription']) &&
          (asked['status'] === undefined || one.status === asked['status']),
      ),
      asked,
      '/v1/invoices',
    ),
  'Invoices.pay': (world, { payment_method: paymentMethod }, id) => {
    const invoice = world.get<Stripe.Invoice>('invoice', id)
    payInvoice(world, invoice, paymentMethod as string | undefined)
    return invoice
  },
  'Invoices.voidInvoice': (world, _, id) => {
    const invoice = world.get<Stripe.Invoice>('invoice', id)
    voidInvoice(world, invoice)
    return invoice
  },
  'Invoices.createPreview': (world, asked) =>
    previewInvoice(world, asked as unknown as Parameters<typeof previewInvoice>[1]),
  'Invoices.listLineItems': (world, { limit = 10, starting_after: startingAfter }, id) => {
    const { data } = world.get<Stripe.Invoice>('invoice', id).lines
    const from =
      startingAfter === undefined ? 0 : data.findIndex((one) => one.id === startingAfter) + 1
    return {
      object: 'list',
      data: data.slice(from, from + limit),
      has_more: data.length > from + limit,
      url: `/v1/invoices/${id}/lines`,
    }
  },
  'Charges.list': (world, asked) =>
    world.page(
      world.all<Stripe.Charge>('charge', (one) => idOf(one.customer) === asked.customer),
      asked,
      '/v1/charges',
    ),
  'Refunds.create': createRefund,
  'PaymentIntents.create': createCharge,
  'PaymentIntents.list': (world, asked) =>
    world.page(world.all('payment_intent'), asked, '/v1/payment_intents'),
  'PaymentIntents.search': (world, { query, limit }) => ({
    ...world.page(
      searchByKey(world, query),
      limit === undefined ? {} : { limit },
      '/v1/payment_intents/search',
    ),
    object: 'search_result',
    next_page: null,
  }),
  'PaymentMethods.retrieve': (world, _, id) => world.get('payment_method', id),
  'PaymentMethods.attach': (world, { customer }, id) => {
    const { kind, last4 } =
      namedTestCards[id] ??
      (() => {
        throw new StripeError(400, { type: 'invalid_request_error', message: 'not simulated' })
      })()
    return world.objects.get(addCard(world, world.customer(customer).id, kind, last4)) as object
  },
  'PaymentMethods.detach': (world, _, id) => detachPaymentMethod(world, id),
  'Checkout/Sessions.create': createCheckoutPage,
  'Checkout/Sessions.retrieve': (world, _, id) => world.get('checkout.session', id),
}
