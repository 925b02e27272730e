import type { PointExpiry } from '#contract/schemas/point-expiry.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import { findFirstExpiry } from './month-ends.ts'
import { deletePolicy, findPolicy, upsertPolicy } from './queries.ts'

/** Returns after how many months points of a team expire; null if they never do. */
export async function loadPolicy(trx: Trx, workspaceId: string): Promise<PointExpiry> {
  const row = await findPolicy(trx, workspaceId)
  return { months: row?.months ?? null, first_day: row?.first_day ?? null }
}

/**
 * Sets after how many months points expire. With an expiry that is new or sooner than before, nothing
 * expires for 90 days, so that everyone is warned three times.
 */
export const setPolicy = (
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  months: number | null,
  at: Date,
): Promise<PointExpiry> => {
  const { workspace_id: workspaceId, user_id: userId, timezone } = actor
  return db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    const before = await loadPolicy(trx, workspaceId)
    if (before.months === months) return before
    const isLater = months !== null && before.months !== null && months > before.months
    // People are warned again, because more points expire on the coming days than they know of.
    if (!isLater) await deletePolicy(trx, workspaceId)
    if (months !== null)
      await upsertPolicy(trx, {
        workspace_id: workspaceId,
        months,
        first_day: (isLater ? before.first_day : null) ?? findFirstExpiry(toLocalDay(at, timezone)),
        updated_at: at,
        updated_by: userId,
      })
    await audit(
      trx,
      actor,
      'point_expiry.update',
      { months: { from: before.months, to: months } },
      at,
    )
    return loadPolicy(trx, workspaceId)
  })
}
