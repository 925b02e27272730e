import type { CardProvider } from '#server/adapters/cards/card-provider.ts'
import type {
  BillingProvider,
  Customer,
  Subscription,
  SubscriptionOrder,
} from '../billing-provider.ts'
import type { StripeClient, StripeSettings } from './client.ts'

/** State of a verification run, with a customer of its own. `card` is the current test card. */
export type VerificationRun = {
  id: string
  stripe: StripeClient
  settings: StripeSettings
  billing: BillingProvider
  cards: CardProvider
  customer: Customer
  at: Date
  card: string
}
/** A step with its name. `verify` returns a detail to report, or throws. */
export type VerificationStep = [name: string, verify: (run: VerificationRun) => Promise<string>]

/** The order of all steps. */
export const testOrder: SubscriptionOrder = {
  plan: 'month',
  seats: 7,
  trial_ends_at: null,
  lifetime: false,
  promo: null,
}

export function assertThat(condition: boolean, message: string): void {
  if (!condition) throw new Error(message)
}

/** Attaches a test card of Stripe and makes it the paying card. */
export async function attachTestCard(run: VerificationRun, name: string): Promise<void> {
  const { id } = await run.stripe.paymentMethods.attach(name, { customer: run.customer.ref })
  await run.billing.setPaymentCard(run.customer, { id, ref: id }, run.at)
  run.card = id
}

/** Returns the current subscription of the run's customer. */
export async function readSubscription({
  billing,
  customer,
  at,
}: VerificationRun): Promise<Subscription> {
  return (
    (await billing.fetchAccount(customer, at)).subscription ??
    Promise.reject(new Error('there is no subscription'))
  )
}
