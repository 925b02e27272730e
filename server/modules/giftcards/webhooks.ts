import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { signedByTremendous } from '#server/adapters/giftcards/tremendous.ts'
import type { GiftCards, PlacedOrder } from '#server/adapters/giftcards/giftcards.ts'
import type { Services } from '#server/platform/services.ts'
import { drainNews, mountWebhook } from '#server/platform/webhooks.ts'
import { record } from './outcome.ts'

const provider = 'tremendous'
const news = z.object({
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
export async function mountWebhooks(app: FastifyInstance, services: Services): Promise<void> {
  const { giftCards } = services.config
  const key = typeof giftCards === 'object' ? giftCards.webhookKey : null
  if (key === null) return
  await mountWebhook(app, services, {
    provider,
    path: '/webhooks/tremendous',
    read(raw, header) {
      if (!signedByTremendous(raw, header('tremendous-webhook-signature'), key)) return null
      const told = news.parse(JSON.parse(raw.toString('utf8')))
      return { id: told.uuid, payload: told }
    },
  })
}

/** The order that the news is about, as the provider has it now; null when it is none of ours. */
async function orderOf(
  giftcards: GiftCards,
  { payload: { resource } }: z.output<typeof news>,
): Promise<PlacedOrder | null> {
  const id =
    resource.type === 'orders'
      ? resource.id
      : resource.type === 'rewards'
        ? await giftcards.orderOf(resource.id)
        : null
  return id === null ? null : giftcards.look({ workspace_id: '', purchase_id: '', order: id })
}

/**
 * An order on its way is looked at by the worker now; one that is there learns whether it was
 * delivered.
 */
async function apply(
  { db, clock }: Services,
  purchase_id: string,
  now: PlacedOrder,
): Promise<void> {
  const {
    rows: [found],
  } = await sql<{
    workspace_id: string | null
  }>`select purchase_workspace(${purchase_id}) as workspace_id`.execute(db.global)
  const workspace_id = found?.workspace_id
  if (!workspace_id) return
  const at = clock.now()
  await db.tenant(workspace_id, async (trx) => {
    const own = trx
      .updateTable('gift_orders')
      .where('workspace_id', '=', workspace_id)
      .where('purchase_id', '=', purchase_id)
    await own.set({ next_at: at }).where('step', 'in', ['charged', 'ordered']).execute()
    if (now.delivery === 'none') return
    const changed = await own
      .set({ delivery: now.delivery, updated_at: at })
      .where('step', '=', 'settled')
      .where('delivery', '<>', now.delivery)
      .returning('purchase_id')
      .executeTakeFirst()
    if (changed)
      await record(
        { trx, workspace_id, purchase_id, at },
        now.delivery === 'failed' ? 'delivery_failed' : 'delivered',
      )
  })
}

const ours = /^purchase-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Looks into what the provider told and nobody has looked into yet. */
export async function drainWebhooks(services: Services): Promise<void> {
  const { giftcards } = services
  if (giftcards?.kind !== provider) return
  await drainNews(services, provider, async (payload) => {
    const now = await orderOf(giftcards, news.parse(payload))
    const purchase_id = ours.exec(now?.external_id ?? '')?.[1]
    if (now && purchase_id) await apply(services, purchase_id, now)
  })
}
