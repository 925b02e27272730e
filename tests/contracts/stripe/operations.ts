import { createHash } from 'node:crypto'
import type { Stripe } from 'stripe'
import { idOf } from './invoice-lines.ts'
import { subscriptionIdOf, voidInvoice } from './invoices.ts'
import { addCard, createCheckoutPage } from './hosted-pages.ts'
import { createSubscription, type SubscriptionParams } from './subscriptions.ts'
import { endSubscription, payInvoice } from './billing-cycle.ts'
import { previewInvoice } from './preview-invoice.ts'
import { invalidRequest, StripeError, type StripeState } from './stripe-state.ts'
import { isWithin, type OperationParams } from './operation-params.ts'
import { applyCustomerParams, detachPaymentMethod, namedTestCards } from './customer-operations.ts'
import { makePrice } from './price-operations.ts'
import { updateSubscription } from './subscription-operations.ts'
import { createCharge, createRefund, searchByKey } from './charge-operations.ts'

type Handler = (state: StripeState, params: OperationParams, id: string) => object

/**
 * The effect of each operation. The caller has already validated the operation and its parameters.
 */
export const operationHandlers: Record<string, Handler> = {
  'Customers.create': (state, params) =>
    applyCustomerParams(
      state,
      params,
      state.make<Stripe.Customer>('Customers.Customer', 'cus', {
        metadata: {},
        invoice_prefix: createHash('md5')
          .update(String(state.objects.size))
          .digest('hex')
          .slice(0, 8)
          .toUpperCase(),
      }),
    ),
  'Customers.retrieve': (state, _, id) => state.get<Stripe.Customer>('customer', id),
  'Customers.update': (state, params, id) => applyCustomerParams(state, params, state.customer(id)),
  'Customers.del': (state, _, id) => {
    state.customer(id)
    for (const one of state.all<Stripe.Subscription>(
      'subscription',
      ({ customer, status }) => idOf(customer) === id && status !== 'canceled',
    ))
      endSubscription(state, one, state.now, 'cancellation_requested')
    for (const one of state.all<Stripe.PaymentMethod>(
      'payment_method',
      ({ customer }) => idOf(customer) === id,
    ))
      one.customer = null
    const deleted = { id, object: 'customer' as const, deleted: true as const }
    state.objects.set(id, deleted)
    return deleted
  },
  'Customers.createBalanceTransaction': (state, { amount, currency, description = null }, id) => {
    const customer = state.customer(id)
    customer.balance += Number(amount)
    return state.make<Stripe.CustomerBalanceTransaction>(
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
  'Products.create': (state, { id, name, metadata = {} }) => {
    if (state.find('product', id))
      throw invalidRequest('Product already exists.', 'id', 'resource_already_exists')
    return state.make<Stripe.Product>('Products.Product', 'prod', {
      id: String(id),
      name: String(name),
      metadata,
      active: true,
    })
  },
  'Products.retrieve': (state, _, id) => state.get('product', id),
  'Prices.create': makePrice,
  'Prices.update': (state, { active }, id) =>
    Object.assign(state.get<Stripe.Price>('price', id), { active }),
  'Prices.list': (state, params) =>
    state.page(
      state.all<Stripe.Price>(
        'price',
        (one) =>
          one.active === params['active'] &&
          (params['lookup_keys'] as string[]).includes(one.lookup_key ?? ''),
      ),
      params,
      '/v1/prices',
    ),
  'Coupons.create': (state, { id, name, percent_off: percentOff, duration }) => {
    if (state.find('coupon', id))
      throw invalidRequest('Coupon already exists.', 'id', 'resource_already_exists')
    return state.make<Stripe.Coupon>('Coupons.Coupon', 'coupon', {
      id: String(id),
      name: String(name),
      percent_off: Number(percentOff),
      duration: duration as 'forever',
      valid: true,
    })
  },
  'Coupons.retrieve': (state, _, id) => state.get('coupon', id),
  'PromotionCodes.list': (state, params) =>
    state.page(
      state.all<Stripe.PromotionCode>('promotion_code', (one) => {
        const open =
          one.active &&
          (one.expires_at === null || one.expires_at > state.now) &&
          (one.max_redemptions === null || one.times_redeemed < one.max_redemptions)
        return (
          one.code.toLowerCase() === String(params['code']).toLowerCase() &&
          open === params['active']
        )
      }),
      params,
      '/v1/promotion_codes',
    ),
  'Subscriptions.create': (state, params) =>
    createSubscription(state, params as unknown as SubscriptionParams),
  'Subscriptions.update': updateSubscription,
  'Subscriptions.cancel': (state, { cancellation_details: cancellationDetails }, id) => {
    const subscription = state.get<Stripe.Subscription>('subscription', id)
    if (cancellationDetails)
      subscription.cancellation_details = {
        comment: null,
        feedback: null,
        feedback_option: null,
        reason: null,
        ...(cancellationDetails as object),
      } as Stripe.Subscription.CancellationDetails
    endSubscription(state, subscription, state.now, 'cancellation_requested')
    return subscription
  },
  'Subscriptions.list': (state, params) =>
    state.get<Stripe.Customer>('customer', params.customer) &&
    state.page(
      state.all<Stripe.Subscription>(
        'subscription',
        (one) =>
          idOf(one.customer) === params.customer &&
          (params['status'] === 'all' || one.status !== 'canceled'),
      ),
      params,
      '/v1/subscriptions',
    ),
  'Invoices.list': (state, params) =>
    state.page(
      state.all<Stripe.Invoice>(
        'invoice',
        (one) =>
          idOf(one.customer) === params.customer &&
          isWithin(one.created, params['created']) &&
          (params['subscription'] === undefined ||
            subscriptionIdOf(one) === params['subscription']) &&
          (params['status'] === undefined || one.status === params['status']),
      ),
      params,
      '/v1/invoices',
    ),
  'Invoices.pay': (state, { payment_method: paymentMethod }, id) => {
    const invoice = state.get<Stripe.Invoice>('invoice', id)
    payInvoice(state, invoice, paymentMethod as string | undefined)
    return invoice
  },
  'Invoices.voidInvoice': (state, _, id) => {
    const invoice = state.get<Stripe.Invoice>('invoice', id)
    voidInvoice(state, invoice)
    return invoice
  },
  'Invoices.createPreview': (state, params) =>
    previewInvoice(state, params as unknown as Parameters<typeof previewInvoice>[1]),
  'Invoices.listLineItems': (state, { limit = 10, starting_after: startingAfter }, id) => {
    const { data } = state.get<Stripe.Invoice>('invoice', id).lines
    const from =
      startingAfter === undefined ? 0 : data.findIndex((one) => one.id === startingAfter) + 1
    return {
      object: 'list',
      data: data.slice(from, from + limit),
      has_more: data.length > from + limit,
      url: `/v1/invoices/${id}/lines`,
    }
  },
  'Charges.list': (state, params) =>
    state.page(
      state.all<Stripe.Charge>('charge', (one) => idOf(one.customer) === params.customer),
      params,
      '/v1/charges',
    ),
  'Refunds.create': createRefund,
  'PaymentIntents.create': createCharge,
  'PaymentIntents.list': (state, params) =>
    state.page(state.all('payment_intent'), params, '/v1/payment_intents'),
  'PaymentIntents.search': (state, { query, limit }) => ({
    ...state.page(
      searchByKey(state, query),
      limit === undefined ? {} : { limit },
      '/v1/payment_intents/search',
    ),
    object: 'search_result',
    next_page: null,
  }),
  'PaymentMethods.retrieve': (state, _, id) => state.get('payment_method', id),
  'PaymentMethods.attach': (state, { customer }, id) => {
    const { kind, last4 } =
      namedTestCards[id] ??
      (() => {
        throw new StripeError(400, { type: 'invalid_request_error', message: 'not simulated' })
      })()
    return state.objects.get(addCard(state, state.customer(customer).id, kind, last4)) as object
  },
  'PaymentMethods.detach': (state, _, id) => detachPaymentMethod(state, id),
  'Checkout/Sessions.create': createCheckoutPage,
  'Checkout/Sessions.retrieve': (state, _, id) => state.get('checkout.session', id),
}
