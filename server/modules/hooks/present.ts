import type { Hook, HookDelivery } from '#contract/hooks.ts'
import { type DeliveryRow, type HookRow, stillSigns } from './queries.ts'

/** When something waiting is due: the delivery's own time, or the receiver's, whichever is later. */
const later = (next_at: Date | null, wait_until: Date | null): Date | null => (next_at && wait_until && wait_until > next_at ? wait_until : next_at)
const timeOf = (time: Date | null): string | null => time?.toISOString() ?? null
/** A time to come; null for what is due already, and goes out with the next second. */
const ahead = (time: Date | null, at: Date): string | null => (time && time > at ? time.toISOString() : null)

export function presentHook(row: HookRow, at: Date): Hook {
  return {
    id: row.id, kind: row.kind, url: row.url, description: row.description, events: row.events, state: row.state, off_reason: row.off_reason, failures: row.failures,
    waiting: Number(row.waiting), next_at: ahead(later(row.next_at, row.wait_until), at), delivered_at: timeOf(row.delivered_at),
    old_secret_until: stillSigns(row, at) ? timeOf(row.old_until) : null, created_at: row.created_at.toISOString(),
  }
}

export function presentDelivery(row: DeliveryRow, at: Date): HookDelivery {
  return {
    id: row.id, event: row.event, state: row.state, attempts: row.attempts, status: row.status, answer: row.answer, reason: row.reason,
    next_at: row.state === 'waiting' ? ahead(row.next_at, at) : null, sent_at: timeOf(row.sent_at), created_at: row.created_at.toISOString(),
  }
}
