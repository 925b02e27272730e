import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { hasTremendousSignature } from '#server/adapters/giftcards/tremendous.ts'
import type {
  GiftCardProvider,
  PlacedOrder,
} from '#server/adapters/giftcards/gift-card-provider.ts'
import { notifyWorkers } from '#server/platform/background/queues.ts'
import type { Services } from '#server/platform/services.ts'
import { processInbox, mountWebhookInbox } from '#server/platform/background/webhook-inbox.ts'
import { addOrderEvent } from './complete-order.ts'
import { findPurchaseWorkspace, makeOrderDue, updateDelivery } from './queries.ts'

const provider = 'tremendous'
const eventSchema = z.object({
  uuid: z.string().min(1).max(100),
  event: z.string().max(100),
  payload: z.object({
    resource: z.object({ id: z.string().min(1).max(100), type: z.string().max(50) }),
  }),
})

/**
 * Mounts POST /webhooks/tremendous. Only the order's id is read from an event, so late, duplicate
 * and reordered events do no harm.
 */
export async function mountGiftCardWebhooks(
  app: FastifyInstance,
  services: Services,
): Promise<void> {
  const { giftCards } = services.config
  const key = typeof giftCards === 'object' ? giftCards.webhookKey : null
  if (key === null) return
  await mountWebhookInbox(app, services, {
    provider,
    path: '/webhooks/tremendous',
    parseEvent(raw, header) {
      if (!hasTremendousSignature(raw, header('tremendous-webhook-signature'), key)) return null
      const event = eventSchema.parse(JSON.parse(raw.toString('utf8')))
      return { id: event.uuid, payload: event }
    },
  })
}

type EventResource = z.output<typeof eventSchema>['payload']['resource']
async function findOrderId(
  giftCards: GiftCardProvider,
  { id, type }: EventResource,
): Promise<string | null> {
  if (type === 'orders') return id
  return type === 'rewards' ? giftCards.findOrderByReward(id) : null
}

/** Fetches the current order of an event, or null if it is not ours. */
async function fetchOrder(
  giftCards: GiftCardProvider,
  { payload: { resource } }: z.output<typeof eventSchema>,
): Promise<PlacedOrder | null> {
  const id = await findOrderId(giftCards, resource)
  return id === null ? null : giftCards.findOrder({ workspace_id: '', purchase_id: '', order: id })
}

/** Makes a pending order due for the worker now, and updates the delivery of a settled one. */
async function applyDeliveryState(
  { db, clock }: Services,
  purchaseId: string,
  placed: PlacedOrder,
): Promise<void> {
  const workspaceId = await findPurchaseWorkspace(db.global, purchaseId)
  if (!workspaceId) return
  const at = clock.now()
  const key = { workspaceId, purchaseId }
  await db.tenant(workspaceId, async (trx) => {
    await makeOrderDue(trx, key, at)
    await notifyWorkers(trx, 'gift_orders')
    if (placed.delivery === 'none') return
    if (await updateDelivery(trx, key, placed.delivery, at))
      await addOrderEvent(
        { trx, ...key, at },
        placed.delivery === 'failed' ? 'delivery_failed' : 'delivered',
      )
  })
}

const ownOrderPattern = /^purchase-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Processes received webhook events. Returns true while more may be waiting. */
export async function processGiftCardWebhooks(services: Services): Promise<boolean> {
  const { giftCards } = services
  if (giftCards?.kind !== provider) return false
  return processInbox(services, provider, async (payload) => {
    const placed = await fetchOrder(giftCards, eventSchema.parse(payload))
    const purchaseId = ownOrderPattern.exec(placed?.external_id ?? '')?.[1]
    if (placed && purchaseId) await applyDeliveryState(services, purchaseId, placed)
  })
}
