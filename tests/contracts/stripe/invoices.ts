import type { Stripe } from 'stripe'
import { getStripeSchema } from './schema-validator.ts'
import { invalidRequest, type InvoiceLine, StripeError, type StripeState } from './stripe-state.ts'

const hourS = 3_600
const dayS = 24 * hourS
const hiddenLines = 10
/** From one attempt to the next, as the account is set: the first an hour after the draft. */
const retryGaps = [1, 2, 2, 2].map((days) => days * dayS)

export const subscriptionItemOf = (subscription: Stripe.Subscription) =>
  subscription.items.data[0] as Stripe.SubscriptionItem
const idOf = (one: string | { id: string } | null | undefined) =>
  typeof one === 'string' ? one : (one?.id ?? '')
export { idOf }

export const endOfPeriod = (anchor: number, interval: string, count: number): number => {
  const from = new Date(anchor * 1_000)
  const to = new Date(from)
  to.setUTCDate(1)
  to.setUTCMonth(from.getUTCMonth() + count * (interval === 'year' ? 12 : 1))
  const last = new Date(Date.UTC(to.getUTCFullYear(), to.getUTCMonth() + 1, 0)).getUTCDate()
  to.setUTCDate(Math.min(from.getUTCDate(), last))
  return to.getTime() / 1_000
}

/** What a price asks for so many seats, tier by tier: a line each. */
export function tierAmounts(
  price: Stripe.Price,
  quantity: number,
): { quantity: number; amount: number }[] {
  let below = 0
  return (price.tiers ?? []).flatMap((tier) => {
    const top = tier.up_to ?? Infinity
    const within = Math.max(0, Math.min(quantity, top) - below)
    const first = below === 0
    below = top
    return within > 0 || first
      ? [{ quantity: within, amount: within * (tier.unit_amount ?? 0) + (tier.flat_amount ?? 0) }]
      : []
  })
}
export const grossAmount = (price: Stripe.Price, quantity: number) =>
  tierAmounts(price, quantity).reduce((sum, one) => sum + one.amount, 0)

export function makeLine(
  world: StripeState,
  fields: {
    amount: number
    quantity: number
    description: string
    start: number
    end: number
    subscription?: string
    item?: string
    proration: boolean
  },
): InvoiceLine {
  const {
    amount,
    quantity,
    description,
    start,
    end,
    subscription = null,
    item = '',
    proration,
  } = fields
  return getStripeSchema().blank<InvoiceLine>('InvoiceLineItems.InvoiceLineItem', {
    id: world.id('il'),
    amount,
    subtotal: amount,
    currency: 'usd',
    description,
    quantity,
    discountable: !proration,
    period: { start, end },
    subscription,
    parent: {
      type: 'subscription_item_details',
      invoice_item_details: null,
      subscription_item_details: {
        invoice_item: null,
        proration,
        proration_details: null,
        subscription,
        subscription_item: item,
      },
    },
  })
}
export function periodLines(
  world: StripeState,
  price: Stripe.Price,
  quantity: number,
  start: number,
  end: number,
  of: { subscription?: string; item?: string },
): InvoiceLine[] {
  return tierAmounts(price, quantity).map((tier, at) =>
    makeLine(world, {
      ...tier,
      description: `${tier.quantity} × Laurel (Tier ${at + 1})`,
      start,
      end,
      ...of,
      proration: false,
    }),
  )
}

export const discountsAt = (world: StripeState, ids: (string | { id: string })[], at: number) =>
  ids
    .map((id) => world.get<Stripe.Discount>('discount', idOf(id)))
    .filter((one) => one.end === null || one.end > at)
/** What discounts take off, one after the other. */
export function discountAmounts(
  world: StripeState,
  gross: number,
  discounts: Stripe.Discount[],
): { amount: number; discount: string }[] {
  let rest = gross
  return discounts.map((discount) => {
    const coupon = world.get<Stripe.Coupon>('coupon', discount.source.coupon)
    const amount = Math.min(
      rest,
      coupon.percent_off === null
        ? (coupon.amount_off ?? 0)
        : Math.round((rest * coupon.percent_off) / 100),
    )
    rest -= amount
    return { amount, discount: discount.id }
  })
}
export const netAmount = (world: StripeState, gross: number, discounts: Stripe.Discount[]) =>
  gross - discountAmounts(world, gross, discounts).reduce((sum, one) => sum + one.amount, 0)

export type InvoiceInput = {
  customer: Stripe.Customer
  subscription: Stripe.Subscription | null
  lines: InvoiceLine[]
  discounts: Stripe.Discount[]
  reason: Stripe.Invoice.BillingReason
  created: number
  status: 'draft' | 'open'
}
/**
 * Makes an invoice; `kept` false: only to be shown. A draft takes from the balance when it becomes
 * final.
 */
