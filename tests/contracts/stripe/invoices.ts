import type { Stripe } from 'stripe'
import { getStripeSchema } from './schema-validator.ts'
import { invalidRequest, type InvoiceLine, type StripeState } from './stripe-state.ts'
import { discountAmounts, hourS, idOf } from './invoice-lines.ts'

const hiddenLines = 10

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
 * Creates an invoice; `kept` false: a preview. The balance is applied when a draft is finalized.
 */
export function makeInvoice(
  state: StripeState,
  { customer, subscription, lines, discounts, reason, created, status }: InvoiceInput,
  kept = true,
): Stripe.Invoice {
  const subtotal = lines.reduce((sum, one) => sum + one.amount, 0)
  const off = discountAmounts(
    state,
    lines.filter((one) => one.discountable).reduce((sum, one) => sum + one.amount, 0),
    discounts,
  )
  const total = subtotal - off.reduce((sum, one) => sum + one.amount, 0)
  const rest = total + customer.balance
  const id = state.id(kept ? 'in' : 'upcoming_in')
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
      ? getStripeSchema().minimalObject<Stripe.Invoice.Parent>('Invoices.Invoice.Parent', {
          type: 'subscription_details',
          subscription_details: {
            metadata: subscription.metadata,
            subscription: subscription.id,
          } as never,
        })
      : null,
  }
  const invoice = kept
    ? state.make<Stripe.Invoice>('Invoices.Invoice', 'in', fields)
    : getStripeSchema().minimalObject<Stripe.Invoice>('Invoices.Invoice', fields)
  if (kept) {
    state.emit('invoice.created', invoice)
    if (status === 'open') finalizeInvoice(state, invoice)
    else state.due.push({ invoice: id, at: created + hourS, tries: 0 })
  }
  return invoice
}

export const subscriptionIdOf = (invoice: Stripe.Invoice) =>
  idOf(invoice.parent?.subscription_details?.subscription)

/** Finalizes an invoice: assigns its number and applies the customer balance. */
export function finalizeInvoice(state: StripeState, invoice: Stripe.Invoice): void {
  const customer = state.get<Stripe.Customer>('customer', invoice.customer)
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
  state.emit('invoice.finalized', invoice)
}

export function voidInvoice(state: StripeState, invoice: Stripe.Invoice): void {
  if (invoice.status !== 'open') throw invalidRequest('You can only void open invoices')
  const customer = state.get<Stripe.Customer>('customer', invoice.customer)
  customer.balance -= (invoice.ending_balance ?? 0) - invoice.starting_balance
  Object.assign(invoice, { status: 'void', next_payment_attempt: null })
  state.emit('invoice.voided', invoice)
}
