import { Stripe } from 'stripe'
import type { TestCard } from '#contract/test-cards.ts'
import { createStripeClient } from '#server/adapters/billing/stripe/client.ts'
import { syncStripePrices } from '#server/adapters/billing/stripe/prices.ts'
import { processBillingWebhooks } from '#server/modules/billing/webhooks.ts'
import { pushChangedSeatCounts } from '#server/modules/billing/worker.ts'
import { startTestApp } from './test-app.ts'
import type { BillingHarness } from './billing-harness.ts'
import { payOnHostedPage } from '#tests/contracts/stripe/hosted-pages.ts'
import {
  startStripeServer,
  type StripeServer,
  testWebhookSecret,
} from '#tests/contracts/stripe/server.ts'
import { advanceClock } from '#tests/contracts/stripe/subscriptions.ts'
import { StripeError } from '#tests/contracts/stripe/stripe-state.ts'

const dayMs = 86_400_000
type StripeEvent = StripeServer['state']['events'][number]
export type StripeHarness = BillingHarness & {
  stripe: StripeServer
  /** What Stripe has told nobody yet. */
  undeliveredEvents(): StripeEvent[]
  /** Posts news as Stripe would, at our time unless it is another; answers the status. */
  postEvent(
    news: StripeEvent,
    forge?: { secret?: string; at?: Date; payload?: string; signature?: string },
  ): Promise<number>
  /** Posts all that is untold, and has it worked on. */
  deliverEvents(): Promise<void>
  /** Somebody goes through a page, and the news of it wait. */
  enterPromoCode(sessionUrl: string, kind: TestCard['kind']): string
}

/** BILLING=stripe over the loopback, its prices in place. */
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
  let told = 0
  const untold = () => {
    const news = state.events.slice(told)
    told = state.events.length
    return news
  }
  const post: StripeHarness['postEvent'] = async (
    news,
    { secret = testWebhookSecret, at = t.clock.now(), ...forged } = {},
  ) => {
    const payload =
      forged.payload ??
      JSON.stringify({
        id: news.id,
        object: 'event',
        api_version: Stripe.API_VERSION,
        created: news.created,
        type: news.type,
        livemode: false,
        pending_webhooks: 1,
        request: null,
        data: { object: news.object },
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
  async function deliver() {
    for (const news of untold()) {
      const status = await post(news)
      if (status !== 204) throw new Error(`${news.type}: ${status}`)
    }
    while (await processBillingWebhooks(t.services));
  }
  const enter = (sessionUrl: string, kind: TestCard['kind']) =>
    payOnHostedPage(state, sessionUrl.split('/').at(-1) ?? '', kind)
  return {
    t,
    stripe,
    undeliveredEvents: untold,
    postEvent: post,
    deliverEvents: deliver,
    enterPromoCode: enter,
    async pay(sessionUrl, kind) {
      try {
        const redirectUrl = enter(sessionUrl, kind)
        await deliver()
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
        await deliver()
      }
    },
    promo(code, { percent, months, times, ends_at: endsAt }) {
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
