import type { Stripe } from 'stripe'
import type { Receipt } from '#contract/schemas/billing.ts'
import type { BillingPageRequest, Customer } from '../billing-provider.ts'
import { toStripeId } from './account.ts'
import { fromUnixSeconds, type StripeClient } from './client.ts'

/** Maximum age of an invoice relative to its receipt: payment retries may take weeks. */
const invoiceAgeMaxS = 60 * 86_400

/** Charges that are read for a page of receipts. Most of them may be of gift cards. */
const receiptChargesMax = 5_000

/**
 * Returns the payments of the subscription after a charge, newest first. Gift card charges belong to
 * the same customer and are left out.
 */
async function listSubscriptionCharges(
  stripe: StripeClient,
  customer: Customer,
  { after, limit }: BillingPageRequest,
): Promise<{ paid: Stripe.Charge[]; hasMore: boolean }> {
  const paid: Stripe.Charge[] = []
  let count = 0
  for await (const charge of stripe.charges.list({
    customer: customer.ref,
    limit: 100,
    ...(after ? { starting_after: after } : {}),
  })) {
    if (charge.status === 'succeeded' && charge.metadata['purpose'] !== 'rewards') paid.push(charge)
    count += 1
    if (paid.length > limit || count === receiptChargesMax) break
  }
  const hasMore = paid.length > limit || (count === receiptChargesMax && paid.length > 0)
  return { paid: paid.slice(0, limit), hasMore }
}

/** Lists payments of the subscription with the numbers of their invoices, newest first. */
export async function listStripeReceipts(
  stripe: StripeClient,
  customer: Customer,
  page: BillingPageRequest,
): Promise<{ items: Receipt[]; has_more: boolean }> {
  const { paid, hasMore } = await listSubscriptionCharges(stripe, customer, page)
  const numbers = new Map<string, string | null>()
  const [newest, oldest] = [paid[0], paid.at(-1)]
  if (newest && oldest) {
    const created = { lte: newest.created, gte: oldest.created - invoiceAgeMaxS }
    for await (const { number, payments } of stripe.invoices.list({
      customer: customer.ref,
      status: 'paid',
      created,
      limit: 100,
      expand: ['data.payments'],
    })) {
      for (const { payment } of payments?.data ?? [])
        numbers.set(toStripeId(payment.payment_intent) ?? '', number)
    }
  }
  const items = paid.map(
    ({
      id,
      created,
      amount,
      refunded,
      receipt_url: receiptUrl,
      payment_intent: paymentIntent,
      payment_method_details: paymentMethodDetails,
    }) => ({
      id,
      created: fromUnixSeconds(created).toISOString(),
      amount,
      refunded,
      brand: paymentMethodDetails?.card?.brand ?? '',
      last4: paymentMethodDetails?.card?.last4 ?? '',
      invoice_number: numbers.get(toStripeId(paymentIntent) ?? '') ?? null,
      url: receiptUrl,
    }),
  )
  return { items, has_more: hasMore }
}
