import { type WebhookEvent, isPurchaseEvent } from '#contract/webhook-events.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { hasAbility } from '#server/platform/http/mount-routes.ts'
import { mayEditWebhook } from './present.ts'
import { findWebhook, type WebhookRow } from './queries.ts'
import { isUrlHook, type UrlHook } from './url-hook.ts'

/** Returns a webhook, a bridge, or a hook of a chat app. Throws `not_found`. */
async function requireHook(trx: Trx, workspaceId: string, id: string): Promise<WebhookRow> {
  return (await findWebhook(trx, workspaceId, id)) ?? throwRefusal('not_found')
}

/** Returns a webhook or a bridge with an incoming webhook. Throws `not_found`. */
export async function requireWebhook(trx: Trx, workspaceId: string, id: string): Promise<UrlHook> {
  const hook = await requireHook(trx, workspaceId, id)
  return isUrlHook(hook) ? hook : throwRefusal('not_found')
}

/** Returns a channel of a chat app. Throws `not_found`. */
export async function requireChannelHook(
  trx: Trx,
  workspaceId: string,
  id: string,
): Promise<WebhookRow> {
  const hook = await requireHook(trx, workspaceId, id)
  return hook.channel_id === null ? throwRefusal('not_found') : hook
}

/** Throws `forbidden` for purchase events when the actor may not see purchases. */
export function assertMaySeeEvents(actor: Actor, events: WebhookEvent[]): void {
  if (events.some(isPurchaseEvent) && !hasAbility(actor, 'manage_rewards'))
    throwRefusal('forbidden', { field: 'events' })
}

/**
 * Returns a webhook, or a hook of a chat app, that the actor may change. Throws `not_found`, or `forbidden` for a webhook
 * with purchase events when the actor may not see purchases.
 */
export async function findEditableWebhook(trx: Trx, actor: Actor, id: string): Promise<WebhookRow> {
  const hook = await requireHook(trx, actor.workspace_id, id)
  return mayEditWebhook(hook, actor) ? hook : throwRefusal('forbidden')
}
