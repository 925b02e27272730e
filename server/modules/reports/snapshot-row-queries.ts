import { type RawBuilder, sql } from 'kysely'
import type { DayRange } from './report-period.ts'

type SqlPart = RawBuilder<unknown>
/** `all`: the range begins before the first day. */
type Days = Pick<DayRange, 'from' | 'to'> & { all?: boolean }

/**
 * Days with snapshots around a range: `start` is the first at or after the day before the range,
 * `end` the last within it.
 */
type SnapshotDays = { start: string | null; end: string | null }

/** Returns the days around a range; `days` are all days with snapshots, oldest first. */
function chooseSnapshotDays(days: readonly string[], { from, to }: Days): SnapshotDays {
  const dayBefore = Temporal.PlainDate.from(from).subtract({ days: 1 }).toString()
  return {
    start: days.find((day) => day >= dayBefore) ?? null,
    end: days.findLast((day) => day <= to) ?? null,
  }
}

/** Rows of users that sum to the figures of a range; `sign` is -1 for the earlier snapshot. */
export type UserRowSource = {
  /** Columns of `user_snapshots s`, each times its sign. */
  snapshot: (sign: 1 | -1) => SqlPart
  /** The same columns of `daily_recognition d`. */
  recognition: SqlPart
  /** A condition on `daily_recognition d`. */
  recognitionWhere: SqlPart
  /** The same columns of `daily_redemptions d`, if redemptions count. */
  redemptions?: SqlPart
}

/**
 * Returns the rows of users that sum to the figures of a range: two snapshots and the days outside
 * of them, or only days in a range without two snapshots.
 */
export function userRows(
  workspaceId: string,
  range: Days,
  snapshotDays: readonly string[],
  source: UserRowSource,
): SqlPart {
  const { from, to, all = false } = range
  const { start, end } = chooseSnapshotDays(snapshotDays, range)
  const snapshot = (day: string, sign: 1 | -1) => sql`
    select s.user_id, ${source.snapshot(sign)}
    from user_snapshots s
    where s.workspace_id = ${workspaceId} and s.day = ${day}::date`
  const days = (first: SqlPart, last: SqlPart) => [
    sql`
    select d.user_id, ${source.recognition}
    from daily_recognition d
    where d.workspace_id = ${workspaceId} and d.day between ${first} and ${last}
      and ${source.recognitionWhere}`,
    ...(source.redemptions
      ? [
          sql`
    select d.user_id, ${source.redemptions}
    from daily_redemptions d
    where d.workspace_id = ${workspaceId} and d.day between ${first} and ${last}
      and d.purchases > 0`,
        ]
      : []),
  ]
  const [first, last] = [sql`${from}::date`, sql`${to}::date`]
  const isAllTime = all && end !== null
  const parts =
    end !== null && (isAllTime || (start !== null && start < end))
      ? [
          snapshot(end, 1),
          // Two index ranges, because a condition with OR would not use them.
          ...(isAllTime || start === null
            ? []
            : [snapshot(start, -1), ...days(first, sql`${start}::date`)]),
          ...days(sql`${end}::date + 1`, last),
        ]
      : days(first, last)
  return sql.join(parts, sql` union all `)
}

/**
 * Returns the points and posts of values by day: summed days up to the newest snapshot, and
 * `daily_recognition` after it.
 */
export function valueRows(
  workspaceId: string,
  { from, to }: Days,
  snapshotDays: readonly string[],
  includePrivate: boolean,
): SqlPart {
  const newest = snapshotDays.at(-1)
  const visible = includePrivate ? sql`` : sql`and not d.private`
  const recent = sql`
    select d.value_id, d.day, d.received_points as points, d.given_posts as posts
    from daily_recognition d
    where d.workspace_id = ${workspaceId} and d.day <= ${to}::date ${visible}`
  if (newest === undefined) return sql`${recent} and d.day >= ${from}::date`
  return sql`
    select d.value_id, d.day, d.points, d.posts
    from daily_values d
    where d.workspace_id = ${workspaceId} and d.day between ${from}::date and ${to}::date
      and d.day <= ${newest}::date ${visible}
    union all
    ${recent} and d.day >= greatest(${from}::date, ${newest}::date + 1)`
}
