import type { Stripe } from 'stripe'
import { idOf } from './invoice-lines.ts'
import { assertAttached } from './subscriptions.ts'
import { invalidRequest, type StripeState } from './stripe-state.ts'
import { mergeMetadata, type OperationParams } from './operation-params.ts'

export function applyCustomerParams(
  state: StripeState,
  params: OperationParams,
  customer: Stripe.Customer,
): Stripe.Customer {
  const { metadata, invoice_settings: invoiceSettings, address, expand: _, ...plain } = params
  const settings = { ...(invoiceSettings as object) } as {
    default_payment_method?: string
    custom_fields?: unknown
  }
  if (settings.default_payment_method)
    assertAttached(state, customer.id, settings.default_payment_method)
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
  state.emit('customer.updated', customer)
  return customer
}

export function detachPaymentMethod(state: StripeState, id: string): object {
  const method = state.get<Stripe.PaymentMethod>('payment_method', id)
  const owner = idOf(method.customer)
  if (!owner)
    throw invalidRequest(
      'The payment method you provided is not attached to a customer so detachment is impossible.',
    )
  method.customer = null
  for (const one of state.all<Stripe.Subscription>(
    'subscription',
    ({ default_payment_method: defaultPaymentMethod }) => idOf(defaultPaymentMethod) === id,
  ))
    one.default_payment_method = null
  const customer = state.find<Stripe.Customer>('customer', owner)
  if (customer && idOf(customer.invoice_settings.default_payment_method) === id)
    customer.invoice_settings.default_payment_method = null
  state.emit('payment_method.detached', method)
  return method
}

/** Test payment methods: each customer gets its own copy of the card. */
export const namedTestCards: Record<string, { kind: 'works' | 'fails_later'; last4: string }> = {
  pm_card_visa: { kind: 'works', last4: '4242' },
  pm_card_chargeCustomerFail: { kind: 'fails_later', last4: '0341' },
}
