import type { WebhookDelivery } from '#contract/schemas/webhooks.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { notifyWorkers } from '#server/platform/background/queues.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { findEditableWebhook, requireWebhook } from './access.ts'
import { sendDelivery } from './deliver.ts'
import { presentDelivery } from './present.ts'
import { findDelivery, insertTestDelivery, resetDelivery } from './delivery-queries.ts'
import { urlHost } from './webhook-url.ts'

/** Sends a test in any state of the webhook and returns its result. */
export async function testWebhook(
  services: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<WebhookDelivery> {
  const { workspace_id: workspaceId } = actor
  const deliveryId = newId(at)
  await services.db.tenant(workspaceId, async (trx) => {
    const { kind, url } = await requireWebhook(trx, workspaceId, id)
    await audit(trx, actor, 'hook.test', { hook_id: id, kind, url: urlHost(url) }, at)
    await insertTestDelivery(trx, workspaceId, { id: deliveryId, hookId: id, at })
  })
  await sendDelivery(services, workspaceId, deliveryId, at)
  return services.db.tenant(workspaceId, async (trx) =>
    presentDelivery(
      (await findDelivery(trx, workspaceId, deliveryId)) ?? throwRefusal('not_found'),
      at,
    ),
  )
}

/** Schedules a delivery again with current data. Its id stays, so receivers detect duplicates. */
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
    const changed = await resetDelivery(trx, workspaceId, hookId, id, at)
    if (!changed) throwRefusal('not_found')
    await notifyWorkers(trx, 'hook_deliveries')
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
