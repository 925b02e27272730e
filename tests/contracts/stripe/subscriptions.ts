import type { Stripe } from 'stripe'
import {
  attemptPayment,
  cardError,
  discountsAt,
  endOfPeriod,
  finalizeInvoice,
  grossAmount,
  idOf,
  subscriptionItemOf,
  makeInvoice,
  makeLine,
  netAmount,
  paymentMethodOf,
  periodLines,
  declineOf,
  runScheduledAttempt,
  subscriptionIdOf,
  discountAmounts,
} from './invoices.ts'
import { getStripeSchema } from './schema-validator.ts'
import { invalidRequest, type InvoiceLine, type StripeState } from './stripe-state.ts'

export type DiscountParams = { coupon?: string; promotion_code?: string; discount?: string }
const isLive = ({ status }: Stripe.Subscription) =>
  ['trialing', 'active', 'past_due'].includes(status)

/**
 * The discounts of a subscription as asked for: those that are there already by their names, others
 * begin now. Counts codes only where they are `used`.
 */
export function discountsFor(
  world: StripeState,
  asked: DiscountParams[],
  of: { customer: string; subscription: string | null; start: number },
  used: boolean,
): Stripe.Discount[] {
  return asked.map((ask, at) => {
    if (ask.discount !== undefined) return world.get<Stripe.Discount>('discount', ask.discount)
    const code =
      ask.promotion_code === undefined
        ? undefined
        : world.find<Stripe.PromotionCode>('promotion_code', ask.promotion_code)
    const coupon = world.find<Stripe.Coupon>(
      'coupon',
      code ? idOf(code.promotion.coupon) : ask.coupon,
    )
    const over =
      code &&
      (!code.active ||
        (code.expires_at !== null && code.expires_at <= world.now) ||
        (code.max_redemptions !== null && code.times_redeemed >= code.max_redemptions))
    if (!coupon || over)
      throw invalidRequest(
        'This promotion code cannot be used',
        `discounts[${at}][${code ? 'promotion_code' : 'coupon'}]`,
        'resource_missing',
      )
    if (code && used) code.times_redeemed += 1
    return world.make<Stripe.Discount>('Discounts.Discount', 'di', {
      customer: of.customer,
      subscription: of.subscription,
      promotion_code: code?.id ?? null,
      start: of.start,
      source: { type: 'coupon', coupon: coupon.id },
      end:
        coupon.duration === 'repeating'
          ? endOfPeriod(of.start, 'month', coupon.duration_in_months ?? 1)
          : null,
    })
  })
}

/** A method must belong to who pays with it. */
export function assertAttached(world: StripeState, customer: string, method: string): void {
  const found = world.find<Stripe.PaymentMethod>('payment_method', method)
  if (!found || idOf(found.customer) !== customer)
    throw invalidRequest(
      `The customer does not have a payment method with the ID ${method}`,
      'default_payment_method',
      'resource_missing',
    )
}

function makeItem(
  world: StripeState,
  subscription: string,
  price: Stripe.Price,
  quantity: number,
  start: number,
  end: number,
): Stripe.SubscriptionItem {
  const plan = getStripeSchema().blank<Stripe.Plan>('Plans.Plan', { id: price.id })
  return world.make<Stripe.SubscriptionItem>('SubscriptionItems.SubscriptionItem', 'si', {
    subscription,
    price: structuredClone(price),
    plan,
    quantity,
    current_period_start: start,
    current_period_end: end,
  })
}
/** Stripe shows a price without its tiers inside of a subscription. */
const priceOf = (world: StripeState, subscription: Stripe.Subscription) =>
  world.get<Stripe.Price>('price', subscriptionItemOf(subscription).price.id)

export type SubscriptionParams = {
  customer: string
  items: { price: string; quantity?: number }[]
  default_payment_method?: string
  trial_end?: number
  discounts?: DiscountParams[]
  metadata?: Record<string, string>
  payment_behavior?: string
}
/**
 * Begins a subscription, and charges its first period unless a trial comes first. Refused as a
 * whole, where that is asked for.
 */
