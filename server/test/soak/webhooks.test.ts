import { afterAll, beforeAll, expect, test } from 'vitest'
import { subscriptionOf } from '#server/modules/billing/rules.ts'
import { drainBillingWebhooks } from '#server/modules/billing/webhooks.ts'
import { actions } from '../billing-behaviour.ts'
import type { Team } from '../factories.ts'
import { openStripeBilling, type StripeHarness } from '../stripe-billing.ts'
import { figure, seconds } from './lengths.ts'

const callback = 'http://localhost:3000/settings/billing/overview'
let h: StripeHarness
let by: ReturnType<typeof actions>
beforeAll(async () => {
  h = await openStripeBilling()
  by = actions(h)
}, 60_000)
afterAll(() => h?.stop())

const random = (below: number) => Math.floor(Math.random() * below)
type News = ReturnType<StripeHarness['untold']>
/** Takes out of what waits some of it, in any order, and some twice. */
function some(waiting: News): News {
  const taken = Array.from({ length: random(waiting.length + 1) }, () =>
    waiting.splice(random(waiting.length), 1),
  ).flat()
  return taken.flatMap((one) => (random(3) ? [one] : [one, one]))
}
/** What the provider has of a team, and what has been paid there. */
async function truth({ workspace_id }: Team) {
  const ref =
    (
      await h.t.services.db.tenant(workspace_id, (trx) =>
        trx.selectFrom('billing_customers').select('ref').executeTakeFirst(),
      )
    )?.ref ?? ''
  const subscriptions = h.stripe.world.all<{
    id: string
    object: 'subscription'
    status: string
    cancel_at_period_end: boolean
    customer: unknown
  }>('subscription', (one) => one.customer === ref)
  const charges = h.stripe.world
    .all<{ id: string; object: 'charge'; status: string; customer: unknown }>(
      'charge',
      (one) => one.customer === ref,
    )
    .filter((one) => one.status === 'succeeded')
  return {
    subscriptions: subscriptions.map(({ status, cancel_at_period_end }) => ({
      status,
      cancel_at_period_end,
    })),
    charges: charges.length,
  }
}

test(
  'webhooks: news of payments come late, twice and in any order, and what we show is true',
  { timeout: (seconds(3) * 4 + 240) * 1_000 },
  async () => {
    const until = Date.now() + seconds(3) * 1_000
    let [teams, told] = [0, 0]
    do {
      const team = await by.team()
      const waiting: News = []
      const tell = async (news: News) => {
        for (const one of news) expect(await h.post(one)).toBe(204)
        told += news.length
        // Two processes work on them at once.
        await Promise.all([drainBillingWebhooks(h.t.services), drainBillingWebhooks(h.t.services)])
      }
      h.enter(
        (await by.answer(team, 'billing.subscribe', { body: { plan: 'month', callback } }))
          .session_url,
        'works',
      )
      for (let n = 1 + random(4); n > 0; n -= 1) {
        waiting.push(...h.untold())
        await tell(some(waiting))
        // Refused where it is so already, or where nobody has told us yet that there is something
        // to cancel.
        await (random(2)
          ? by.call(team, 'billing.cancel', { body: {} })
          : by.call(team, 'billing.resume'))
      }
      waiting.push(...h.untold())
      await tell(waiting.toReversed())
      while (await drainBillingWebhooks(h.t.services));
      const { subscriptions, charges } = await truth(team)
      expect(subscriptions).toHaveLength(1)
      // Our copy as it stands, before anybody's look reads it anew.
      expect([
        await subscriptionOf(h.t.services, team.workspace_id),
        await by.active(team),
        charges,
      ]).toEqual([expect.objectContaining(subscriptions[0] ?? {}), true, 1])
      await h.check()
      teams += 1
    } while (Date.now() < until)
    figure('teams', teams)
    figure('news told', told)
  },
)
