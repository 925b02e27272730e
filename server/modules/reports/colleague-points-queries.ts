import { type RawBuilder, sql } from 'kysely'
import type { DayRange } from './report-period.ts'
import { type UserRowSource, userRows } from './snapshot-row-queries.ts'

const source: UserRowSource = {
  snapshot: (sign) => {
    const points = sql`(s.received_points + s.private_received_points)`
    return sign === 1 ? points : sql`-${points}`
  },
  recognition: sql`d.received_points`,
  recognitionWhere: sql`d.received_points > 0`,
}

/**
 * Returns rows of a user and points, which sum to the points that each user has received from
 * colleagues: the rollups without the points of posts by the company.
 */
export const colleaguePointsRows = (
  workspaceId: string,
  { from, to }: Pick<DayRange, 'from' | 'to'>,
  snapshotDays: readonly string[],
): RawBuilder<unknown> => sql`
  ${userRows(workspaceId, { from, to }, snapshotDays, source)} union all
  select r, -p.score
  from posts p cross join unnest(p.to_ids) r
  where p.workspace_id = ${workspaceId} and p.from_id is null and p.score > 0
    and p.day between ${from}::date and ${to}::date and (p.deleted_at is null or p.points_kept)`