export function createSubscription(
  world: StripeState,
  asked: SubscriptionParams,
): Stripe.Subscription {
  const customer = world.customer(asked.customer)
  const [first] = asked.items
  const price = world.get<Stripe.Price>('price', first?.price)
  if (!price.active) throw invalidRequest('The price specified is inactive', 'items[0][price]')
  if (asked.default_payment_method) assertAttached(world, customer.id, asked.default_payment_method)
  const trial = asked.trial_end ?? null
  if (trial !== null && trial <= world.now)
    throw invalidRequest('trial_end must be in the future', 'trial_end')
  const id = world.id('sub')
  const quantity = first?.quantity ?? 1
  const method =
    asked.default_payment_method ?? (idOf(customer.invoice_settings.default_payment_method) || null)
  const planned = discountsFor(
    world,
    asked.discounts ?? [],
    { customer: customer.id, subscription: id, start: world.now },
    false,
  )
  const due =
    trial === null
      ? Math.max(0, netAmount(world, grossAmount(price, quantity), planned) + customer.balance)
      : 0
  const refused = due > 0 ? declineOf(world, method) : null
  // Nothing is left of what was planned: `error_if_incomplete` is the only way that we ask for.
  if (refused) throw cardError(refused)
  const discounts = discountsFor(
    world,
    asked.discounts ?? [],
    { customer: customer.id, subscription: id, start: world.now },
    true,
  )
  const end = trial ?? endOfPeriod(world.now, price.recurring?.interval ?? 'month', 1)
  const subscription = world.make<Stripe.Subscription>('Subscriptions.Subscription', 'sub', {
    id,
    customer: customer.id,
    status: trial === null ? 'active' : 'trialing',
    currency: price.currency,
    metadata: asked.metadata ?? {},
    default_payment_method: asked.default_payment_method ?? null,
    discounts: discounts.map((one) => one.id),
    trial_start: trial === null ? null : world.now,
    trial_end: trial,
    start_date: world.now,
    billing_cycle_anchor: trial ?? world.now,
    items: {
      object: 'list',
      data: [makeItem(world, id, price, quantity, world.now, end)],
      has_more: false,
      url: '',
    },
  })
  const item = subscriptionItemOf(subscription).id
  const lines =
    trial === null
      ? periodLines(world, price, quantity, world.now, end, { subscription: id, item })
      : [
          makeLine(world, {
            amount: 0,
            quantity,
            description: 'Trial period for Laurel',
            start: world.now,
            end,
            subscription: id,
            item,
            proration: false,
          }),
        ]
  createAndPayInvoice(world, subscription, lines, 'subscription_create')
  world.emit('customer.subscription.created', subscription)
  return subscription
}

/** An invoice that is made out, final and tried in one, with what waited for it. */
function createAndPayInvoice(
  world: StripeState,
  subscription: Stripe.Subscription,
  lines: InvoiceLine[],
  reason: 'subscription_create' | 'subscription_update',
): void {
  const customer = world.get<Stripe.Customer>('customer', subscription.customer)
  const discounts = discountsAt(world, subscription.discounts, world.now)
  const invoice = makeInvoice(world, {
    customer,
    subscription,
    lines: [...lines, ...(world.pending.get(subscription.id) ?? [])],
    discounts,
    reason,
    created: world.now,
    status: 'open',
  })
  world.pending.delete(subscription.id)
  subscription.latest_invoice = invoice.id
  attemptPayment(world, invoice)
  consumeOneTimeDiscounts(world, subscription)
}
/** A coupon for one invoice has had it. */
function consumeOneTimeDiscounts(world: StripeState, subscription: Stripe.Subscription): void {
  if (subscription.status === 'trialing') return
  subscription.discounts = subscription.discounts.filter(
    (id) =>
      world.get<Stripe.Coupon>(
        'coupon',
        world.get<Stripe.Discount>('discount', idOf(id)).source.coupon,
      ).duration !== 'once',
  )
}

