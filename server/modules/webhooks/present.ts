import type { Webhook, WebhookDelivery } from '#contract/schemas/webhooks.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { DeliveryRow } from './delivery-queries.ts'
import type { WebhookRow } from './queries.ts'
import type { UrlHook } from './url-hook.ts'
import { isOldSecretValid } from './webhook-secret.ts'

/** Returns the due time: the later of the delivery's time and the receiver's Retry-After. */
const laterOf = (nextAt: Date | null, waitUntil: Date | null): Date | null =>
  nextAt && waitUntil && waitUntil > nextAt ? waitUntil : nextAt
const toIsoString = (time: Date | null): string | null => time?.toISOString() ?? null
/** Returns null for deliveries that are due: the next poll sends them. */
const futureIsoString = (time: Date | null, at: Date): string | null =>
  time && time > at ? time.toISOString() : null

/**
 * Returns whether the reader may change a webhook or read its log. Webhooks with purchase events
 * need the right to see purchases (M1).
 */
export const mayEditWebhook = (
  row: Pick<WebhookRow, 'carries_purchases'>,
  reader: Pick<Actor, 'abilities'>,
): boolean => !row.carries_purchases || reader.abilities.has('manage_rewards')

export function presentWebhook(row: UrlHook, at: Date, reader: Pick<Actor, 'abilities'>): Webhook {
  return {
    id: row.id,
    kind: row.kind,
    url: row.url,
    description: row.description,
    events: row.events,
    state: row.state,
    off_reason: row.off_reason === 'gone' ? 'gone' : row.off_reason && 'failing',
    failures: row.failures,
    waiting: Number(row.waiting),
    next_at: futureIsoString(laterOf(row.next_at, row.wait_until), at),
    delivered_at: toIsoString(row.delivered_at),
    old_secret_until: isOldSecretValid(row, at) ? toIsoString(row.old_until) : null,
    created_at: row.created_at.toISOString(),
    abilities: { change: mayEditWebhook(row, reader) },
  }
}

export function presentDelivery(row: DeliveryRow, at: Date): WebhookDelivery {
  return {
    id: row.id,
    event: row.event,
    state: row.state,
    attempts: row.attempts,
    status: row.status,
    answer: row.answer,
    reason: row.reason,
    next_at: row.state === 'waiting' ? futureIsoString(row.next_at, at) : null,
    sent_at: toIsoString(row.sent_at),
    created_at: row.created_at.toISOString(),
  }
}
