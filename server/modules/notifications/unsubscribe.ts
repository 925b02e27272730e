import type { OutputOf } from '#contract/routes/index.ts'
import { notificationEvent, type NotificationEvent } from '#contract/schemas/settings.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { matchesKeyedHash, keyedHash, uuidToBytes, uuidFromBytes } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'

// A link names its event by its place here.
const unsubscribableEvents = notificationEvent.options
type UnsubscribeLink = { workspace_id: string; user_id: string; event: NotificationEvent }

const hashPurpose = 'unsubscribe'

/**
 * The link in the foot of a mail: whose, of what kind, and a seal, so that nothing has to be kept
 * for it.
 */
export function createUnsubscribeToken(
  secret: string,
  { workspace_id: workspaceId, user_id: userId, event }: UnsubscribeLink,
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
    workspace_id: uuidFromBytes(payload.subarray(0, 16)),
    user_id: uuidFromBytes(payload.subarray(16, 32)),
    event,
  }
}

/**
 * What the link switches; with `subscribed` switches it. Good as long as its reader is in the team.
 */
export async function loadOrSetSubscription(
  { db, config }: Services,
  token: string,
  subscribed?: boolean,
): Promise<OutputOf<'notifications.get'>> {
  const {
    workspace_id: workspaceId,
    user_id: userId,
    event,
  } = parseUnsubscribeToken(config.secrets, token)
  return db.tenant(workspaceId, async (trx) => {
    if (subscribed !== undefined) {
      await trx
        .updateTable('users')
        .set({ [`notify_${event}`]: subscribed })
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', userId)
        .where('state', '<>', 'deleted')
        .execute()
    }
    const row = await trx
      .selectFrom('users')
      .innerJoin('workspaces', 'workspaces.id', 'users.workspace_id')
      .where('users.workspace_id', '=', workspaceId)
      .where('users.id', '=', userId)
      .where('users.state', '<>', 'deleted')
      .where('workspaces.deleted_at', 'is', null)
      .select(['workspaces.name', `users.notify_${event} as subscribed`])
      .executeTakeFirst()
    return row
      ? { event, team: row.name, subscribed: row.subscribed }
      : throwRefusal('unsubscribe_invalid')
  })
}
