import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { hasTremendousSignature } from '#server/adapters/giftcards/tremendous.ts'
import type {
  GiftCardProvider,
  PlacedOrder,
} from '#server/adapters/giftcards/gift-card-provider.ts'
import type { Services } from '#server/platform/services.ts'
import { processInbox, mountWebhookInbox } from '#server/platform/background/webhook-inbox.ts'
import { addOrderEvent } from './complete-order.ts'

const provider = 'tremendous'
const eventSchema = z.object({
  uuid: z.string().min(1).max(100),
  event: z.string().max(100),
  payload: z.object({
    resource: z.object({ id: z.string().min(1).max(100), type: z.string().max(50) }),
  }),
})

/**
 * POST /webhooks/tremendous. Nothing in what it tells is believed but which order to look at, so
 * that late, doubled and reordered news do no harm.
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
      const told = eventSchema.parse(JSON.parse(raw.toString('utf8')))
      return { id: told.uuid, payload: told }
    },
  })
}

/** The order that the news is about, as the provider has it now; null when it is none of ours. */
async function fetchOrder(
  giftcards: GiftCardProvider,
  { payload: { resource } }: z.output<typeof eventSchema>,
): Promise<PlacedOrder | null> {
  const id =
    resource.type === 'orders'
      ? resource.id
      : resource.type === 'rewards'
        ? await giftcards.findOrderByReward(resource.id)
        : null
  return id === null ? null : giftcards.findOrder({ workspace_id: '', purchase_id: '', order: id })
}

/**
 * An order on its way is looked at by the worker now; one that is there learns whether it was
 * delivered.
 */
async function applyDeliveryState(
  { db, clock }: Services,
  purchaseId: string,
  now: PlacedOrder,
): Promise<void> {
  const {
    rows: [found],
  } = await sql<{
    workspace_id: string | null
  }>`select purchase_workspace(${purchaseId}) as workspace_id`.execute(db.global)
  const workspaceId = found?.workspace_id
  if (!workspaceId) return
  const at = clock.now()
  await db.tenant(workspaceId, async (trx) => {
    const own = trx
      .updateTable('gift_orders')
      .where('workspace_id', '=', workspaceId)
      .where('purchase_id', '=', purchaseId)
    await own.set({ next_at: at }).where('step', 'in', ['charged', 'ordered']).execute()
    if (now.delivery === 'none') return
    const changed = await own
      .set({ delivery: now.delivery, updated_at: at })
      .where('step', '=', 'settled')
      .where('delivery', '<>', now.delivery)
      .returning('purchase_id')
      .executeTakeFirst()
    if (changed)
      await addOrderEvent(
        { trx, workspace_id: workspaceId, purchase_id: purchaseId, at },
        now.delivery === 'failed' ? 'delivery_failed' : 'delivered',
      )
  })
}

const ownOrderPattern = /^purchase-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Looks into what the provider told and nobody has looked into yet. */
export async function processGiftCardWebhooks(services: Services): Promise<void> {
  const { giftCards } = services
  if (giftCards?.kind !== provider) return
  await processInbox(services, provider, async (payload) => {
    const now = await fetchOrder(giftCards, eventSchema.parse(payload))
    const purchaseId = ownOrderPattern.exec(now?.external_id ?? '')?.[1]
    if (now && purchaseId) await applyDeliveryState(services, purchaseId, now)
  })
}