export function makeInvoice(
  world: StripeState,
  { customer, subscription, lines, discounts, reason, created, status }: InvoiceInput,
  kept = true,
): Stripe.Invoice {
  const subtotal = lines.reduce((sum, one) => sum + one.amount, 0)
  const off = discountAmounts(
    world,
    lines.filter((one) => one.discountable).reduce((sum, one) => sum + one.amount, 0),
    discounts,
  )
  const total = subtotal - off.reduce((sum, one) => sum + one.amount, 0)
  const rest = total + customer.balance
  const id = world.id(kept ? 'in' : 'upcoming_in')
  const [start, end] = [lines[0]?.period.start ?? created, lines[0]?.period.end ?? created]
  const fields: Partial<Stripe.Invoice> = {
    id,
    created,
    currency: 'usd',
    customer: customer.id,
    customer_name: customer.name ?? null,
    customer_email: customer.email,
    billing_reason: reason,
    status,
    subtotal,
    total,
    amount_due: Math.max(0, rest),
    amount_remaining: Math.max(0, rest),
    starting_balance: customer.balance,
    ending_balance: Math.min(0, rest),
    auto_advance: kept,
    lines: {
      object: 'list',
      data: lines.map((line) => ({ ...line, invoice: id })),
      has_more: lines.length > hiddenLines,
      url: `/v1/invoices/${id}/lines`,
    },
    period_start: start,
    period_end: end,
    discounts: discounts.map((one) => one.id),
    total_discount_amounts: off,
    payments: { object: 'list', data: [], has_more: false, url: '' },
    parent: subscription
      ? getStripeSchema().blank<Stripe.Invoice.Parent>('Invoices.Invoice.Parent', {
          type: 'subscription_details',
          subscription_details: {
            metadata: subscription.metadata,
            subscription: subscription.id,
          } as never,
        })
      : null,
  }
  const invoice = kept
    ? world.make<Stripe.Invoice>('Invoices.Invoice', 'in', fields)
    : getStripeSchema().blank<Stripe.Invoice>('Invoices.Invoice', fields)
  if (kept) {
    world.emit('invoice.created', invoice)
    if (status === 'open') finalizeInvoice(world, invoice)
    else world.due.push({ invoice: id, at: created + hourS, tries: 0 })
  }
  return invoice
}
export const subscriptionIdOf = (invoice: Stripe.Invoice) =>
  idOf(invoice.parent?.subscription_details?.subscription)

/** Final: it takes its number, and what the customer's balance gives (or gets). */
export function finalizeInvoice(world: StripeState, invoice: Stripe.Invoice): void {
  const customer = world.get<Stripe.Customer>('customer', invoice.customer)
  const rest = invoice.total + customer.balance
  Object.assign(invoice, {
    status: 'open',
    starting_balance: customer.balance,
    ending_balance: Math.min(0, rest),
    amount_due: Math.max(0, rest),
    amount_remaining: Math.max(0, rest),
    number: `${customer.invoice_prefix ?? customer.id.slice(-6)}-${String(customer.next_invoice_sequence ?? 1).padStart(4, '0')}`,
    hosted_invoice_url: `https://invoice.stripe.example/${invoice.id}`,
    invoice_pdf: `https://invoice.stripe.example/${invoice.id}/pdf`,
  })
  customer.balance = Math.min(0, rest)
  customer.next_invoice_sequence = (customer.next_invoice_sequence ?? 1) + 1
  world.emit('invoice.finalized', invoice)
}

/** Why a card does not pay while nobody is there; null where it does. */
export function declineOf(
  world: StripeState,
  method: string | null,
): { code: string; decline_code: string } | null {
  const kind = method === null ? undefined : world.cards.get(method)
  if (kind === 'works' || kind === 'confirm') return null
  return kind === 'asks'
    ? { code: 'authentication_required', decline_code: 'authentication_required' }
    : {
        code: 'card_declined',
        decline_code: kind === 'insufficient' ? 'insufficient_funds' : 'generic_decline',
      }
}
export const cardError = ({
  code,
  decline_code: declineCode,
}: {
  code: string
  decline_code: string
}) =>
  new StripeError(402, {
    type: 'card_error',
    code,
    decline_code: declineCode,
    message: 'Your card was declined.',
  })

