import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { signedByTremendous } from '#server/adapters/giftcards/tremendous.ts'
import type { GiftCards, PlacedOrder } from '#server/adapters/giftcards/giftcards.ts'
import { fail } from '#server/platform/errors.ts'
import { backoff } from '#server/platform/every.ts'
import type { Services } from '#server/platform/services.ts'
import { record } from './outcome.ts'

const provider = 'tremendous'
const news = z.object({ uuid: z.string().min(1).max(100), event: z.string().max(100), payload: z.object({ resource: z.object({ id: z.string().min(1).max(100), type: z.string().max(50) }) }) })
const batch = 20
const second = 1_000
const attempts_max = 60

/**
 * POST /webhooks/tremendous: what the provider tells is kept once and answered at once; a worker looks into it. Nothing in
 * it is believed but which order to look at, so that late, doubled and reordered news do no harm. Forged ones are 401.
 */
export async function mountWebhooks(app: FastifyInstance, { config, db, clock }: Services): Promise<void> {
  const key = typeof config.giftCards === 'object' ? config.giftCards.webhookKey : null
  if (key === null) return
  await app.register((scope, _, done) => {
    // The signature is over the bytes as they came.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => { parsed(null, body) })
    scope.post('/webhooks/tremendous', async (request, reply) => {
      const header = request.headers['tremendous-webhook-signature']
      const raw = request.body
      if (!Buffer.isBuffer(raw) || !signedByTremendous(raw, typeof header === 'string' ? header : undefined, key)) return fail('unauthorized')
      let told: z.output<typeof news>
      try {
        told = news.parse(JSON.parse(raw.toString('utf8')))
      } catch {
        return fail('malformed')
      }
      const at = clock.now()
      await db.global.insertInto('webhook_events').values({ provider, event_id: told.uuid, payload: JSON.stringify(told), received_at: at, next_at: at })
        .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing()).execute()
      return reply.code(204).send()
    })
    done()
  })
}

/** The order that the news is about, as the provider has it now; null when it is none of ours. */
async function orderOf(giftcards: GiftCards, { payload: { resource } }: z.output<typeof news>): Promise<PlacedOrder | null> {
  const id = resource.type === 'orders' ? resource.id : resource.type === 'rewards' ? await giftcards.orderOf(resource.id) : null
  return id === null ? null : giftcards.look({ workspace_id: '', purchase_id: '', order: id })
}

/** An order on its way is looked at by the worker now; one that is there learns whether it was delivered. */
async function apply({ db, clock }: Services, purchase_id: string, now: PlacedOrder): Promise<void> {
  const { rows: [found] } = await sql<{ workspace_id: string | null }>`select purchase_workspace(${purchase_id}) as workspace_id`.execute(db.global)
  const workspace_id = found?.workspace_id
  if (!workspace_id) return
  const at = clock.now()
  await db.tenant(workspace_id, async (trx) => {
    const own = trx.updateTable('gift_orders').where('workspace_id', '=', workspace_id).where('purchase_id', '=', purchase_id)
    await own.set({ next_at: at }).where('step', 'in', ['charged', 'ordered']).execute()
    if (now.delivery === 'none') return
    const changed = await own.set({ delivery: now.delivery, updated_at: at }).where('step', '=', 'settled').where('delivery', '<>', now.delivery).returning('purchase_id').executeTakeFirst()
    if (changed) await record({ trx, workspace_id, purchase_id, at }, now.delivery === 'failed' ? 'delivery_failed' : 'delivered')
  })
}

const ours = /^purchase-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/

/** Looks into what the provider told and nobody has looked into yet. What cannot be looked into now is tried again. */
export async function drainWebhooks(services: Services): Promise<void> {
  const { db, giftcards, clock, log } = services
  if (giftcards?.kind !== provider) return
  const at = clock.now()
  // Leased like the orders: another worker sees them again in two minutes, if this one dies.
  const { rows } = await sql<{ event_id: string; payload: unknown; attempts: number }>`
    update webhook_events e set attempts = e.attempts + 1, next_at = ${new Date(at.getTime() + 120 * second)}
    from (select provider, event_id from webhook_events where done_at is null and next_at <= ${at} order by next_at limit ${batch} for update skip locked) due
    where e.provider = due.provider and e.event_id = due.event_id returning e.event_id, e.payload, e.attempts`.execute(db.global)
  for (const { event_id, payload, attempts } of rows) {
    const own = db.global.updateTable('webhook_events').where('provider', '=', provider).where('event_id', '=', event_id)
    try {
      const now = await orderOf(giftcards, news.parse(payload))
      const purchase_id = ours.exec(now?.external_id ?? '')?.[1]
      if (now && purchase_id) await apply(services, purchase_id, now)
      await own.set({ done_at: clock.now() }).execute()
    } catch (error) {
      log.warn({ event: event_id, reason: (error as Error).message }, 'webhook not looked into')
      await own.set(attempts >= attempts_max ? { done_at: clock.now() } : { next_at: new Date(at.getTime() + backoff(attempts)) }).execute()
    }
  }
}
