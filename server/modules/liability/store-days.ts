import { hourMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { findTimezone } from '#server/modules/workspaces/queries.ts'
import {
  forEachWorkspace,
  type WorkspaceLoop,
} from '#server/modules/workspaces/for-each-workspace.ts'
import { setStatementTimeout } from '#server/platform/database/statement-timeout.ts'
import type { Database } from '#server/platform/database/database.ts'
import { addDays, startOfDay, toLocalDay } from '#server/platform/periods.ts'
import { findAgeTimes, findDayEnd } from './day-times.ts'
import {
  findFirstMovementAt,
  findStoredRange,
  raiseWorkMemory,
  type StoredRange,
} from './queries.ts'
import { insertFigures, insertMovements, insertSnapshot } from './store-queries.ts'

const statementTimeoutMs = 300_000
/** A movement has the time of its request, and is written some moments later. */
const lastMovementsMs = hourMs

type NextDay = { day: string; start: Date; end: Date }

/** Returns the day after the newest stored one, once it has ended; yesterday before any is stored. */
function findDayAfter(stored: StoredRange | undefined, timezone: string, at: Date) {
  const yesterday = addDays(toLocalDay(new Date(at.getTime() - lastMovementsMs), timezone), -1)
  const day = stored ? addDays(stored.newest, 1) : yesterday
  if (day > yesterday) return undefined
  const start = stored?.newest_end ?? startOfDay(day, timezone)
  return { day, start, end: findDayEnd(day, timezone, stored) }
}

/** Returns the day before the oldest stored one, unless all movements are later. */
function findDayBefore(stored: StoredRange, timezone: string, first: Date | null) {
  if (!first || first >= stored.oldest_start) return undefined
  const day = addDays(stored.oldest, -1)
  const start = startOfDay(day, timezone)
  const end = stored.oldest_start
  return { day, start: start < end ? start : end, end }
}

/**
 * Stores the next day of a team: those that have ended since the newest one in their order, then
 * those before the oldest one, newest first. Returns the day, or undefined if all are stored. Each
 * day is one transaction, so an interrupted night leaves whole days.
 */
export async function storeNextDay(
  db: Database,
  workspaceId: string,
  at: Date,
): Promise<string | undefined> {
  return db.tenant(workspaceId, async (trx) => {
    await setStatementTimeout(trx, statementTimeoutMs)
    const timezone = await findTimezone(trx, workspaceId)
    if (timezone === undefined) return undefined
    const stored = await findStoredRange(trx, workspaceId)
    const next: NextDay | undefined =
      findDayAfter(stored, timezone, at) ??
      (stored && findDayBefore(stored, timezone, await findFirstMovementAt(trx, workspaceId)))
    if (!next) return undefined
    if (await insertSnapshot(trx, workspaceId, { ...next, timezone })) {
      await raiseWorkMemory(trx)
      const times = findAgeTimes(next.day, timezone, next.end)
      await insertFigures(trx, workspaceId, next.day, times)
      await insertMovements(trx, workspaceId, next)
    }
    return next.day
  })
}

/** Stores at most `daysMax` days of a team. Returns their number. */
export async function storeWorkspaceDays(
  db: Database,
  workspaceId: string,
  {
    at,
    daysMax = limits.liability_days_per_night,
    stopped,
  }: Pick<WorkspaceLoop, 'stopped'> & { at: Date; daysMax?: number },
): Promise<number> {
  for (let count = 0; count < daysMax; count += 1) {
    if (stopped?.() || (await storeNextDay(db, workspaceId, at)) === undefined) return count
  }
  return daysMax
}

/** Stores the days of every team that have ended. Checks `stopped` before each day. */
export const storeDays = (db: Database, options: WorkspaceLoop & { at: Date }): Promise<void> =>
  forEachWorkspace(db, options, (id) => storeWorkspaceDays(db, id, options))