/** Asks a card for money. The intent stays, whatever became of it. */
export function chargeCard(
  world: StripeState,
  of: {
    customer: string
    method: string
    amount: number
    currency: string
    description: string | null
    metadata: Record<string, string>
  },
): { intent: Stripe.PaymentIntent; refused: ReturnType<typeof declineOf> } {
  const { method: paymentMethod, ...rest } = of
  const refused = declineOf(world, paymentMethod)
  const intent = world.make<Stripe.PaymentIntent>('PaymentIntents.PaymentIntent', 'pi', {
    ...rest,
    payment_method: paymentMethod,
    status: refused ? 'requires_payment_method' : 'succeeded',
    amount_received: refused ? 0 : of.amount,
    client_secret: null,
  })
  const { card } = world.get<Stripe.PaymentMethod>('payment_method', paymentMethod)
  const charge = world.make<Stripe.Charge>('Charges.Charge', 'ch', {
    ...rest,
    payment_method: paymentMethod,
    payment_intent: intent.id,
    status: refused ? 'failed' : 'succeeded',
    paid: !refused,
    captured: !refused,
    amount_captured: refused ? 0 : of.amount,
    receipt_url: `https://pay.stripe.example/receipts/${intent.id}`,
    payment_method_details: {
      type: 'card',
      card: getStripeSchema().blank<Stripe.Charge.PaymentMethodDetails.Card>(
        'Charges.Charge.PaymentMethodDetails.Card',
        { brand: card?.brand ?? null, last4: card?.last4 ?? null },
      ),
    },
  })
  intent.latest_charge = charge.id
  return { intent, refused }
}

export function paymentMethodOf(world: StripeState, invoice: Stripe.Invoice): string | null {
  const subscription = world.find<Stripe.Subscription>('subscription', subscriptionIdOf(invoice))
  return (
    idOf(subscription?.default_payment_method) ||
    idOf(
      world.get<Stripe.Customer>('customer', invoice.customer).invoice_settings
        .default_payment_method,
    ) ||
    null
  )
}
/** One attempt at an open invoice. Answers why it was refused, null where it is paid. */
export function attemptPayment(
  world: StripeState,
  invoice: Stripe.Invoice,
  given?: string,
): ReturnType<typeof declineOf> {
  if (invoice.status !== 'open')
    throw invalidRequest('Invoice is already paid', undefined, 'invoice_already_paid')
  const method = given ?? paymentMethodOf(world, invoice)
  invoice.attempted = true
  invoice.attempt_count += 1
  if (invoice.amount_due > 0) {
    const charged =
      method === null
        ? null
        : chargeCard(world, {
            customer: idOf(invoice.customer),
            method,
            amount: invoice.amount_due,
            currency: 'usd',
            description: 'Subscription',
            metadata: {},
          })
    if (!charged || charged.refused) {
      world.emit('invoice.payment_failed', invoice)
      return charged?.refused ?? { code: 'card_declined', decline_code: 'generic_decline' }
    }
    invoice.payments?.data.push(
      world.make<Stripe.InvoicePayment>('InvoicePayments.InvoicePayment', 'inpay', {
        invoice: invoice.id,
        amount_paid: invoice.amount_due,
        amount_requested: invoice.amount_due,
        currency: 'usd',
        is_default: true,
        status: 'paid',
        payment: { type: 'payment_intent', payment_intent: charged.intent.id },
      }),
    )
  }
  Object.assign(invoice, {
    status: 'paid',
    amount_paid: invoice.amount_due,
    amount_remaining: 0,
    next_payment_attempt: null,
  })
  world.emit('invoice.paid', invoice)
  return null
}
/** The attempts that the calendar makes. Answers false where the last one has failed. */
export function runScheduledAttempt(
  world: StripeState,
  due: { invoice: string; tries: number },
): boolean {
  const invoice = world.get<Stripe.Invoice>('invoice', due.invoice)
  if (invoice.status === 'draft') finalizeInvoice(world, invoice)
  if (invoice.status !== 'open' || attemptPayment(world, invoice) === null) return true
  const gap = retryGaps[due.tries]
  invoice.next_payment_attempt = gap === undefined ? null : world.now + gap
  if (gap !== undefined)
    world.due.push({ invoice: invoice.id, at: world.now + gap, tries: due.tries + 1 })
  return gap !== undefined
}
export function voidInvoice(world: StripeState, invoice: Stripe.Invoice): void {
  if (invoice.status !== 'open') throw invalidRequest('You can only void open invoices')
  const customer = world.get<Stripe.Customer>('customer', invoice.customer)
  customer.balance -= (invoice.ending_balance ?? 0) - invoice.starting_balance
  Object.assign(invoice, { status: 'void', next_payment_attempt: null })
  world.emit('invoice.voided', invoice)
}
