import { decodeCursor, encodeCursor } from '#server/platform/cursors.ts'
import { fail } from '#server/platform/errors.ts'
import type { Handle } from '#server/platform/http.ts'
import { isUuid } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { presentDelivery, presentHook } from './present.ts'
import { listDeliveries, listHooks } from './queries.ts'
import {
  createHook,
  deleteHook,
  findChangeable,
  redeliver,
  rotateSecret,
  testHook,
  updateHook,
} from './rules.ts'

/** Where a page of the log goes on: when a delivery was made, and its id. */
function placeOf(cursor: string | undefined): { at: Date; id: string } | undefined {
  const [ms, id] = decodeCursor(cursor, 2) ?? []
  if (ms === undefined) return undefined
  const at = new Date(typeof ms === 'number' ? ms : Number.NaN)
  return typeof id === 'string' && isUuid(id) && Number.isFinite(at.getTime())
    ? { at, id }
    : fail('malformed', { field: 'cursor' })
}

export function mountHooks(handle: Handle, services: Services): void {
  const { db } = services
  handle('hooks.list', async ({ actor, at }) =>
    (await db.tenant(actor.workspace_id, (trx) => listHooks(trx, actor.workspace_id))).map((row) =>
      presentHook(row, at, actor),
    ),
  )
  handle('hooks.create', ({ actor, body, at }) => createHook(services, actor, body, at))
  handle('hooks.update', ({ actor, params, body, at }) =>
    updateHook(services, actor, params.id, body, at),
  )
  handle('hooks.delete', async ({ actor, params, at }) => {
    await deleteHook(services, actor, params.id, at)
    return undefined
  })
  handle('hooks.rotate', ({ actor, params, at }) => rotateSecret(services, actor, params.id, at))
  handle('hooks.test', ({ actor, params, at }) => testHook(services, actor, params.id, at))
  handle('hooks.deliveries', ({ actor, params, query, at }) =>
    db.tenant(actor.workspace_id, async (trx) => {
      const { workspace_id } = actor
      await findChangeable(trx, actor, params.id)
      const rows = await listDeliveries(
        trx,
        workspace_id,
        params.id,
        placeOf(query.cursor),
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
    redeliver(services, actor, params.id, params.delivery_id, at),
  )
}