type PlanChange = { price: Stripe.Price; quantity: number }
/** What is left of a period is worth so much, after the discounts with which it began. */
function unusedAmount(
  world: StripeState,
  subscription: Stripe.Subscription,
  { price, quantity }: PlanChange,
): number {
  const { current_period_start: start, current_period_end: end } = subscriptionItemOf(subscription)
  const net = netAmount(
    world,
    grossAmount(price, quantity),
    discountsAt(world, subscription.discounts, start),
  )
  return Math.round((net * (end - world.now)) / (end - start))
}
function prorationLine(
  world: StripeState,
  subscription: Stripe.Subscription,
  to: PlanChange,
  sign: 1 | -1,
): InvoiceLine {
  const item = subscriptionItemOf(subscription)
  return makeLine(world, {
    amount: sign * unusedAmount(world, subscription, to),
    quantity: to.quantity,
    description: `${sign < 0 ? 'Unused' : 'Remaining'} time on ${to.quantity} × Laurel`,
    start: world.now,
    end: item.current_period_end,
    subscription: subscription.id,
    item: item.id,
    proration: true,
  })
}
const currentPlan = (world: StripeState, subscription: Stripe.Subscription): PlanChange => ({
  price: priceOf(world, subscription),
  quantity: subscriptionItemOf(subscription).quantity ?? 1,
})

/** The lines of another price from now on: a new period, and what is left of the old one. */
function changeLines(
  world: StripeState,
  subscription: Stripe.Subscription,
  to: PlanChange,
): InvoiceLine[] {
  const item = subscriptionItemOf(subscription)
  const end = endOfPeriod(world.now, to.price.recurring?.interval ?? 'month', 1)
  return [
    ...periodLines(world, to.price, to.quantity, world.now, end, {
      subscription: subscription.id,
      item: item.id,
    }),
    prorationLine(world, subscription, currentPlan(world, subscription), -1),
  ]
}
export type ItemParams = { id?: string; price?: string; quantity?: number }
export function toPlanChange(
  world: StripeState,
  subscription: Stripe.Subscription,
  [ask]: ItemParams[],
): PlanChange {
  const item = subscriptionItemOf(subscription)
  if (ask?.id !== item.id)
    throw invalidRequest('Only the item that is there can be changed', 'items[0][id]')
  const price = world.get<Stripe.Price>('price', ask.price ?? item.price.id)
  if (ask.price !== undefined && !price.active && price.id !== item.price.id)
    throw invalidRequest('The price specified is inactive', 'items[0][price]')
  // A new price without its quantity begins with one.
  return {
    price,
    quantity: ask.quantity ?? (price.id === item.price.id ? (item.quantity ?? 1) : 1),
  }
}

/**
 * Changes price or seats, as `proration_behavior` says. Refused as a whole where the difference is
 * not paid.
 */
export function changeSubscription(
  world: StripeState,
  subscription: Stripe.Subscription,
  to: PlanChange,
  proration: string,
): void {
  const item = subscriptionItemOf(subscription)
  const other = to.price.recurring?.interval !== item.price.recurring?.interval
  const set = () => Object.assign(item, { price: structuredClone(to.price), quantity: to.quantity })
  if (subscription.status === 'trialing' || proration === 'none') {
    if (other && subscription.status !== 'trialing')
      throw new Error('a change of the interval without proration is not simulated')
    set()
    return
  }
  if (!other) {
    if (proration !== 'create_prorations')
      throw new Error(`seats with ${proration} are not simulated`)
    const lines = [
      prorationLine(world, subscription, currentPlan(world, subscription), -1),
      prorationLine(world, subscription, to, 1),
    ]
    world.pending.set(subscription.id, [...(world.pending.get(subscription.id) ?? []), ...lines])
    set()
    return
  }
  const lines = changeLines(world, subscription, to)
  const gross = lines.filter((one) => one.discountable).reduce((sum, one) => sum + one.amount, 0)
  const off = discountAmounts(
    world,
    gross,
    discountsAt(world, subscription.discounts, world.now),
  ).reduce((sum, one) => sum + one.amount, 0)
  const total =
    [...lines, ...(world.pending.get(subscription.id) ?? [])].reduce(
      (sum, one) => sum + one.amount,
      0,
    ) - off
  const customer = world.get<Stripe.Customer>('customer', subscription.customer)
  const refused =
    total + customer.balance > 0
      ? declineOf(
          world,
          idOf(subscription.default_payment_method) ||
            idOf(customer.invoice_settings.default_payment_method) ||
            null,
        )
      : null
  if (refused) throw cardError(refused)
  set()
  Object.assign(item, {
    current_period_start: world.now,
    current_period_end: endOfPeriod(world.now, to.price.recurring?.interval ?? 'month', 1),
  })
  subscription.billing_cycle_anchor = world.now
  createAndPayInvoice(world, subscription, lines, 'subscription_update')
}

/**
 * Ends now. What waited for another invoice goes; what is open stays open, and is not tried any
 * more.
 */
