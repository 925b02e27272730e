import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSubscription } from '#server/modules/billing/service.ts'
import { processBillingWebhooks } from '#server/modules/billing/webhooks.ts'
import { createBillingActions } from '#tests/suites/billing-behavior/actions.ts'
import type { Team } from '#tests/support/factories.ts'
import { openStripeBilling, type StripeHarness } from '#tests/support/stripe-billing.ts'
import { reportMeasurement, durationSeconds } from './duration.ts'

const callbackUrl = 'http://localhost:3000/settings/billing/overview'
let harness: StripeHarness
let billingActions: ReturnType<typeof createBillingActions>
beforeAll(async () => {
  harness = await openStripeBilling()
  billingActions = createBillingActions(harness)
}, 60_000)
afterAll(() => harness?.stop())

const randomInt = (below: number) => Math.floor(Math.random() * below)
type StripeEvents = ReturnType<StripeHarness['takeUndeliveredEvents']>
/** Removes some of the waiting events, in random order, and repeats some. */
function takeRandomEvents(waiting: StripeEvents): StripeEvents {
  const taken = Array.from({ length: randomInt(waiting.length + 1) }, () =>
    waiting.splice(randomInt(waiting.length), 1),
  ).flat()
  return taken.flatMap((one) => (randomInt(3) ? [one] : [one, one]))
}
/** Returns the state of a team at the provider, and the amount paid there. */
async function readProviderState({ workspace_id: workspaceId }: Team) {
  const ref =
    (
      await harness.t.services.db.tenant(workspaceId, (trx) =>
        trx.selectFrom('billing_customers').select('ref').executeTakeFirst(),
      )
    )?.ref ?? ''
  const subscriptions = harness.stripe.state.all<{
    id: string
    object: 'subscription'
    status: string
    cancel_at_period_end: boolean
    customer: unknown
  }>('subscription', (one) => one.customer === ref)
  const charges = harness.stripe.state
    .all<{ id: string; object: 'charge'; status: string; customer: unknown }>(
      'charge',
      (one) => one.customer === ref,
    )
    .filter((one) => one.status === 'succeeded')
  return {
    subscriptions: subscriptions.map(({ status, cancel_at_period_end: cancelAtPeriodEnd }) => ({
      status,
      cancel_at_period_end: cancelAtPeriodEnd,
    })),
    charges: charges.length,
  }
}

test(
  'webhooks: late, repeated and reordered events show the true state',
  { timeout: (durationSeconds(3) * 4 + 240) * 1_000 },
  async () => {
    const until = Date.now() + durationSeconds(3) * 1_000
    let [teams, deliveredCount] = [0, 0]
    do {
      const team = await billingActions.team()
      const waiting: StripeEvents = []
      const deliverEvents = async (events: StripeEvents) => {
        for (const one of events) expect(await harness.postEvent(one)).toBe(204)
        deliveredCount += events.length
        // Two processes handle them concurrently.
        await Promise.all([
          processBillingWebhooks(harness.t.services),
          processBillingWebhooks(harness.t.services),
        ])
      }
      harness.completeHostedPage(
        (
          await billingActions.answer(team, 'billing.subscribe', {
            body: { plan: 'month', callback: callbackUrl },
          })
        ).session_url,
        'works',
      )
      for (let n = 1 + randomInt(4); n > 0; n -= 1) {
        waiting.push(...harness.takeUndeliveredEvents())
        await deliverEvents(takeRandomEvents(waiting))
        // Refused if already canceled, or if our copy does not know the subscription yet.
        await (randomInt(2)
          ? billingActions.call(team, 'billing.cancel', { body: {} })
          : billingActions.call(team, 'billing.resume'))
      }
      waiting.push(...harness.takeUndeliveredEvents())
      await deliverEvents(waiting.toReversed())
      while (await processBillingWebhooks(harness.t.services));
      const { subscriptions, charges } = await readProviderState(team)
      expect(subscriptions).toHaveLength(1)
      // Reads our stored copy before any request refreshes it.
      expect([
        await loadSubscription(harness.t.services, team.workspace_id),
        await billingActions.active(team),
        charges,
      ]).toEqual([expect.objectContaining(subscriptions[0] ?? {}), true, 1])
      await harness.checkInvariants()
      teams += 1
    } while (Date.now() < until)
    reportMeasurement('teams', teams)
    reportMeasurement('news told', deliveredCount)
  },
)
