import type { Money } from '#contract/schemas/common.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { findHundredPoints } from './queries.ts'

/** Returns what 100 points are worth today by default: to administrators, null to others. */
export async function findVisibleWorth(
  trx: Trx,
  { workspace_id: workspaceId, timezone, abilities }: Actor,
  at: Date,
): Promise<Money | null> {
  if (!abilities.has('enter_settings')) return null
  return findHundredPoints(trx, workspaceId, { country: null, day: toLocalDay(at, timezone) })
}