export function endSubscription(
  world: StripeState,
  subscription: Stripe.Subscription,
  at: number,
  reason: 'cancellation_requested' | 'payment_failed',
): void {
  if (!isLive(subscription))
    throw invalidRequest(
      'A canceled subscription can only update its cancellation_details and metadata.',
    )
  Object.assign(subscription, {
    status: 'canceled',
    ended_at: at,
    canceled_at: subscription.canceled_at ?? at,
    cancel_at_period_end: false,
    cancellation_details: {
      comment: null,
      feedback: null,
      feedback_option: null,
      ...subscription.cancellation_details,
      reason,
    },
  })
  world.pending.delete(subscription.id)
  for (const invoice of world.all<Stripe.Invoice>(
    'invoice',
    (one) =>
      subscriptionIdOf(one) === subscription.id &&
      (one.status === 'open' || one.status === 'draft'),
  )) {
    invoice.next_payment_attempt = null
    if (invoice.status === 'draft') world.objects.delete(invoice.id)
  }
  world.due.splice(
    0,
    world.due.length,
    ...world.due.filter(
      (one) =>
        world.objects.has(one.invoice) &&
        subscriptionIdOf(world.get<Stripe.Invoice>('invoice', one.invoice)) !== subscription.id,
    ),
  )
  world.emit('customer.subscription.deleted', subscription)
}

function renewalLines(
  world: StripeState,
  subscription: Stripe.Subscription,
  start: number,
  end_: number,
): InvoiceLine[] {
  const { price, quantity } = currentPlan(world, subscription)
  return [
    ...periodLines(world, price, quantity, start, end_, {
      subscription: subscription.id,
      item: subscriptionItemOf(subscription).id,
    }),
    ...(world.pending.get(subscription.id) ?? []),
  ]
}
function nextPeriodEnd(subscription: Stripe.Subscription, start: number): number {
  const interval = subscriptionItemOf(subscription).price.recurring?.interval ?? 'month'
  let periods = 1
  while (endOfPeriod(subscription.billing_cycle_anchor, interval, periods) <= start) periods += 1
  return endOfPeriod(subscription.billing_cycle_anchor, interval, periods)
}
/**
 * A period is over: the subscription ends, or another one begins, with a draft that is charged in
 * an hour.
 */
function renewSubscription(world: StripeState, subscription: Stripe.Subscription): void {
  const item = subscriptionItemOf(subscription)
  const start = item.current_period_end
  const customer = world.get<Stripe.Customer>('customer', subscription.customer)
  if (subscription.cancel_at_period_end) {
    const pending = world.pending.get(subscription.id)
    if (pending?.length)
      attemptPayment(
        world,
        makeInvoice(world, {
          customer,
          subscription,
          lines: pending,
          discounts: [],
          reason: 'subscription_cycle',
          created: start,
          status: 'open',
        }),
      )
    return endSubscription(world, subscription, start, 'cancellation_requested')
  }
  const end_ = nextPeriodEnd(subscription, start)
  const discounts = discountsAt(world, subscription.discounts, start)
  const invoice = makeInvoice(world, {
    customer,
    subscription,
    lines: renewalLines(world, subscription, start, end_),
    discounts,
    reason: 'subscription_cycle',
    created: start,
    status: 'draft',
  })
  world.pending.delete(subscription.id)
  Object.assign(item, { current_period_start: start, current_period_end: end_ })
  subscription.latest_invoice = invoice.id
  if (subscription.status === 'trialing') subscription.status = 'active'
  consumeOneTimeDiscounts(world, subscription)
  world.emit('customer.subscription.updated', subscription)
}

/** Pays an open invoice; what was overdue goes on. */
export function payInvoice(world: StripeState, invoice: Stripe.Invoice, method?: string): void {
  if (invoice.status === 'draft') finalizeInvoice(world, invoice)
  const refused = attemptPayment(
    world,
    invoice,
    method ?? paymentMethodOf(world, invoice) ?? undefined,
  )
  if (refused) throw cardError(refused)
  afterPayment(world, invoice)
}
function afterPayment(world: StripeState, invoice: Stripe.Invoice): void {
  const subscription = world.find<Stripe.Subscription>('subscription', subscriptionIdOf(invoice))
  const open = world.all<Stripe.Invoice>(
    'invoice',
    (one) => one.status === 'open' && subscriptionIdOf(one) === subscription?.id,
  )
  if (!subscription || !isLive(subscription)) return
  const status = open.length
    ? 'past_due'
    : subscription.status === 'past_due'
      ? 'active'
      : subscription.status
  if (status !== subscription.status)
    world.emit('customer.subscription.updated', Object.assign(subscription, { status }))
}

