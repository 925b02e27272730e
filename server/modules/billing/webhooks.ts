import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { parseStripeEvent } from '#server/adapters/billing/stripe/client.ts'
import type { Services } from '#server/platform/services.ts'
import { processInbox, mountWebhookInbox } from '#server/platform/background/webhook-inbox.ts'
import { refreshBilling } from './sync.ts'

const provider = 'stripe'
const eventPayload = z.object({ customer: z.string().nullable() })

/**
 * POST /webhooks/stripe. Whatever it tells, only whom it is about is believed, and everything of
 * that team is read anew: late, doubled, reordered and lost news do no harm.
 */
export async function mountBillingWebhooks(
  app: FastifyInstance,
  services: Services,
): Promise<void> {
  const {
    config: { stripe },
    clock,
  } = services
  if (!stripe) return
  await mountWebhookInbox(app, services, {
    provider,
    path: '/webhooks/stripe',
    parseEvent: (raw, header) =>
      parseStripeEvent(raw, header('stripe-signature'), stripe.webhookSecret, clock.now()),
  })
}

/**
 * Reads anew whatever Stripe has told of. Customers that are none of ours, as in an account that
 * others use too, are left alone. Answers true while there may be more.
 */
export async function processBillingWebhooks(services: Services): Promise<boolean> {
  if (services.billing?.kind !== provider) return false
  // One act brings many news: all of them were there before the first is worked on, so that reading
  // once is enough.
  const read = new Set<string>()
  return processInbox(services, provider, async (payload) => {
    const { customer } = eventPayload.parse(payload)
    if (customer === null || read.has(customer)) return
    const {
      rows: [found],
    } = await sql<{
      workspace_id: string | null
    }>`select billing_workspace(${provider}, ${customer}) as workspace_id`.execute(
      services.db.global,
    )
    if (found?.workspace_id) await refreshBilling(services, found.workspace_id)
    read.add(customer)
  })
}
