import type { Hook, HookDelivery } from '#contract/hooks.ts'
import type { Actor } from '#server/platform/sessions.ts'
import { type DeliveryRow, type HookRow, stillSigns } from './queries.ts'

/**
 * When something waiting is due: the delivery's own time, or the receiver's, whichever is later.
 */
const later = (next_at: Date | null, wait_until: Date | null): Date | null =>
  next_at && wait_until && wait_until > next_at ? wait_until : next_at
const timeOf = (time: Date | null): string | null => time?.toISOString() ?? null
/** A time to come; null for what is due already, and goes out with the next second. */
const ahead = (time: Date | null, at: Date): string | null =>
  time && time > at ? time.toISOString() : null

/**
 * Returns whether the reader may change a connection, or read what it carried: whoever may not see
 * purchases may see none here (M1).
 */
export const mayChange = (
  row: Pick<HookRow, 'carries_purchases'>,
  reader: Pick<Actor, 'abilities'>,
): boolean => !row.carries_purchases || reader.abilities.has('manage_rewards')

export function presentHook(row: HookRow, at: Date, reader: Pick<Actor, 'abilities'>): Hook {
  return {
    id: row.id,
    kind: row.kind,
    url: row.url,
    description: row.description,
    events: row.events,
    state: row.state,
    off_reason: row.off_reason,
    failures: row.failures,
    waiting: Number(row.waiting),
    next_at: ahead(later(row.next_at, row.wait_until), at),
    delivered_at: timeOf(row.delivered_at),
    old_secret_until: stillSigns(row, at) ? timeOf(row.old_until) : null,
    created_at: row.created_at.toISOString(),
    abilities: { change: mayChange(row, reader) },
  }
}

export function presentDelivery(row: DeliveryRow, at: Date): HookDelivery {
  return {
    id: row.id,
    event: row.event,
    state: row.state,
    attempts: row.attempts,
    status: row.status,
    answer: row.answer,
    reason: row.reason,
    next_at: row.state === 'waiting' ? ahead(row.next_at, at) : null,
    sent_at: timeOf(row.sent_at),
    created_at: row.created_at.toISOString(),
  }
}
