import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadSubscription } from '#server/modules/billing/service.ts'
import { processBillingWebhooks } from '#server/modules/billing/webhooks.ts'
import { createBillingActions } from '#tests/suites/billing-behaviour.ts'
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
type StripeEvents = ReturnType<StripeHarness['undeliveredEvents']>
/** Takes out of what waits some of it, in any order, and some twice. */
function takeRandomEvents(waiting: StripeEvents): StripeEvents {
  const taken = Array.from({ length: randomInt(waiting.length + 1) }, () =>
    waiting.splice(randomInt(waiting.length), 1),
  ).flat()
  return taken.flatMap((one) => (randomInt(3) ? [one] : [one, one]))
}
/** What the provider has of a team, and what has been paid there. */
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
  'webhooks: news of payments come late, twice and in any order, and what we show is true',
  { timeout: (durationSeconds(3) * 4 + 240) * 1_000 },
  async () => {
    const until = Date.now() + durationSeconds(3) * 1_000
    let [teams, told] = [0, 0]
    do {
      const team = await billingActions.team()
      const waiting: StripeEvents = []
      const tell = async (news: StripeEvents) => {
        for (const one of news) expect(await harness.postEvent(one)).toBe(204)
        told += news.length
        // Two processes work on them at once.
        await Promise.all([
          processBillingWebhooks(harness.t.services),
          processBillingWebhooks(harness.t.services),
        ])
      }
      harness.enterPromoCode(
        (
          await billingActions.answer(team, 'billing.subscribe', {
            body: { plan: 'month', callback: callbackUrl },
          })
        ).session_url,
        'works',
      )
      for (let n = 1 + randomInt(4); n > 0; n -= 1) {
        waiting.push(...harness.undeliveredEvents())
        await tell(takeRandomEvents(waiting))
        // Refused where it is so already, or where nobody has told us yet that there is something
        // to cancel.
        await (randomInt(2)
          ? billingActions.call(team, 'billing.cancel', { body: {} })
          : billingActions.call(team, 'billing.resume'))
      }
      waiting.push(...harness.undeliveredEvents())
      await tell(waiting.toReversed())
      while (await processBillingWebhooks(harness.t.services));
      const { subscriptions, charges } = await readProviderState(team)
      expect(subscriptions).toHaveLength(1)
      // Our copy as it stands, before anybody's look reads it anew.
      expect([
        await loadSubscription(harness.t.services, team.workspace_id),
        await billingActions.active(team),
        charges,
      ]).toEqual([expect.objectContaining(subscriptions[0] ?? {}), true, 1])
      await harness.checkInvariants()
      teams += 1
    } while (Date.now() < until)
    reportMeasurement('teams', teams)
    reportMeasurement('news told', told)
  },
)
