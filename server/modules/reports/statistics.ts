import { limits } from '#contract/limits.ts'
import type { OutputOf } from '#contract/routes/index.ts'
import type { Trx } from '#server/platform/database/database.ts'
import { presentStatistics } from './present.ts'
import { listSnapshotDays } from './snapshot-queries.ts'
import { listPopularRewards, type StatisticsSource, sumStatistics } from './statistics-queries.ts'

/** Returns the dashboard figures of these days and of the preceding days. */
export async function loadStatistics(
  trx: Trx,
  source: StatisticsSource,
  timezone: string,
): Promise<OutputOf<'leaderboards.statistics'>> {
  // Statistics of a group read the days of its people.
  const snapshotDays = source.group ? [] : await listSnapshotDays(trx, source.workspaceId)
  const [sums, popularRewards] = await Promise.all([
    sumStatistics(trx, source, snapshotDays),
    listPopularRewards(trx, source, { timezone, limit: limits.popular_rewards, snapshotDays }),
  ])
  return presentStatistics(sums, popularRewards, source.workspaceId, source.days)
}
