import type { Stripe } from 'stripe'
import { getStripeSchema } from './schema-validator.ts'
import { invalidRequest, StripeError, type StripeState } from './stripe-state.ts'
import { finalizeInvoice, subscriptionIdOf } from './invoices.ts'
import { hourS, idOf } from './invoice-lines.ts'

const dayS = 24 * hourS

/**
 * Seconds between payment attempts, as configured in the account: the first an hour after the
 * draft.
 */
const retryGaps = [1, 2, 2, 2].map((days) => days * dayS)

/** Returns the decline reason of an off-session payment, or null. */
export function declineReason(
  state: StripeState,
  method: string | null,
): { code: string; decline_code: string } | null {
  const kind = method === null ? undefined : state.cards.get(method)
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

/** Charges a card. The payment intent is kept even if it fails. */
export function chargeCard(
  state: StripeState,
  of: {
    customer: string
    method: string
    amount: number
    currency: string
    description: string | null
    metadata: Record<string, string>
  },
): { intent: Stripe.PaymentIntent; refused: ReturnType<typeof declineReason> } {
  const { method: paymentMethod, ...rest } = of
  const refused = declineReason(state, paymentMethod)
  const intent = state.make<Stripe.PaymentIntent>('PaymentIntents.PaymentIntent', 'pi', {
    ...rest,
    payment_method: paymentMethod,
    status: refused ? 'requires_payment_method' : 'succeeded',
    amount_received: refused ? 0 : of.amount,
    client_secret: null,
  })
  const { card } = state.get<Stripe.PaymentMethod>('payment_method', paymentMethod)
  const charge = state.make<Stripe.Charge>('Charges.Charge', 'ch', {
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
      card: getStripeSchema().minimalObject<Stripe.Charge.PaymentMethodDetails.Card>(
        'Charges.Charge.PaymentMethodDetails.Card',
        { brand: card?.brand ?? null, last4: card?.last4 ?? null },
      ),
    },
  })
  intent.latest_charge = charge.id
  return { intent, refused }
}

export function paymentMethodOf(state: StripeState, invoice: Stripe.Invoice): string | null {
  const subscription = state.find<Stripe.Subscription>('subscription', subscriptionIdOf(invoice))
  return (
    idOf(subscription?.default_payment_method) ||
    idOf(
      state.get<Stripe.Customer>('customer', invoice.customer).invoice_settings
        .default_payment_method,
    ) ||
    null
  )
}

/** Attempts to pay an open invoice. Returns the decline reason, or null when paid. */
export function attemptPayment(
  state: StripeState,
  invoice: Stripe.Invoice,
  given?: string,
): ReturnType<typeof declineReason> {
  if (invoice.status !== 'open')
    throw invalidRequest('Invoice is already paid', undefined, 'invoice_already_paid')
  const method = given ?? paymentMethodOf(state, invoice)
  invoice.attempted = true
  invoice.attempt_count += 1
  if (invoice.amount_due > 0) {
    const charged =
      method === null
        ? null
        : chargeCard(state, {
            customer: idOf(invoice.customer),
            method,
            amount: invoice.amount_due,
            currency: 'usd',
            description: 'Subscription',
            metadata: {},
          })
    if (!charged || charged.refused) {
      state.emit('invoice.payment_failed', invoice)
      return charged?.refused ?? { code: 'card_declined', decline_code: 'generic_decline' }
    }
    invoice.payments?.data.push(
      state.make<Stripe.InvoicePayment>('InvoicePayments.InvoicePayment', 'inpay', {
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
  state.emit('invoice.paid', invoice)
  return null
}

/** Runs the scheduled attempts. Returns false when the last one failed. */
export function runScheduledAttempt(
  state: StripeState,
  due: { invoice: string; tries: number },
): boolean {
  const invoice = state.get<Stripe.Invoice>('invoice', due.invoice)
  if (invoice.status === 'draft') finalizeInvoice(state, invoice)
  if (invoice.status !== 'open' || attemptPayment(state, invoice) === null) return true
  const gap = retryGaps[due.tries]
  invoice.next_payment_attempt = gap === undefined ? null : state.now + gap
  if (gap !== undefined)
    state.due.push({ invoice: invoice.id, at: state.now + gap, tries: due.tries + 1 })
  return gap !== undefined
}
