import { type RawBuilder, sql } from 'kysely'
import type { DayRange } from './report-period.ts'
import { addDays, firstOfMonth, lastOfMonth } from '#server/platform/periods.ts'

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
  const days = (first: string, last: string) => {
    const inDays = sql`d.workspace_id = ${workspaceId}
      and d.day between ${first}::date and ${last}::date`
    return [
      sql`
    select d.user_id, ${source.recognition}
    from daily_recognition d
    where ${inDays} and ${source.recognitionWhere}`,
      ...(source.redemptions
        ? [
            sql`
    select d.user_id, ${source.redemptions}
    from daily_redemptions d
    where ${inDays} and d.purchases > 0`,
          ]
        : []),
    ]
  }
  // The planner does not see that a range is empty, and would search an index for each user.
  const daysUnlessEmpty = (first: string, last: string) => (first > last ? [] : days(first, last))
  const isAllTime = all && end !== null
  const parts =
    end !== null && (isAllTime || (start !== null && start < end))
      ? [
          snapshot(end, 1),
          // Two index ranges, because a condition with OR would not use them.
          ...(isAllTime || start === null
            ? []
            : [snapshot(start, -1), ...daysUnlessEmpty(from, start)]),
          ...daysUnlessEmpty(addDays(end, 1), to),
        ]
      : days(from, to)
  return sql.join(parts, sql` union all `)
}

/** Rows that count in two ranges, in each with a sign: 1, -1, or 0 for not at all. */
type RangePart = { rows: { snapshot: string } | Days; signs: [now: number, before: number] }

const countDays = (from: string, to: string): number =>
  Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to)).days

/** Returns the day of the snapshot nearest to a day; none if the time before all is nearer. */
function findNearestSnapshot(day: string, days: readonly string[]): string | undefined {
  const after = days.find((one) => one >= day)
  const before = days.findLast((one) => one <= day)
  const [first = day, second = first] = days
  const beforeAll = addDays(first, -countDays(first, second))
  if (after === undefined || day < beforeAll) return before
  return countDays(before ?? beforeAll, day) <= countDays(day, after) ? before : after
}

/** Returns the parts of the sums from the first day to the end of a day. */
function partsUntil(
  day: string,
  snapshotDays: readonly string[],
  signs: RangePart['signs'],
): RangePart[] {
  const snapshot = findNearestSnapshot(day, snapshotDays)
  if (snapshot === undefined) return [{ rows: { from: '-infinity', to: day }, signs }]
  const [now, before] = signs
  const days: RangePart[] =
    snapshot < day
      ? [{ rows: { from: addDays(snapshot, 1), to: day }, signs }]
      : [{ rows: { from: addDays(day, 1), to: snapshot }, signs: [-now, -before] }]
  return [{ rows: { snapshot }, signs }, ...(snapshot === day ? [] : days)]
}

/**
 * Returns the posts and purchases of users as rows that sum to those of two adjacent ranges:
 * `user_id`, then given and received posts and purchases of the later range and of the earlier one.
 * Each end of a range reads the nearest snapshot and the days between both, which are subtracted if
 * the snapshot is later.
 */
export function twoRangesUserRows(
  workspaceId: string,
  { now, before }: { now: Days; before: Days },
  snapshotDays: readonly string[],
): SqlPart {
  const dayBefore = addDays(before.from, -1)
  const within = snapshotDays.filter((day) => day >= dayBefore && day <= now.to)
  const parts: RangePart[] =
    within.length < 3
      ? [
          { rows: now, signs: [1, 0] },
          { rows: before, signs: [0, 1] },
        ]
      : [
          ...partsUntil(now.to, snapshotDays, [1, 0]),
          ...partsUntil(before.to, snapshotDays, [-1, 1]),
          ...partsUntil(dayBefore, snapshotDays, [0, -1]),
        ]
  return sql.join(
    parts.flatMap((part) => toRows(workspaceId, part)),
    sql` union all `,
  )
}

