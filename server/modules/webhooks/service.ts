import { randomBytes } from 'node:crypto'
import {
  isUrlOfKind,
  type WebhookEvent,
  type WebhookKind,
  isPurchaseEvent,
} from '#contract/webhook-events.ts'
import type { Webhook, WebhookDelivery } from '#contract/schemas/webhooks.ts'
import { limits } from '#contract/limits.ts'
import type { BodyOf, OutputOf } from '#contract/routes/index.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { hasAbility } from '#server/platform/http/mount-routes.ts'
import { newId } from '#server/platform/ids.ts'
import { SafeHttpError } from '#server/platform/net/safe-http-client.ts'
import { encrypt } from '#server/platform/crypto/encryption.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { mayEditWebhook, presentDelivery, presentWebhook } from './present.ts'
import {
  selectDelivery,
  findWebhook,
  type WebhookRow,
  listWebhooks,
  secretOverlapMs,
} from './queries.ts'
import { sendDelivery, secretEncryptionContext } from './deliver.ts'

const generateWebhookSecret = () => `whsec_${randomBytes(24).toString('base64')}`
/** Longer than a try takes: a test is sent by whoever asked for it, and by no worker. */
const testLeaseMs = 120_000

/**
 * The address as it is kept and shown. A bridge's whole address is the key to it: its host and its
 * last characters are shown.
 */
function maskUrl(kind: WebhookKind, url: string): string {
  const { href, origin } = new URL(url)
  return kind === 'webhook' ? href : `${origin}/…${href.slice(-4)}`
}

/** What the log of administrators says of an address: its host alone, for the rest may be a key. */
const urlHost = (url: string) => new URL(url).host

/**
 * Refuses an address that does not fit the kind, or that we would never send to. Asked before any
 * transaction begins: names take time to resolve.
 */
async function assertUrlAllowed(
  { safeHttpClient }: Services,
  kind: WebhookKind,
  url: string,
): Promise<void> {
  if (!isUrlOfKind(kind, url))
    throwRefusal(kind === 'webhook' ? 'address_refused' : `${kind}_address`, { field: 'url' })
  try {
    await safeHttpClient.checkUrl(url)
  } catch (error) {
    if (!(error instanceof SafeHttpError)) throw error
    throwRefusal('address_refused', { field: 'url' })
  }
}

/** Throws `forbidden` when one of the events is about purchases and the actor may not see those. */
function assertMaySeeEvents(actor: Actor, events: WebhookEvent[]): void {
  if (events.some(isPurchaseEvent) && !hasAbility(actor, 'manage_rewards'))
    throwRefusal('forbidden', { field: 'events' })
}

/**
 * Returns a hook that the actor may change; throws `forbidden` for one that carries purchases which
 * the actor may not see.
 */
export async function findEditableWebhook(trx: Trx, actor: Actor, id: string): Promise<WebhookRow> {
  const hook = await requireWebhook(trx, actor.workspace_id, id)
  return mayEditWebhook(hook, actor) ? hook : throwRefusal('forbidden')
}

const hasSameEvents = (some: WebhookEvent[], others: WebhookEvent[]): boolean =>
  some.length === others.length && some.every((event) => others.includes(event))

async function requireWebhook(trx: Trx, workspaceId: string, id: string): Promise<WebhookRow> {
  return (await findWebhook(trx, workspaceId, id)) ?? throwRefusal('not_found')
}

export async function createWebhook(
  services: Services,
  actor: Actor,
  body: BodyOf<'hooks.create'>,
  at: Date,
): Promise<OutputOf<'hooks.create'>> {
  const { workspace_id: workspaceId } = actor
  const { kind, url, description } = body
  const events: WebhookEvent[] = kind === 'webhook' ? body.events : ['post.created']
  assertMaySeeEvents(actor, events)
  await assertUrlAllowed(services, kind, url)
  const secret = kind === 'webhook' ? generateWebhookSecret() : null
  const id = newId(at)
  return services.db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    if ((await listWebhooks(trx, workspaceId)).length >= limits.hooks_max)
      throwRefusal('hooks_full', { params: { finish: limits.hooks_max } })
    await trx
      .insertInto('hooks')
      .values({
        workspace_id: workspaceId,
        id,
        kind,
        url: maskUrl(kind, url),
        description,
        events,
        secret: encrypt(
          services.config.secret,
          ...secretEncryptionContext(workspaceId, id),
          secret ?? url,
        ),
        created_at: at,
      })
      .execute()
    await audit(trx, actor, 'hook.create', { hook_id: id, kind, url: urlHost(url) }, at)
    return { hook: presentWebhook(await requireWebhook(trx, workspaceId, id), at, actor), secret }
  })
}

/**
 * After a new address, or when somebody says that it works again: nothing is held against the
 * receiver, and what waits goes out now.
 */
async function resetFailures(
  trx: Trx,
  { workspace_id: workspaceId, id }: WebhookRow,
  at: Date,
): Promise<void> {
  await trx
    .updateTable('hooks')
    .set({ failures: 0, failing_since: null, wait_until: null })
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', id)
    .execute()
  await trx
    .updateTable('hook_deliveries')
    .set({ attempts: 0, next_at: at })
    .where('workspace_id', '=', workspaceId)
    .where('hook_id', '=', id)
    .where('state', '=', 'waiting')
    .where('attempts', '>', 0)
    .execute()
}

/**
 * Changes a hook. `paused: false` brings back one that was paused or switched off; what waits for
 * it goes out then.
 */
