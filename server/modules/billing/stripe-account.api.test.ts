import type { Stripe } from 'stripe'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBillingActions } from '#tests/suites/billing-behavior/actions.ts'
import { openStripeBilling, type StripeHarness } from '#tests/support/stripe-billing.ts'
import { refreshBilling } from './sync.ts'

const callback = 'http://localhost:3000/settings/billing/overview'
let h: StripeHarness
let by: ReturnType<typeof createBillingActions>
beforeAll(async () => {
  h = await openStripeBilling()
  by = createBillingActions(h)
}, 60_000)
afterAll(() => h?.stop())

test('lists receipts that are older than many charges of gift cards', async () => {
  const team = await by.team()
  await by.subscribe(team)
  h.completeHostedPage(
    (await by.answer(team, 'rewards.add_payment_method', { body: { callback } })).session_url,
    'works',
  )
  h.takeUndeliveredEvents()
  await by.answer(team, 'rewards.payment_method')
  const { cards, db } = h.t.services
  const { customer, card } = await db.tenant(team.workspace_id, async (trx) => ({
    customer: await trx.selectFrom('billing_customers').select('ref').executeTakeFirstOrThrow(),
    card: await trx
      .selectFrom('cards')
      .select(['id', 'provider_ref'])
      .where('purpose', '=', 'rewards')
      .executeTakeFirstOrThrow(),
  }))
  for (let n = 0; n < 5; n += 1)
    await cards.charge({
      workspace_id: team.workspace_id,
      customer: customer.ref ?? '',
      key: `purchase-${n}`,
      card: { id: card.id, ref: card.provider_ref },
      amount_cents: 2_750,
      currency: 'USD',
      description: 'A gift card',
      at: h.t.clock.now(),
    })
  const { items, has_more: hasMore } = await by.answer(team, 'billing.receipts', {
    query: { limit: 3 },
  })
  expect([items.map((one) => one.amount), hasMore]).toEqual([[9_000], false])
})

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
