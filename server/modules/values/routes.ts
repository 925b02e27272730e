import type { Handle } from '#server/platform/http.ts'
import type { Services } from '#server/platform/services.ts'
import { presentValue } from './present.ts'
import { listValues } from './queries.ts'

export function mountValues(handle: Handle, { db }: Services): void {
  handle('values.list', async ({ actor: { workspace_id } }) =>
    (await db.tenant(workspace_id, (trx) => listValues(trx, workspace_id))).map(presentValue))
}
