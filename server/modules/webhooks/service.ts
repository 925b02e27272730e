import { randomBytes } from 'node:crypto'
import type { WebhookEvent } from '#contract/webhook-events.ts'
import type { Webhook } from '#contract/schemas/webhooks.ts'
import { limits } from '#contract/limits.ts'
import type { BodyOf, OutputOf } from '#contract/routes/index.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { notifyWorkers } from '#server/platform/background/queues.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import { encrypt } from '#server/platform/crypto/encryption.ts'
import type { Services } from '#server/platform/services.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { assertMaySeeEvents, findEditableWebhook, requireWebhook } from './access.ts'
import { secretEncryptionContext, secretOverlapMs } from './webhook-secret.ts'
import { mayEditWebhook, presentWebhook } from './present.ts'
import { resetRetriedDeliveries } from './delivery-queries.ts'
import {
  deleteWebhookRow,
  insertWebhook,
  listWebhooks,
  lockWebhook,
  replaceWebhookSecret,
  updateWebhookRow,
  type WebhookRow,
} from './queries.ts'
import type { UrlHook } from './url-hook.ts'
import { assertUrlAllowed, maskUrl, urlHost } from './webhook-url.ts'

const generateWebhookSecret = () => `whsec_${randomBytes(24).toString('base64')}`
const hasSameEvents = (some: WebhookEvent[], others: WebhookEvent[]): boolean =>
  some.length === others.length && some.every((event) => others.includes(event))

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
    await insertWebhook(trx, {
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
    await audit(trx, actor, 'hook.create', { hook_id: id, kind, url: urlHost(url) }, at)
    return { hook: presentWebhook(await requireWebhook(trx, workspaceId, id), at, actor), secret }
  })
}

/**
 * Clears the failures of a webhook and makes its waiting deliveries due, after a new URL or a
 * resumption.
 */
async function resetFailures(
  trx: Trx,
  { workspace_id: workspaceId, id }: WebhookRow,
  at: Date,
): Promise<void> {
  await updateWebhookRow(trx, workspaceId, id, {
    failures: 0,
    failing_since: null,
    wait_until: null,
  })
  await resetRetriedDeliveries(trx, workspaceId, id, at)
  await notifyWorkers(trx, 'hook_deliveries')
}

const encryptSecret = (
  config: Services['config'],
  { workspace_id: workspaceId, id }: WebhookRow,
  secret: string,
) => encrypt(config.secret, ...secretEncryptionContext(workspaceId, id), secret)

type WebhookChanges = {
  newUrl: string | undefined
  newEvents: WebhookEvent[] | undefined
  isResumed: boolean
}

/** Returns the columns that an update changes. The URL of a chat bridge is also its secret. */
function changedColumns(
  config: Services['config'],
  webhook: UrlHook,
  { description, paused }: BodyOf<'hooks.update'>,
  { newUrl, newEvents, isResumed }: WebhookChanges,
) {
  return {
    ...(description === undefined ? {} : { description }),
    ...(newEvents ? { events: newEvents } : {}),
    ...(newUrl === undefined ? {} : { url: maskUrl(webhook.kind, newUrl) }),
    ...(newUrl === undefined || webhook.kind === 'webhook'
      ? {}
      : { secret: encryptSecret(config, webhook, newUrl) }),
    ...(paused === true && webhook.state === 'active' ? { state: 'paused' as const } : {}),
    ...(isResumed ? { state: 'active' as const, off_reason: null } : {}),
  }
}

/** Changes a webhook. `paused: false` resumes a paused or disabled one and its deliveries. */
export async function updateWebhook(
  services: Services,
  actor: Actor,
  id: string,
  body: BodyOf<'hooks.update'>,
  at: Date,
): Promise<Webhook> {
  const { workspace_id: workspaceId } = actor
  const { url, events, paused } = body
  const known = await services.db.tenant(workspaceId, (trx) => requireWebhook(trx, workspaceId, id))
  // Clients send back the masked URL of a chat bridge, which is not a change.
  const newUrl = url !== undefined && url !== known.url ? url : undefined
  if (newUrl !== undefined) await assertUrlAllowed(services, known.kind, newUrl)
  return services.db.tenant(workspaceId, async (trx) => {
    await lockWebhook(trx, workspaceId, id)
    const webhook = await requireWebhook(trx, workspaceId, id)
    const isResumed = paused === false && webhook.state !== 'active'
    const newEvents =
      events && webhook.kind === 'webhook' && !hasSameEvents(events, webhook.events)
        ? events
        : undefined
    // Events chosen by another administrator may stay.
    if (newEvents)
      assertMaySeeEvents(
        actor,
        newEvents.filter((event) => !webhook.events.includes(event)),
      )
    if ((isResumed || newUrl !== undefined) && !mayEditWebhook(webhook, actor))
      throwRefusal('forbidden')
    const changes = changedColumns(services.config, webhook, body, { newUrl, newEvents, isResumed })
    if (Object.keys(changes).length) {
      await updateWebhookRow(trx, workspaceId, id, changes)
      if (isResumed || newUrl !== undefined) await resetFailures(trx, known, at)
      await audit(
        trx,
        actor,
        'hook.update',
        {
          hook_id: id,
          kind: known.kind,
          url: urlHost(newUrl ?? known.url),
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
    await deleteWebhookRow(trx, workspaceId, id)
    await audit(trx, actor, 'hook.delete', { hook_id: id, kind, url: urlHost(url) }, at)
  })
}

/**
 * Replaces the secret of a webhook; the old one also signs for a day. Throws `wrong_format` for
 * chat bridges, which have no secret.
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
    await replaceWebhookSecret(trx, workspaceId, id, {
      secret: encrypt(config.secret, ...secretEncryptionContext(workspaceId, id), secret),
      oldUntil: new Date(at.getTime() + secretOverlapMs),
    })
    await audit(trx, actor, 'hook.rotate', { hook_id: id, kind, url: urlHost(url) }, at)
    return { hook: presentWebhook(await requireWebhook(trx, workspaceId, id), at, actor), secret }
  })
}
