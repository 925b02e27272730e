import { sql } from 'kysely'
import type { Db } from '#server/platform/database/database.ts'
import { workChannel } from '#server/platform/realtime/notices.ts'

/** Tables with rows that become due, by the names that the SQL function queues_next_due returns. */
export type WorkQueue =
  | 'outbox'
  | 'hook_deliveries'
  | 'gift_orders'
  | 'local_subscriptions'
  | 'stripe_events'
  | 'tremendous_events'

/**
 * Wakes the workers of a queue in all processes when the transaction commits. Commits that notify
 * run one after another, so only for rows that are due at once.
 */
export async function notifyWorkers(db: Db, queue: WorkQueue): Promise<void> {
  await sql`select pg_notify(${workChannel}, ${queue})`.execute(db)
}

/**
 * Returns when the next row of each queue is due; queues without waiting rows are absent. A leased
 * row is due when its lease expires.
 */
export async function findDueTimes(db: Db): Promise<Map<string, Date>> {
  const { rows } = await sql<{ queue: string; next_at: Date }>`
    select queue, next_at from queues_next_due() where next_at is not null`.execute(db)
  return new Map(rows.map((row) => [row.queue, row.next_at]))
}
