import { limits } from '#contract/limits.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { listWorthRows } from '#server/modules/point-worths/queries.ts'
import { addDays, firstOfMonth } from '#server/platform/periods.ts'
import { findDayEnd } from './day-times.ts'
import {
  computeCountryPoints,
  computeMovements,
  type CountryPoints,
  findStoredRange,
  listCountryPoints,
  listStoredMovements,
  type MovementRow,
  type StoredRange,
} from './queries.ts'
import type { RollForwardSource } from './roll-forward.ts'
import { createWorthFinder } from '#server/modules/point-worths/find-worth.ts'

type Days = { from: string; to: string }
type RangeQuery = { from?: string | undefined; to?: string | undefined }
type Context = {
  trx: Trx
  workspaceId: string
  timezone: string
  stored: StoredRange | undefined
}

/**
 * Returns the days of a query, by default those of the month up to `last`. Throws out_of_range for a
 * reversed or too long range, and for one that ends after `last`.
 */
export function resolveRange(query: RangeQuery, last: string): Days {
  const to = query.to ?? last
  const from = query.from ?? firstOfMonth(to)
  const longest = addDays(from, limits.report_days_max - 1)
  const finish = longest < last ? longest : last
  if (from > to || to > finish)
    throwRefusal('out_of_range', { field: 'to', params: { start: from, finish } })
  return { from, to }
}

/** Returns the days of a query of ended days, by default those of the last whole month. */
export function resolveEndedRange(query: RangeQuery, today: string): Days {
  const lastMonth = addDays(firstOfMonth(today), -1)
  const to = query.to ?? (query.from === undefined ? lastMonth : undefined)
  return resolveRange({ from: query.from, to }, addDays(today, -1))
}

const isStored = (day: string, stored: StoredRange | undefined) =>
  stored !== undefined && day >= stored.oldest && day <= stored.newest

/** Returns the movements of the days of a range that are not stored, from the ledger. */
async function computeMissing(context: Context, { from, to }: Days): Promise<MovementRow[]> {
  const { trx, workspaceId, timezone, stored } = context
  const endOf = (day: string) => findDayEnd(day, timezone, stored)
  const compute = (first: string, last: string, start: Date) =>
    computeMovements(trx, workspaceId, { from: first, to: last, start, end: endOf(last) }, timezone)
  if (!stored) return compute(from, to, endOf(addDays(from, -1)))
  const lastBefore = addDays(stored.oldest, -1)
  const firstAfter = addDays(stored.newest, 1)
  return [
    ...(from <= lastBefore
      ? await compute(from, to < lastBefore ? to : lastBefore, endOf(addDays(from, -1)))
      : []),
    ...(to >= firstAfter
      ? await compute(
          from > firstAfter ? from : firstAfter,
          to,
          from > firstAfter ? endOf(addDays(from, -1)) : stored.newest_end,
        )
      : []),
  ]
}

/** Returns the points owed by country at the end of a day, stored or computed. */
async function loadCountryPoints(context: Context, day: string): Promise<CountryPoints[]> {
  const { trx, workspaceId, timezone, stored } = context
  if (isStored(day, stored)) return listCountryPoints(trx, workspaceId, { from: day, to: day })
  return computeCountryPoints(trx, workspaceId, findDayEnd(day, timezone, stored))
}

/** Returns the sources of a roll-forward of a team, with a bounded number of statements. */
export async function loadRollForwardSource(
  trx: Trx,
  { workspace_id: workspaceId, timezone }: Pick<Actor, 'workspace_id' | 'timezone'>,
  days: Days,
): Promise<RollForwardSource> {
  const stored = await findStoredRange(trx, workspaceId)
  const context = { trx, workspaceId, timezone, stored }
  const before = addDays(days.from, -1)
  const anchors = await listCountryPoints(trx, workspaceId, days)
  const closing = isStored(days.to, stored) ? [] : await loadCountryPoints(context, days.to)
  const worths = await listWorthRows(trx, workspaceId, limits.point_worths_max)
  return {
    before,
    to: days.to,
    opening: await loadCountryPoints(context, before),
    movements: [
      ...(await listStoredMovements(trx, workspaceId, days)),
      ...(await computeMissing(context, days)),
    ],
    anchors: [...anchors, ...closing.map((row) => ({ ...row, day: days.to }))],
    knownDays: [...new Set([...anchors.map((row) => row.day), days.to])],
    findWorth: createWorthFinder(worths),
    worthDays: worths.map((row) => row.valid_from),
  }
}
