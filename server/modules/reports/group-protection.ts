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
  const [found, ids] = await Promise.all([
    findGroup(trx, workspaceId, groupId),
    listGroupIdsBelow(trx, workspaceId, groupId),
  ])
  if (!found) return throwRefusal('not_found')
  const { kind } = found
  const group = { ids, timezone }
  const moments = listMoments(days, toLocalDay(at, timezone))
  // Sent together: a large team costs one round trip and one pass over its people.
  const [hasDays, comparisons, placesAtMoments] = await Promise.all([
    hasFigures(trx, workspaceId, group, days),
    Promise.all(
      moments.map((moment) => compareWithLarger(trx, workspaceId, { ...group, kind }, moment)),
    ),
    kind === 'team' || kind === 'custom'
      ? []
      : listPlaces(trx, workspaceId, { kind, timezone }, moments),
  ])
  const isProtected = moments.some(({ isNow }, index) => {
    const { people, has_near: hasNear } = comparisons[index] ?? { people: 0, has_near: false }
    // A past day with few people has no figures.
    if (people < limits.group_figures_min) return isNow
    const all = placesAtMoments[index]
    return hasNear || (!!all && findProtectedPlaces(all.places, all.everyone).has(groupId))
  })
  if (!hasDays || isProtected)
    throwRefusal('group_too_small', { params: { start: limits.group_figures_min } })
  return group
}
