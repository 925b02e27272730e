import type { Money } from '#contract/schemas/common.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { addDays, toLocalDay } from '#server/platform/periods.ts'
import { limits } from '#contract/limits.ts'
import type { OwnWorth } from '#contract/schemas/point-worths.ts'
import { findHundredPoints, findOwnWorth } from './queries.ts'

/** Returns what 100 points are worth today by default: to administrators, null to others. */
export async function findVisibleWorth(
  trx: Trx,
  { workspace_id: workspaceId, timezone, abilities }: Actor,
  at: Date,
): Promise<Money | null> {
  if (!abilities.has('enter_settings')) return null
  return findHundredPoints(trx, workspaceId, { country: null, day: toLocalDay(at, timezone) })
}

/** Returns what 100 points of the actor are worth, if members see it. */
export async function loadOwnWorth(
  trx: Trx,
  { workspace_id: workspaceId, user_id: userId, timezone }: Actor,
  at: Date,
): Promise<OwnWorth | null> {
  const day = toLocalDay(at, timezone)
  const until = addDays(day, limits.worth_notice_days)
  return (await findOwnWorth(trx, workspaceId, { userId, day, until })) ?? null
}
