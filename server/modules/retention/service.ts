import { forEachWorkspace } from '#server/modules/workspaces/for-each-workspace.ts'
import type { Services } from '#server/platform/services.ts'
import { deleteInBatches } from './delete-in-batches.ts'
import { globalRules, subtractDays, workspaceRules } from './rules.ts'

type RetentionServices = Pick<Services, 'db' | 'clock' | 'log'>
/** Numbers of deleted rows by rule. */
export type DeletedCounts = Record<string, number>

const addCount = (counts: DeletedCounts, rule: string, count: number) => {
  if (count) counts[rule] = (counts[rule] ?? 0) + count
}

/**
 * Deletes expired rows without a workspace, then those of every workspace. A failing rule is logged
 * and does not stop the others. Returns the counts by rule.
 */
export async function deleteExpired(
  { db, clock, log }: RetentionServices,
  stopped: () => boolean = () => false,
): Promise<DeletedCounts> {
  const at = clock.now()
  const counts: DeletedCounts = {}
  const runRule = (
    { rule, days, ...workspace }: { rule: string; days: number; workspace?: string },
    deleteBatch: (before: Date) => Promise<number>,
  ) =>
    deleteInBatches(() => deleteBatch(subtractDays(at, days)), stopped).then(
      (count) => addCount(counts, rule, count),
      (error: unknown) => log.warn({ err: error, ...workspace, rule }, 'retention rule failed'),
    )
  for (const [rule, { days, deleteBatch }] of Object.entries(globalRules)) {
    if (stopped()) return counts
    await runRule({ rule, days }, (before) => deleteBatch(db.global, before))
  }
  await forEachWorkspace(db, { stopped }, async (workspaceId) => {
    for (const [rule, { days, deleteBatch }] of Object.entries(workspaceRules)) {
      if (stopped()) return
      await runRule({ rule, days, workspace: workspaceId }, (before) =>
        db.tenant(workspaceId, (trx) => deleteBatch(trx, workspaceId, before)),
      )
    }
  })
  return counts
}
