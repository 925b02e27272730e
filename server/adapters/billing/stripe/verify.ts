import { randomUUID } from 'node:crypto'
import { createStripeCardProvider } from '#server/adapters/cards/stripe.ts'
import type { Customer } from '../billing-provider.ts'
import { createStripeClient, type StripeSettings } from './client.ts'
import { createStripeBilling } from './stripe-billing.ts'
import type { VerificationRun } from './verification-run.ts'
import { paymentSteps } from './verify-payments.ts'
import { subscriptionSteps } from './verify-subscription.ts'

/**
 * Runs every Stripe operation of ours in a sandbox, reports the results and deletes its customer.
 * Rejects live keys.
 */
export async function verifyStripe(
  settings: StripeSettings,
  report: (line: string) => void,
  at: Date,
): Promise<boolean> {
  if (!/^[sr]k_test_/.test(settings.key)) {
    report('STRIPE_KEY is not a sandbox key (sk_test_ or rk_test_): nothing was done.')
    return false
  }
  const stripe = createStripeClient(settings)
  const customer: Customer = { workspace_id: randomUUID(), ref: '' }
  const run: VerificationRun = {
    id: `verify-${customer.workspace_id}`,
    stripe,
    settings,
    billing: createStripeBilling(stripe),
    cards: createStripeCardProvider(stripe),
    customer,
    at,
    card: '',
  }
  const steps = [...subscriptionSteps, ...paymentSteps]
  let failed = 0
  for (const [name, verify] of steps) {
    try {
      report(`ok    ${name}: ${await verify(run)}`)
    } catch (error) {
      failed += 1
      report(`WRONG ${name}: ${(error as Error).message}`)
    }
  }
  if (customer.ref) await run.billing.deleteCustomer(customer, at)
  report(
    failed
      ? `${failed} of ${steps.length} steps failed.`
      : `All ${steps.length} steps passed. Everything except the prices was deleted again.`,
  )
  return failed === 0
}
