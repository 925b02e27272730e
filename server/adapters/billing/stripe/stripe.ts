import { Stripe } from 'stripe'
import { cancel_reason } from '#contract/billing.ts'
import { fail } from '#server/platform/errors.ts'
import type { Billing, Customer, Payer } from '../billing.ts'
import { findPayer, idOf, itemOf, living, planOf, readAccount, voidOpen } from './account.ts'
import { asked, isMissing, keyed, localeOf, type StripeClient } from './client.ts'
import { listInvoices, listReceipts, previewOf } from './invoices.ts'
import { openPage, subscribeOn } from './orders.ts'
import { findPrice } from './prices.ts'

/**
 * What Stripe writes on invoices. A number that tax offices give has no common form, so it stands
 * there as it was entered.
 */
function wordsOf({
  workspace_id,
  name,
  email,
  address,
  country,
  tax_id,
  language,
}: Payer): Stripe.CustomerUpdateParams {
  const locale = language === 'ua' ? 'uk' : localeOf(language)
  return {
    name,
    ...(email ? { email } : {}),
    address: address || country ? { line1: address, country } : '',
    preferred_locales: [locale, 'en'],
    metadata: { workspace_id, tax_id },
    invoice_settings: { custom_fields: tax_id ? [{ name: 'Tax ID', value: tax_id }] : '' },
  }
}

async function lives(stripe: StripeClient, customer: Customer): Promise<Stripe.Subscription> {
  return (await living(stripe, customer)) ?? fail('subscription_final')
}
const overdue = ({ status }: Stripe.Subscription) =>
  status === 'past_due' || status === 'unpaid' || status === 'paused'

/** What is asked for and not paid, oldest first. */
async function openInvoices(
  stripe: StripeClient,
  { id, customer }: Stripe.Subscription,
): Promise<Stripe.Invoice[]> {
  const { data } = await stripe.invoices.list({
    customer: idOf(customer) ?? '',
    subscription: id,
    status: 'open',
    limit: 100,
  })
  return data.toReversed()
}

/**
 * The new card pays from now on, and what waits for its payment is tried with it. A bank that says
 * no is read from the invoice.
 */
async function payWith(
  stripe: StripeClient,
  customer: Customer,
  card: { ref: string },
): Promise<void> {
  const [payer, subscription] = [await findPayer(stripe, customer), await living(stripe, customer)]
  if (!payer) return
  const old = new Set([
    idOf(subscription?.default_payment_method),
    idOf(payer.invoice_settings.default_payment_method),
  ])
  await stripe.customers.update(customer.ref, {
    invoice_settings: { default_payment_method: card.ref },
  })
  if (subscription && idOf(subscription.default_payment_method) !== card.ref)
    await stripe.subscriptions.update(subscription.id, { default_payment_method: card.ref })
  for (const ref of old) {
    if (ref && ref !== card.ref) await stripe.paymentMethods.detach(ref)
  }
  if (!subscription) return
  for (const { id } of await openInvoices(stripe, subscription)) {
    try {
      await stripe.invoices.pay(id, { payment_method: card.ref, off_session: true })
    } catch (error) {
      // Refused, or paid by Stripe's own retry in this moment.
      if (
        !(
          error instanceof Stripe.errors.StripeCardError ||
          error instanceof Stripe.errors.StripeInvalidRequestError
        )
      )
        throw error
    }
  }
}

/** Subscriptions with Stripe, over its own SDK. */
export function stripeBilling(stripe: StripeClient): Billing {
  return {
    kind: 'stripe',
    keepCustomer: (ref, payer) =>
      asked(async () => {
        // Made with words that never change, so that the same key always asks for the same; the
        // rest is told afterwards.
        const id =
          ref ??
          (
            await stripe.customers.create(
              { metadata: { workspace_id: payer.workspace_id } },
              { idempotencyKey: `cust-${payer.workspace_id}` },
            )
          ).id
        await stripe.customers.update(id, wordsOf(payer))
        return id
      }),
    read: (customer, at) => asked(() => readAccount(stripe, customer, at)),
    subscribe: (customer, order, card, _at, key) =>
      asked(() => subscribeOn(stripe, customer, order, card, key)),
    startCheckout: (customer, order, page) => asked(() => openPage(stripe, customer, order, page)),
    changePlan: (customer, { plan, seats }, _at, key) =>
      asked(async () => {
        const subscription = await lives(stripe, customer)
        const item = itemOf(subscription)
        if (planOf(item) === plan) return
        // What is unpaid is paid first: nothing unpaid can be credited.
        if (overdue(subscription))
          for (const { id } of await openInvoices(stripe, subscription))
            await stripe.invoices.pay(id, { off_session: true })
        // Without its quantity a new price would start at one seat.
        const words = {
          items: [{ id: item.id, price: await findPrice(stripe, plan), quantity: seats }],
          off_session: true,
          payment_behavior: 'error_if_incomplete',
          proration_behavior: subscription.status === 'trialing' ? 'none' : 'always_invoice',
        } satisfies Stripe.SubscriptionUpdateParams
        await stripe.subscriptions.update(subscription.id, words, keyed(key, words))
      }),
    setSeats: (customer, seats, _at, key) =>
      asked(async () => {
        const subscription = await living(stripe, customer)
        const item = subscription && itemOf(subscription)
        if (!item || item.quantity === seats) return
        const words = {
          items: [{ id: item.id, quantity: seats }],
          proration_behavior: subscription.status === 'trialing' ? 'none' : 'create_prorations',
        } satisfies Stripe.SubscriptionUpdateParams
        await stripe.subscriptions.update(subscription.id, words, keyed(key, words))
      }),
    cancel: (customer, { reason, comment }) =>
      asked(async () => {
        const subscription = await lives(stripe, customer)
        const known = cancel_reason.safeParse(reason)
        // Stripe knows eight reasons by name; any other text is a comment.
        const cancellation_details = known.success
          ? { feedback: known.data, comment }
          : { feedback: 'other' as const, comment: [reason, comment].filter(Boolean).join('\n') }
        if (!overdue(subscription)) {
          await stripe.subscriptions.update(subscription.id, {
            cancel_at_period_end: true,
            cancellation_details,
          })
          return
        }
        await voidOpen(stripe, { customer: customer.ref, subscription: subscription.id })
        await stripe.subscriptions.cancel(subscription.id, {
          cancellation_details,
          invoice_now: false,
          prorate: false,
        })
      }),
    resume: (customer) =>
      asked(async () => {
        const { id, cancel_at_period_end } = await lives(stripe, customer)
        if (cancel_at_period_end)
          await stripe.subscriptions.update(id, { cancel_at_period_end: false })
      }),
    useCard: (customer, card) => asked(() => payWith(stripe, customer, card)),
    preview: (customer, order, _language, at) =>
      asked(() => previewOf(stripe, customer, order, at)),
    invoices: (customer, ask) => asked(() => listInvoices(stripe, customer, ask)),
    receipts: (customer, ask) => asked(() => listReceipts(stripe, customer, ask)),
    forget: (customer) =>
      asked(async () => {
        if (!(await findPayer(stripe, customer))) return
        await voidOpen(stripe, { customer: customer.ref })
        try {
          // Its subscriptions end with it at once, and its cards and address are gone.
          await stripe.customers.del(customer.ref)
        } catch (error) {
          if (!isMissing(error)) throw error
        }
      }),
  }
}
