import { hourMs } from '#contract/durations.ts'
import { forEachWorkspace, warnOfWorkspace } from '#server/modules/workspaces/for-each-workspace.ts'
import { defineJobWorker } from '#server/platform/background/define-worker.ts'
import type { Log } from '#server/platform/observability/log.ts'
import { findTimezone } from '#server/modules/workspaces/queries.ts'
import type { Database } from '#server/platform/database/database.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { claimGroups, storeGroups } from './computed-groups-queries.ts'
import { isSummedTeam } from './pair-queries.ts'
import { computeRange } from './recognition-groups.ts'
import { listUsualRanges } from './usual-ranges.ts'

/** Computes and stores the groups of the usual ranges of a team with sums of pairs. */
export async function storeUsualGroups(
  db: Database,
  workspaceId: string,
  { at, stopped = () => false }: { at: Date; stopped?: () => boolean },
): Promise<void> {
  const { isSummed, timezone } = await db.tenant(workspaceId, async (trx) => ({
    isSummed: await isSummedTeam(trx, workspaceId),
    timezone: (await findTimezone(trx, workspaceId)) ?? 'UTC',
  }))
  if (!isSummed) return
  for (const { name, days } of listUsualRanges(toLocalDay(at, timezone))) {
    if (stopped()) return
    const { summary, rows, graph } = await computeRange(db, workspaceId, {
      days,
      isSummed,
      withGroups: true,
    })
    const { alone, alone_total: aloneTotal } = graph
    await db.tenant(workspaceId, (trx) =>
      storeGroups(trx, workspaceId, {
        range: name,
        days,
        at,
        summary: { ...summary, alone, alone_total: aloneTotal },
        rows,
      }),
    )
  }
}

/**
 * Stores the groups of every team with sums of pairs. Checks `stopped` before each range. A team that
 * fails, for example because people compute other ranges of it, keeps its groups until the next night.
 */
export async function storeAllGroups(
  db: Database,
  { at, stopped, log }: { at: Date; stopped: () => boolean; log: Log },
): Promise<void> {
  const onError = warnOfWorkspace(log, 'groups were not computed')
  await forEachWorkspace(db, { stopped, onError }, async (id) => {
    if (await db.tenant(id, (trx) => claimGroups(trx, id, { at, ms: hourMs })))
      await storeUsualGroups(db, id, { at, stopped })
  })
}

/** Computes the groups of a team that somebody looks at. */
export const groupsWorker = defineJobWorker({
  name: 'groups',
  job: 'compute_groups',
  run: ({ db, clock }, { workspace_id: workspaceId }, { stopped }) =>
    storeUsualGroups(db, workspaceId, { at: clock.now(), stopped }),
})
