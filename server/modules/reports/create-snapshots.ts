import {
  forEachWorkspace,
  type WorkspaceLoop,
} from '#server/modules/workspaces/for-each-workspace.ts'
import { findTimezone } from '#server/modules/workspaces/queries.ts'
import type { Database } from '#server/platform/database/database.ts'
import { setStatementTimeout } from '#server/platform/database/statement-timeout.ts'
import { addDays, toLocalDay } from '#server/platform/periods.ts'
import { lockRollupSources } from './rollup-queries.ts'
import {
  createSnapshot,
  deleteSnapshotBeforeNewest,
  listDaysSinceSnapshot,
  listSnapshotDays,
} from './snapshot-queries.ts'

const statementTimeoutMs = 900_000
/**
 * A snapshot follows after this many daily rows, or as many rows as the workspace has users if that
 * is more, so that snapshots take at most as much space as the days.
 */
const rowsBetweenSnapshots = 5_000
/**
 * Between them the newest snapshot moves on with the days, after this share of the rows, so that a
 * range up to today reads few days.
 */
const newestShare = 0.1
/**
 * Yesterday in the time zone of the team, or in UTC if that is earlier: posts are summed by days of
 * the team, purchases of rewards by UTC days, and no new one changes a day that is over.
 */
export function findNewestDay(at: Date, timezone: string): string {
  const [local, utc] = [toLocalDay(at, timezone), toLocalDay(at, 'UTC')]
  return addDays(local < utc ? local : utc, -1)
}

/**
 * Returns the days at whose end a snapshot is due, of the days since the newest snapshot. Without
 * any snapshot, the first one follows after `rowsMin` rows.
 */
export function chooseSnapshotDays(
  days: readonly { day: string; rows: number }[],
  rowsMin: number,
  hasSnapshots: boolean,
): string[] {
  const chosen: string[] = []
  let sum = 0
  for (const { day, rows } of days) {
    sum += rows
    if (sum < rowsMin) continue
    chosen.push(day)
    sum = 0
  }
  const last = days.at(-1)
  const movesNewest = (hasSnapshots || chosen.length > 0) && sum >= rowsMin * newestShare
  return last && movesNewest ? [...chosen, last.day] : chosen
}

/**
 * Creates the due snapshots of a workspace, each in a transaction of its own that blocks new posts
 * for less than a second. Returns their days.
 */
export async function createWorkspaceSnapshots(
  db: Database,
  workspaceId: string,
  { at, rowsMin }: { at: Date; rowsMin?: number },
): Promise<string[]> {
  const { days, users, snapshots } = await db.tenant(workspaceId, async (trx) => {
    const timezone = (await findTimezone(trx, workspaceId)) ?? 'UTC'
    return {
      ...(await listDaysSinceSnapshot(trx, workspaceId, findNewestDay(at, timezone))),
      snapshots: await listSnapshotDays(trx, workspaceId),
    }
  })
  const rowsBetween = rowsMin ?? Math.max(rowsBetweenSnapshots, users)
  const due = chooseSnapshotDays(days, rowsBetween, snapshots.length > 0)
  for (const day of due)
    await db.tenant(workspaceId, async (trx) => {
      await setStatementTimeout(trx, statementTimeoutMs)
      await lockRollupSources(trx, workspaceId)
      await createSnapshot(trx, workspaceId, day)
      await deleteSnapshotBeforeNewest(trx, workspaceId, rowsBetween)
    })
  return due
}

/** Creates the due snapshots of every workspace. Checks `stopped` before each. */
export const createSnapshots = (
  db: Database,
  options: WorkspaceLoop & { at: Date },
): Promise<void> => forEachWorkspace(db, options, (id) => createWorkspaceSnapshots(db, id, options))
