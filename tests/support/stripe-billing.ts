import { Stripe } from 'stripe'
import type { TestCard } from '#contract/test-cards.ts'
import { createStripeClient } from '#server/adapters/billing/stripe/client.ts'
import { syncStripePrices } from '#server/adapters/billing/stripe/prices.ts'
import { processBillingWebhooks } from '#server/modules/billing/webhooks.ts'
import { pushChangedSeatCounts } from '#server/modules/billing/worker.ts'
import { startTestApp, type TestApp } from './test-app.ts'
import type { BillingHarness } from './billing-harness.ts'
import { payOnHostedPage } from '#tests/contracts/stripe/hosted-pages.ts'
import {
  startStripeServer,
  type StripeServer,
  testWebhookSecret,
} from '#tests/contracts/stripe/server.ts'
import { advanceClock } from '#tests/contracts/stripe/billing-cycle.ts'
import { StripeError } from '#tests/contracts/stripe/stripe-state.ts'

const dayMs = 86_400_000
type StripeEvent = StripeServer['state']['events'][number]
export type StripeHarness = BillingHarness & {
  stripe: StripeServer
  /** Removes and returns the events that Stripe has not delivered yet. */
  takeUndeliveredEvents(): StripeEvent[]
  /** Posts an event as Stripe would, signed at our current time by default. Returns the status. */
  postEvent(
    event: StripeEvent,
    forge?: { secret?: string; at?: Date; payload?: string; signature?: string },
  ): Promise<number>
  /** Posts all undelivered events and processes them. */
  deliverEvents(): Promise<void>
  /** Completes a hosted page without delivering its events. Returns the redirect URL. */
  completeHostedPage(sessionUrl: string, kind: TestCard['kind']): string
}

/** Returns a function that posts an event to our webhook, signed as Stripe signs it. */
function createEventPoster(t: TestApp): StripeHarness['postEvent'] {
  return async (event, { secret = testWebhookSecret, at = t.clock.now(), ...forged } = {}) => {
    const payload =
      forged.payload ??
      JSON.stringify({
        id: event.id,
        object: 'event',
        api_version: Stripe.API_VERSION,
        created: event.created,
        type: event.type,
        livemode: false,
        pending_webhooks: 1,
        request: null,
        data: { object: event.object },
      })
    const signature =
      forged.signature ??
      Stripe.webhooks.generateTestHeaderString({
        payload,
        secret,
        timestamp: Math.floor(at.getTime() / 1_000),
      })
    const response = await t.app.inject({
      method: 'POST',
      url: '/webhooks/stripe',
      payload,
      headers: { 'content-type': 'application/json', 'stripe-signature': signature },
    })
    return response.statusCode
  }
}

function storePromotionCode(
  state: StripeServer['state'],
  code: string,
  { percent, months, times, ends_at: endsAt }: Parameters<BillingHarness['createPromotionCode']>[1],
): void {
  const coupon = state.make<Stripe.Coupon>('Coupons.Coupon', 'coupon', {
    name: code,
    percent_off: percent,
    duration: months === null ? 'forever' : 'repeating',
    duration_in_months: months,
    valid: true,
  })
  state.make<Stripe.PromotionCode>('PromotionCodes.PromotionCode', 'promo', {
    code,
    active: true,
    max_redemptions: times ?? null,
    expires_at: endsAt ? Math.floor(endsAt.getTime() / 1_000) : null,
    promotion: { type: 'coupon', coupon: coupon.id },
  })
}

/** Starts BILLING=stripe against the local Stripe server, with synced prices. */
export async function openStripeBilling(): Promise<StripeHarness> {
  const start = new Date('2026-06-15T12:00:00Z')
  const stripe = await startStripeServer(start)
  const t = await startTestApp({ at: start, env: stripe.env })
  const { state } = stripe
  await syncStripePrices(
    createStripeClient({
      key: stripe.env['STRIPE_KEY'] ?? '',
      url: stripe.env['STRIPE_URL'] ?? '',
    }),
  )
  let deliveredCount = 0
  const takeUndeliveredEvents = () => {
    const events = state.events.slice(deliveredCount)
    deliveredCount = state.events.length
    return events
  }
  const postEvent = createEventPoster(t)
  async function deliverEvents() {
    for (const event of takeUndeliveredEvents()) {
      const status = await postEvent(event)
      if (status !== 204) throw new Error(`${event.type}: ${status}`)
    }
    while (await processBillingWebhooks(t.services));
  }
  const completeHostedPage = (sessionUrl: string, kind: TestCard['kind']) =>
    payOnHostedPage(state, sessionUrl.split('/').at(-1) ?? '', kind)
  return {
    t,
    stripe,
    takeUndeliveredEvents,
    postEvent,
    deliverEvents,
    completeHostedPage,
    async pay(sessionUrl, kind) {
      try {
        const redirectUrl = completeHostedPage(sessionUrl, kind)
        await deliverEvents()
        return { redirect_url: redirectUrl }
      } catch (error) {
        if (error instanceof StripeError && error.status === 402)
          return { refused: 'payment_failed' }
        throw error
      }
    },
    async advanceTime(days) {
      for (let n = 0; n < days; n += 1) {
        t.clock.advance(dayMs)
        advanceClock(state, t.clock.now())
        await pushChangedSeatCounts(t.services)
        await deliverEvents()
      }
    },
    createPromotionCode(code, rule) {
      storePromotionCode(state, code, rule)
      return Promise.resolve()
    },
    checkInvariants() {
      const found = stripe.violations.splice(0)
      return found.length
        ? Promise.reject(new Error(found.slice(0, 5).join('\n')))
        : Promise.resolve()
    },
    async stop() {
      await t.close()
      await stripe.stop()
    },
  }
}
