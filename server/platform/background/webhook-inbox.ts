import { dayMs } from '#contract/durations.ts'
import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { throwRefusal } from '#server/platform/errors.ts'
import { backoffMs } from './backoff.ts'
import { defineWorker } from './define-worker.ts'
import { holdLease, leaseUntil } from './lease.ts'
import type { Services } from '#server/platform/services.ts'

const batchSize = 20
const attemptsMax = 60
/** Processed events are kept this long, so that duplicates are recognized. */
const retentionMs = 30 * dayMs

/** An event of a provider: its unique id, and the stored part of its content. */
type ProviderEvent = { id: string; payload: object }
/**
 * The webhook of a provider: its path, and the parser of its body. `parseEvent` returns null for an
 * invalid signature and throws for an unreadable body.
 */
export type WebhookSource = {
  provider: string
  path: string
  parseEvent: (raw: Buffer, header: (name: string) => string | undefined) => ProviderEvent | null
}

/**
 * Mounts a provider's webhook: it stores each event once and answers at once; a worker processes it
 * later. An invalid signature is 401.
 */
export async function mountWebhookInbox(
  app: FastifyInstance,
  { db, clock }: Pick<Services, 'db' | 'clock'>,
  { provider, path, parseEvent }: WebhookSource,
): Promise<void> {
  await app.register((scope, _, done) => {
    // The signature covers the raw bytes.
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) => {
      parsed(null, body)
    })
    scope.post(path, { config: { rateLimit: 'providers' } }, async (request, reply) => {
      const header = (name: string) => {
        const given = request.headers[name]
        return typeof given === 'string' ? given : undefined
      }
      if (!Buffer.isBuffer(request.body)) return throwRefusal('unauthorized')
      let event: ProviderEvent | null
      try {
        event = parseEvent(request.body, header)
      } catch {
        return throwRefusal('malformed')
      }
      if (!event) return throwRefusal('unauthorized')
      const at = clock.now()
      await db.global
        .insertInto('webhook_events')
        .values({
          provider,
          event_id: event.id,
          payload: JSON.stringify(event.payload),
          received_at: at,
          next_at: at,
        })
        .onConflict((conflict) => conflict.columns(['provider', 'event_id']).doNothing())
        .execute()
      return reply.code(204).send()
    })
    done()
  })
}

/**
 * Processes the unprocessed events of a provider and schedules a retry for failed ones. Returns
 * true while there may be more.
 */
export async function processInbox(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  provider: string,
  processEvent: (payload: unknown) => Promise<void>,
): Promise<boolean> {
  const at = clock.now()
  const { rows } = await sql<{ event_id: string; payload: unknown; attempts: number }>`
    update webhook_events e set attempts = e.attempts + 1,
      next_at = ${leaseUntil(at)}
    from (select provider, event_id from webhook_events where provider = ${provider}
      and done_at is null and next_at <= ${at} order by next_at
      limit ${batchSize} for update skip locked) due
    where e.provider = due.provider and e.event_id = due.event_id
      returning e.event_id, e.payload, e.attempts`.execute(db.global)
  const open = new Set(rows.map((row) => row.event_id))
  const lease = holdLease({ clock }, leaseUntil(at), async (heldUntil, until) => {
    const { numUpdatedRows } = await db.global
      .updateTable('webhook_events')
      .set({ next_at: until })
      .where('provider', '=', provider)
      .where('event_id', 'in', [...open])
      .where('next_at', '=', heldUntil)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  })
  try {
    for (const { event_id: eventId, payload, attempts } of rows) {
      // A paused process leaves the rest to another worker.
      if (lease.hasExpired()) break
      const own = db.global
        .updateTable('webhook_events')
        .where('provider', '=', provider)
        .where('event_id', '=', eventId)
      try {
        await processEvent(payload)
        await own.set({ done_at: clock.now() }).execute()
      } catch (error) {
        log.warn({ event: eventId, reason: (error as Error).message }, 'webhook not looked into')
        await own
          .set(
            attempts >= attemptsMax
              ? { done_at: clock.now() }
              : { next_at: new Date(clock.now().getTime() + backoffMs(attempts)) },
          )
          .execute()
      }
      open.delete(eventId)
    }
  } finally {
    await lease.stop()
  }
  return rows.length === batchSize
}

/** Deletes events processed before the retention period. */
export async function pruneInbox({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  await db.global
    .deleteFrom('webhook_events')
    .where('done_at', '<', new Date(clock.now().getTime() - retentionMs))
    .execute()
}

/** Prunes the inbox of providers' events. */
export const inboxPruningWorker = defineWorker({
  name: 'webhook_inbox',
  nightlyAtHourUtc: 5,
  run: pruneInbox,
})