/** Returns the queries of a part. */
function toRows(workspaceId: string, { rows, signs }: RangePart): SqlPart[] {
  const columns = (names: [given: string, received: string, purchases: string]) =>
    sql.raw(
      signs
        .flatMap((sign) => names.map((name) => (sign ? `${sign < 0 ? '-' : ''}${name}` : '0')))
        .join(', '),
    )
  if ('snapshot' in rows)
    return [
      sql`
    select s.user_id, ${columns(['s.given_posts', 's.received_posts', 's.purchases'])}
    from user_snapshots s
    where s.workspace_id = ${workspaceId} and s.day = ${rows.snapshot}::date`,
    ]
  const inDays = sql`d.workspace_id = ${workspaceId}
      and d.day between ${rows.from}::date and ${rows.to}::date`
  return [
    sql`
    select d.user_id, ${columns(['d.given_posts::int', 'd.received_posts::int', '0'])}
    from daily_recognition d
    where ${inDays} and (d.given_posts > 0 or d.received_posts > 0)`,
    sql`
    select d.user_id, ${columns(['0', '0', 'd.purchases::int'])}
    from daily_redemptions d
    where ${inDays} and d.purchases > 0`,
  ]
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
  const summedUntil = newest ?? addDays(from, -1)
  const parts: SqlPart[] = []
  if (from <= summedUntil)
    parts.push(sql`
    select d.value_id, d.day, d.points, d.posts
    from daily_values d
    where d.workspace_id = ${workspaceId}
      and d.day between ${from}::date and ${to < summedUntil ? to : summedUntil}::date ${visible}`)
  if (to > summedUntil) {
    const next = addDays(summedUntil, 1)
    parts.push(sql`
    select d.value_id, d.day, d.received_points as points, d.given_posts as posts
    from daily_recognition d
    where d.workspace_id = ${workspaceId}
      and d.day between ${from > next ? from : next}::date and ${to}::date ${visible}`)
  }
  return sql.join(parts, sql` union all `)
}

/**
 * Returns the months that a range contains up to the newest snapshot, as the first days of the
 * first and the last one, and the last day that they sum. The month of the newest snapshot sums the
 * days up to it.
 */
function chooseMonths(
  { from, to }: Days,
  newest: string,
): { first: string; last: string; lastDay: string } | undefined {
  const end = to < newest ? to : newest
  const lastDay = end === newest || end === lastOfMonth(end) ? end : addDays(firstOfMonth(end), -1)
  const first = from === firstOfMonth(from) ? from : addDays(lastOfMonth(from), 1)
  const last = firstOfMonth(lastDay)
  return first <= last ? { first, last, lastDay } : undefined
}

/**
 * Returns the points and posts of values as rows that sum to those of a range: the months up to the
 * newest snapshot, and the days before and after them.
 */
export function valueTotalRows(
  workspaceId: string,
  { from, to }: Days,
  snapshotDays: readonly string[],
  includePrivate: boolean,
): SqlPart {
  const days = (range: Days) => sql`
    select d.value_id, d.points, d.posts
    from (${valueRows(workspaceId, range, snapshotDays, includePrivate)}) d`
  const newest = snapshotDays.at(-1)
  const months = newest === undefined ? undefined : chooseMonths({ from, to }, newest)
  if (!months) return days({ from, to })
  const { first, last, lastDay } = months
  return sql.join(
    [
      sql`
    select d.value_id, d.points, d.posts
    from monthly_values d
    where d.workspace_id = ${workspaceId} and d.month between ${first}::date and ${last}::date
      ${includePrivate ? sql`` : sql`and not d.private`}`,
      ...(from < first ? [days({ from, to: addDays(first, -1) })] : []),
      ...(lastDay < to ? [days({ from: addDays(lastDay, 1), to })] : []),
    ],
    sql` union all `,
  )
}
