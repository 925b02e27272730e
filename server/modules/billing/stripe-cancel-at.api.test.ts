import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBillingActions } from '#tests/suites/billing-behavior/actions.ts'
import { openStripeBilling, type StripeHarness } from '#tests/support/stripe-billing.ts'
import { refreshBilling } from './sync.ts'

let h: StripeHarness
let by: ReturnType<typeof createBillingActions>
beforeAll(async () => {
  h = await openStripeBilling()
  by = createBillingActions(h)
}, 60_000)
afterAll(() => h?.stop())

test('resumes a subscription that was canceled for a day in Stripe', async () => {
  const team = await by.team()
  await by.subscribe(team)
  const [subscription] = h.stripe.state.all<Stripe.Subscription>(
    'subscription',
    ({ metadata }) => metadata['workspace_id'] === team.workspace_id,
  )
  if (!subscription) throw new Error('no subscription at Stripe')
  // The dashboard sets the time instead of the mark for the end of the period.
  subscription.cancel_at = subscription.items.data[0]?.current_period_end ?? 0
  await refreshBilling(h.t.services, team.workspace_id)
  expect(await by.subscription(team)).toMatchObject({ cancel_at_period_end: true })
  expect(await by.answer(team, 'billing.resume')).toMatchObject({ cancel_at_period_end: false })
  expect(subscription.cancel_at).toBeNull()
})