/** Time goes on: whatever falls due happens, in its order. */
export function advanceClock(world: StripeState, to: Date): void {
  const until = Math.floor(to.getTime() / 1_000)
  for (;;) {
    const ends = world.all<Stripe.Subscription>('subscription', isLive).map((subscription) => ({
      at: subscriptionItemOf(subscription).current_period_end,
      subscription,
    }))
    const next = [...ends, ...world.due.map((due) => ({ at: due.at, due }))].sort(
      (a, b) => a.at - b.at,
    )[0]
    if (!next || next.at > until) break
    world.now = Math.max(world.now, next.at)
    if ('subscription' in next) {
      renewSubscription(world, next.subscription)
      continue
    }
    world.due.splice(world.due.indexOf(next.due), 1)
    const subscription = world.find<Stripe.Subscription>(
      'subscription',
      subscriptionIdOf(world.get<Stripe.Invoice>('invoice', next.due.invoice)),
    )
    const goesOn = runScheduledAttempt(world, next.due)
    afterPayment(world, world.get<Stripe.Invoice>('invoice', next.due.invoice))
    if (!goesOn && subscription && isLive(subscription))
      endSubscription(world, subscription, world.now, 'payment_failed')
  }
  world.now = Math.max(world.now, until)
}

type PreviewParams = {
  customer: string
  subscription?: string
  discounts?: DiscountParams[]
  subscription_details?: { items?: ItemParams[]; proration_behavior?: string }
}
/** The invoice that would come: next, of a change, or of a first order. Nothing of it is kept. */
export function previewInvoice(world: StripeState, asked: PreviewParams): Stripe.Invoice {
  const customer = world.customer(asked.customer)
  const bill_ = {
    customer,
    reason: 'upcoming' as const,
    created: world.now,
    status: 'draft' as const,
  }
  const items = asked.subscription_details?.items ?? []
  if (asked.subscription === undefined) {
    const price = world.get<Stripe.Price>('price', items[0]?.price)
    const discounts = discountsFor(
      world,
      asked.discounts ?? [],
      { customer: customer.id, subscription: null, start: world.now },
      false,
    )
    const lines = periodLines(
      world,
      price,
      items[0]?.quantity ?? 1,
      world.now,
      endOfPeriod(world.now, price.recurring?.interval ?? 'month', 1),
      {},
    )
    return makeInvoice(world, { ...bill_, subscription: null, lines, discounts }, false)
  }
  const subscription = world.get<Stripe.Subscription>('subscription', asked.subscription)
  const item = subscriptionItemOf(subscription)
  const start = item.current_period_end
  const waiting = world.pending.get(subscription.id) ?? []
  if (
    !isLive(subscription) ||
    (subscription.cancel_at_period_end && !items.length && !waiting.length)
  )
    throw invalidRequest('No upcoming invoices for customer', undefined, 'invoice_upcoming_none')
  if (!items.length || asked.subscription_details?.proration_behavior === 'none') {
    const to = items.length
      ? toPlanChange(world, subscription, items)
      : currentPlan(world, subscription)
    const end_ = items.length
      ? endOfPeriod(start, to.price.recurring?.interval ?? 'month', 1)
      : nextPeriodEnd(subscription, start)
    const lines = subscription.cancel_at_period_end
      ? []
      : periodLines(world, to.price, to.quantity, start, end_, {
          subscription: subscription.id,
          item: item.id,
        })
    return makeInvoice(
      world,
      {
        ...bill_,
        subscription,
        lines: [...lines, ...waiting],
        discounts: discountsAt(world, subscription.discounts, start),
        created: start,
      },
      false,
    )
  }
  const lines = [
    ...changeLines(world, subscription, toPlanChange(world, subscription, items)),
    ...waiting,
  ]
  return makeInvoice(
    world,
    {
      ...bill_,
      subscription,
      lines,
      discounts: discountsAt(world, subscription.discounts, world.now),
    },
    false,
  )
}
