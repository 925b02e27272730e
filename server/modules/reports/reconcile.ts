import {
  forEachWorkspace,
  type WorkspaceLoop,
} from '#server/modules/workspaces/for-each-workspace.ts'
import type { Database, Trx } from '#server/platform/database/database.ts'
import { setStatementTimeout } from '#server/platform/database/statement-timeout.ts'
import {
  findDifferences,
  lockRollupSources,
  repairRollup,
  type RollupDifference,
} from './rollup-queries.ts'
import { discardPairSums } from './pair-queries.ts'
import { rollupTables } from './rollup-scan-queries.ts'
import { discardSnapshots } from './snapshot-queries.ts'

const statementTimeoutMs = 900_000

/**
 * Updates the differing rollup rows of a workspace, under locks on their sources, and discards its
 * snapshots and sums of pairs, which the nightly worker creates again.
 */
async function repairRollups(trx: Trx, workspaceId: string): Promise<void> {
  await lockRollupSources(trx, workspaceId)
  await discardSnapshots(trx, workspaceId)
  await discardPairSums(trx, workspaceId)
  for (const table of rollupTables) await repairRollup(trx, workspaceId, table)
}

/**
 * Compares the rollups of every workspace with a full scan, and repairs them with `rebuild`. Checks
 * `stopped` before each workspace. Returns the number of differences.
 */
export async function reconcileReports(
  db: Database,
  options: WorkspaceLoop & {
    rebuild: boolean
    onDifference: (difference: RollupDifference) => void
  },
): Promise<number> {
  let count = 0
  const withLongTimeout = (id: string, work: (trx: Trx) => Promise<RollupDifference[]>) =>
    db.tenant(id, async (trx) => {
      await setStatementTimeout(trx, statementTimeoutMs)
      return work(trx)
    })
  await forEachWorkspace(db, options, async (id) => {
    const found = await withLongTimeout(id, (trx) => findDifferences(trx, id))
    count += found.length
    found.forEach(options.onDifference)
    if (found.length && options.rebuild)
      await withLongTimeout(id, async (trx) => {
        await repairRollups(trx, id)
        return []
      })
  })
  return count
}
