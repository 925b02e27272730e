import { limits } from '#contract/limits.ts'
import { findGroup } from '#server/modules/memberships/queries.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import {
  compareWithLarger,
  hasFigures,
  listGroupIdsBelow,
  listPlaces,
  type Moment,
} from './group-protection-queries.ts'
import type { ReportGroup } from './group-row-queries.ts'
import { findProtectedPlaces } from './protected-places.ts'
import type { DayRange } from './report-period.ts'

/** The moments at which groups are compared: now, and the first and last day of the range. */
function listMoments({ from, to, all }: DayRange, today: string): Moment[] {
  const past = (all ? [to] : [...new Set([from, to])]).filter((day) => day < today)
  return [{ day: today, isNow: true }, ...past.map((day) => ({ day, isNow: false }))]
}

/**
 * Returns the group of a report; none without an id. Throws not_found, and group_too_small if its
 * figures in these days, alone or subtracted from those of other groups, would reveal a few people.
 */
export async function resolveReportGroup(
  trx: Trx,
  { workspace_id: workspaceId, timezone }: Pick<Actor, 'workspace_id' | 'timezone'>,
  groupId: string | undefined,
  days: DayRange,
  at: Date,
): Promise<ReportGroup | undefined> {
  if (groupId === undefined) return undefined
  const found = (await findGroup(trx, workspaceId, groupId)) ?? throwRefusal('not_found')
  const { kind } = found
  const group = { ids: await listGroupIdsBelow(trx, workspaceId, groupId), timezone }
  const refuse = () =>
    throwRefusal('group_too_small', { params: { start: limits.group_figures_min } })
  if (!(await hasFigures(trx, workspaceId, group, days))) refuse()
  for (const moment of listMoments(days, toLocalDay(at, timezone))) {
    const { people, has_near: hasNear } = await compareWithLarger(
      trx,
      workspaceId,
      { ...group, kind },
      moment,
    )
    // A past day with few people has no figures.
    if (people < limits.group_figures_min) {
      if (moment.isNow) refuse()
      continue
    }
    if (hasNear) refuse()
    if (kind === 'team' || kind === 'custom') continue
    const { places, everyone } = await listPlaces(trx, workspaceId, { kind, timezone }, moment)
    if (findProtectedPlaces(places, everyone).has(groupId)) refuse()
  }
  return group
}
