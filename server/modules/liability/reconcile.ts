import { setStatementTimeout } from '#server/platform/database/statement-timeout.ts'
import {
  forEachWorkspace,
  type WorkspaceLoop,
} from '#server/modules/workspaces/for-each-workspace.ts'
import type { Database, Trx } from '#server/platform/database/database.ts'
import { findAgeTimes } from './day-times.ts'
import { computeDay, type CountryRow, findStoredDay, raiseWorkMemory } from './queries.ts'
import {
  findLedgerDifferences,
  type LiabilityDifference,
  listSnapshots,
  type SnapshotRow,
} from './reconcile-queries.ts'
import { deleteSnapshots } from './store-queries.ts'

const statementTimeoutMs = 900_000
/** More days than a team can have. */
const allDays = 100_000

/** Returns the sums of all countries of each column of a day. */
function sumColumns(rows: readonly CountryRow[]): Map<string, number> {
  const sums = new Map<string, number>()
  for (const { country: _, ...points } of rows)
    for (const [name, value] of Object.entries(points))
      sums.set(name, (sums.get(name) ?? 0) + value)
  return sums
}

/** Returns the ages of a stored day that differ from the ledger. Countries may have changed since. */
async function compareAges(
  trx: Trx,
  workspaceId: string,
  { day, ends_at: end, timezone }: SnapshotRow,
): Promise<LiabilityDifference[]> {
  const stored = await findStoredDay(trx, workspaceId, day)
  const computed = await computeDay(trx, workspaceId, findAgeTimes(day, timezone, end))
  const actual = sumColumns(stored?.countries ?? [])
  const expected = sumColumns(computed?.countries ?? [])
  return [...new Set([...actual.keys(), ...expected.keys()])].flatMap((figure) => {
    const pair = { actual: actual.get(figure) ?? 0, expected: expected.get(figure) ?? 0 }
    return pair.actual === pair.expected
      ? []
      : [{ workspace_id: workspaceId, day, figure, ...pair }]
  })
}

/** Returns the differences of a team: the points of all days, and the ages of the newest ones. */
async function findDifferences(
  trx: Trx,
  workspaceId: string,
  agesOfDays: number,
): Promise<LiabilityDifference[]> {
  await setStatementTimeout(trx, statementTimeoutMs)
  await raiseWorkMemory(trx)
  const found = await findLedgerDifferences(trx, workspaceId)
  for (const snapshot of await listSnapshots(trx, workspaceId, agesOfDays))
    found.push(...(await compareAges(trx, workspaceId, snapshot)))
  return found
}

/**
 * Compares the stored days of a team with a full scan of the ledger, and with `rebuild` deletes them
 * if they differ: they are stored again. `ages`: of all days, or of the newest one.
 */
export async function reconcileTeam(
  db: Database,
  workspaceId: string,
  { rebuild, ages }: { rebuild: boolean; ages: 'all' | 'newest' },
): Promise<LiabilityDifference[]> {
  const found = await db.readSnapshot(workspaceId, (trx) =>
    findDifferences(trx, workspaceId, ages === 'all' ? allDays : 1),
  )
  if (found.length && rebuild)
    await db.tenant(workspaceId, (trx) => deleteSnapshots(trx, workspaceId))
  return found
}

/**
 * Compares the stored days of every team, as `reconcileTeam` does. Checks `stopped` before each team.
 * Returns the number of differences.
 */
export async function reconcileLiability(
  db: Database,
  options: Parameters<typeof reconcileTeam>[2] &
    WorkspaceLoop & { onDifference: (difference: LiabilityDifference) => void },
): Promise<number> {
  let count = 0
  await forEachWorkspace(db, options, async (id) => {
    const found = await reconcileTeam(db, id, options)
    count += found.length
    found.forEach(options.onDifference)
  })
  return count
}
