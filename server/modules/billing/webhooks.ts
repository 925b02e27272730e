import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { parseStripeEvent } from '#server/adapters/billing/stripe/client.ts'
import type { Services } from '#server/platform/services.ts'
import { processInbox, mountWebhookInbox } from '#server/platform/background/webhook-inbox.ts'
import { findCustomerWorkspace } from './queries.ts'
import { refreshBilling } from './sync.ts'

const provider = 'stripe'
const eventPayload = z.object({ customer: z.string().nullable() })

/**
 * Mounts POST /webhooks/stripe. Only the customer is read from an event, and the whole team is
 * synced. Late, duplicate, reordered and lost events do no harm.
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
 * Syncs the customers of received Stripe events. Ignores unknown customers, for accounts shared
 * with other systems. Returns true while more may be waiting.
 */
export async function processBillingWebhooks(services: Services): Promise<boolean> {
  if (services.billing?.kind !== provider) return false
  // A command causes several events. All of them precede the first sync, so a single sync per
  // customer suffices.
  const synced = new Set<string>()
  return processInbox(services, provider, async (payload) => {
    const { customer } = eventPayload.parse(payload)
    if (customer === null || synced.has(customer)) return
    const workspaceId = await findCustomerWorkspace(services.db.global, provider, customer)
    if (workspaceId) await refreshBilling(services, workspaceId)
    synced.add(customer)
  })
}
