import type { OutputOf } from '#contract/routes/index.ts'
import { notificationEvent, type NotificationEvent } from '#contract/schemas/settings.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { matchesKeyedHash, keyedHash, uuidToBytes, uuidFromBytes } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { findMailSubscription, updateMailSubscription } from './queries.ts'

// Tokens store an event as its index in this list.
const unsubscribableEvents = notificationEvent.options
type UnsubscribeLink = { workspaceId: string; userId: string; event: NotificationEvent }

const hashPurpose = 'unsubscribe'

/**
 * Returns the token of an unsubscribe link: workspace id, user id, event index and a MAC. No row is
 * stored for it.
 */
export function createUnsubscribeToken(
  secret: string,
  { workspaceId, userId, event }: UnsubscribeLink,
): string {
  const payload = Buffer.concat([
    uuidToBytes(workspaceId),
    uuidToBytes(userId),
    Buffer.from([unsubscribableEvents.indexOf(event)]),
  ])
  return Buffer.concat([
    payload,
    keyedHash(secret, hashPurpose, payload.toString('hex')).subarray(0, 16),
  ]).toString('base64url')
}

function parseUnsubscribeToken(secrets: readonly string[], token: string): UnsubscribeLink {
  const bytes = Buffer.from(token, 'base64url')
  const payload = bytes.subarray(0, 33)
  const event = unsubscribableEvents[payload[32] ?? -1]
  if (
    bytes.length !== 49 ||
    !event ||
    !matchesKeyedHash(secrets, hashPurpose, payload.toString('hex'), bytes.subarray(33))
  )
    throwRefusal('unsubscribe_invalid')
  return {
    workspaceId: uuidFromBytes(payload.subarray(0, 16)),
    userId: uuidFromBytes(payload.subarray(16, 32)),
    event,
  }
}

/**
 * Returns the subscription behind a token, after setting it to `subscribed` when given. Throws
 * `unsubscribe_invalid` for a bad token, a deleted user or a deleted workspace.
 */
export async function loadOrSetMailSubscription(
  { db, config }: Services,
  token: string,
  subscribed?: boolean,
): Promise<OutputOf<'notifications.get'>> {
  const { workspaceId, userId, event } = parseUnsubscribeToken(config.secrets, token)
  return db.tenant(workspaceId, async (trx) => {
    if (subscribed !== undefined)
      await updateMailSubscription(trx, workspaceId, userId, event, subscribed)
    const row = await findMailSubscription(trx, workspaceId, userId, event)
    return row
      ? { event, team: row.name, subscribed: row.subscribed }
      : throwRefusal('unsubscribe_invalid')
  })
}
