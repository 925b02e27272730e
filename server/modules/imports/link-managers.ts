import { linkArrivedManagers } from '#server/modules/managers/link-managers.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { recordManagerCircles } from './row-queries.ts'

/**
 * Links the people of an import to the managers who have arrived, and records those who cannot be
 * linked. The caller holds the settings lock.
 */
export async function linkManagers(
  trx: Trx,
  workspaceId: string,
  importId: string,
  at: Date,
): Promise<void> {
  const refused = await linkArrivedManagers(trx, workspaceId, 'all', at)
  if (refused.length) await recordManagerCircles(trx, workspaceId, importId, refused)
}