export async function updateWebhook(
  services: Services,
  actor: Actor,
  id: string,
  body: BodyOf<'hooks.update'>,
  at: Date,
): Promise<Webhook> {
  const { workspace_id: workspaceId } = actor
  const { url, description, events, paused } = body
  const known = await services.db.tenant(workspaceId, (trx) => requireWebhook(trx, workspaceId, id))
  // A bridge's address as it is shown is no new one.
  const moved = url !== undefined && url !== known.url ? url : undefined
  if (moved !== undefined) await assertUrlAllowed(services, known.kind, moved)
  return services.db.tenant(workspaceId, async (trx) => {
    await trx
      .selectFrom('hooks')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .forUpdate()
      .execute()
    const now = await requireWebhook(trx, workspaceId, id)
    const resumed = paused === false && now.state !== 'active'
    const chosen =
      events && now.kind === 'webhook' && !hasSameEvents(events, now.events) ? events : undefined
    // What another administrator chose may stay.
    if (chosen)
      assertMaySeeEvents(
        actor,
        chosen.filter((event) => !now.events.includes(event)),
      )
    if ((resumed || moved !== undefined) && !mayEditWebhook(now, actor)) throwRefusal('forbidden')
    const changes = {
      ...(description === undefined ? {} : { description }),
      ...(chosen ? { events: chosen } : {}),
      ...(moved === undefined
        ? {}
        : {
            url: maskUrl(known.kind, moved),
            ...(known.kind === 'webhook'
              ? {}
              : {
                  secret: encrypt(
                    services.config.secret,
                    ...secretEncryptionContext(workspaceId, id),
                    moved,
                  ),
                }),
          }),
      ...(paused === true && now.state === 'active' ? { state: 'paused' as const } : {}),
      ...(resumed ? { state: 'active' as const, off_reason: null } : {}),
    }
    if (Object.keys(changes).length) {
      await trx
        .updateTable('hooks')
        .set(changes)
        .where('workspace_id', '=', workspaceId)
        .where('id', '=', id)
        .execute()
      if (resumed || moved !== undefined) await resetFailures(trx, known, at)
      await audit(
        trx,
        actor,
        'hook.update',
        {
          hook_id: id,
          kind: known.kind,
          url: urlHost(moved ?? known.url),
          fields: Object.keys(body),
        },
        at,
      )
    }
    return presentWebhook(await requireWebhook(trx, workspaceId, id), at, actor)
  })
}

export async function deleteWebhook(
  { db }: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<void> {
  const { workspace_id: workspaceId } = actor
  await db.tenant(workspaceId, async (trx) => {
    const { kind, url } = await requireWebhook(trx, workspaceId, id)
    await trx
      .deleteFrom('hooks')
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
    await audit(trx, actor, 'hook.delete', { hook_id: id, kind, url: urlHost(url) }, at)
  })
}

/**
 * Puts a new secret in the place of the old one, which signs beside it for a day. A bridge has none
 * (wrong_format).
 */
export async function rotateWebhookSecret(
  { db, config }: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<OutputOf<'hooks.rotate'>> {
  const { workspace_id: workspaceId } = actor
  const secret = generateWebhookSecret()
  return db.tenant(workspaceId, async (trx) => {
    const { kind, url } = await findEditableWebhook(trx, actor, id)
    if (kind !== 'webhook') throwRefusal('wrong_format')
    await trx
      .updateTable('hooks')
      .set((eb) => ({
        old_secret: eb.ref('secret'),
        old_until: new Date(at.getTime() + secretOverlapMs),
        secret: encrypt(config.secret, ...secretEncryptionContext(workspaceId, id), secret),
      }))
      .where('workspace_id', '=', workspaceId)
      .where('id', '=', id)
      .execute()
    await audit(trx, actor, 'hook.rotate', { hook_id: id, kind, url: urlHost(url) }, at)
    return { hook: presentWebhook(await requireWebhook(trx, workspaceId, id), at, actor), secret }
  })
}

/** Sends a test at once, whatever the hook's state, and answers what came of it. */
export async function testWebhook(
  services: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<WebhookDelivery> {
  const { workspace_id: workspaceId } = actor
  const sent = newId(at)
  await services.db.tenant(workspaceId, async (trx) => {
    const { kind, url } = await requireWebhook(trx, workspaceId, id)
    await audit(trx, actor, 'hook.test', { hook_id: id, kind, url: urlHost(url) }, at)
    await trx
      .insertInto('hook_deliveries')
      .values({
        workspace_id: workspaceId,
        id: sent,
        hook_id: id,
        event: 'ping',
        subject_id: id,
        attempts: 1,
        next_at: new Date(at.getTime() + testLeaseMs),
        created_at: at,
      })
      .execute()
  })
  await sendDelivery(services, workspaceId, sent)
  return services.db.tenant(workspaceId, async (trx) =>
    presentDelivery(
      (await selectDelivery(trx, workspaceId, sent).executeTakeFirst()) ??
        throwRefusal('not_found'),
      at,
    ),
  )
}

/**
 * Has a delivery sent again, as things are now, by the same id: a receiver that had it knows it.
 */
export async function retryDelivery(
  { db }: Services,
  actor: Actor,
  hookId: string,
  id: string,
  at: Date,
): Promise<WebhookDelivery> {
  const { workspace_id: workspaceId } = actor
  return db.tenant(workspaceId, async (trx) => {
    const { kind, url } = await findEditableWebhook(trx, actor, hookId)
    const changed = await trx
      .updateTable('hook_deliveries')
      .set({ state: 'waiting', attempts: 0, next_at: at })
      .where('workspace_id', '=', workspaceId)
      .where('hook_id', '=', hookId)
      .where('id', '=', id)
      .returningAll()
      .executeTakeFirst()
    if (!changed) throwRefusal('not_found')
    await audit(
      trx,
      actor,
      'hook.redeliver',
      { hook_id: hookId, kind, url: urlHost(url), delivery_id: id },
      at,
    )
    return presentDelivery(changed, at)
  })
}
