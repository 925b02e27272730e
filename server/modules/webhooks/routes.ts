import { decodeCursor, encodeCursor } from '#server/platform/http/cursors.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import type { MountRoute } from '#server/platform/http/mount-routes.ts'
import { isUuid } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { presentDelivery, presentWebhook } from './present.ts'
import { listDeliveries } from './delivery-queries.ts'
import { listWebhooks } from './queries.ts'
import { findEditableWebhook } from './access.ts'
import { isUrlHook } from './url-hook.ts'
import { createWebhook, deleteWebhook, rotateWebhookSecret, updateWebhook } from './service.ts'
import { retryDelivery, testWebhook } from './test-and-retry.ts'

/** Returns the creation time and id of the last delivery of a page. Throws `malformed`. */
function parseDeliveryCursor(cursor: string | undefined): { at: Date; id: string } | undefined {
  const [ms, id] = decodeCursor(cursor, 2) ?? []
  if (ms === undefined) return undefined
  const at = new Date(typeof ms === 'number' ? ms : Number.NaN)
  return typeof id === 'string' && isUuid(id) && Number.isFinite(at.getTime())
    ? { at, id }
    : throwRefusal('malformed', { field: 'cursor' })
}

export function mountWebhooks(handle: MountRoute, services: Services): void {
  const { db } = services
  handle('hooks.list', async ({ actor, at }) =>
    (await db.readSnapshot(actor.workspace_id, (trx) => listWebhooks(trx, actor.workspace_id)))
      .filter(isUrlHook)
      .map((row) => presentWebhook(row, at, actor)),
  )
  handle('hooks.create', ({ actor, body, at }) => createWebhook(services, actor, body, at))
  handle('hooks.update', ({ actor, params, body, at }) =>
    updateWebhook(services, actor, params.id, body, at),
  )
  handle('hooks.delete', async ({ actor, params, at }) => {
    await deleteWebhook(services, actor, params.id, at)
    return undefined
  })
  handle('hooks.rotate', ({ actor, params, at }) =>
    rotateWebhookSecret(services, actor, params.id, at),
  )
  handle('hooks.test', ({ actor, params, at }) => testWebhook(services, actor, params.id, at))
  handle('hooks.deliveries', ({ actor, params, query, at }) =>
    db.readSnapshot(actor.workspace_id, async (trx) => {
      const { workspace_id: workspaceId } = actor
      await findEditableWebhook(trx, actor, params.id)
      const rows = await listDeliveries(
        trx,
        workspaceId,
        params.id,
        parseDeliveryCursor(query.cursor),
        query.limit + 1,
      )
      const page = rows.slice(0, query.limit)
      const last = page.at(-1)
      return {
        items: page.map((row) => presentDelivery(row, at)),
        next_cursor:
          rows.length > query.limit && last
            ? encodeCursor([last.created_at.getTime(), last.id])
            : null,
      }
    }),
  )
  handle('hooks.redeliver', ({ actor, params, at }) =>
    retryDelivery(services, actor, params.id, params.delivery_id, at),
  )
}
