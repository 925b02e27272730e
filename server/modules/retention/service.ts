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
 * Deletes expired rows without a workspace, then those of every workspace. A failing rule of a
 * workspace is logged and does not stop the others. Returns the counts by rule.
 */
export async function deleteExpired(
  { db, clock, log }: RetentionServices,
  stopped: () => boolean = () => false,
): Promise<DeletedCounts> {
  const at = clock.now()
  const counts: DeletedCounts = {}
  for (const [rule, { days, deleteBatch }] of Object.entries(globalRules)) {
    const before = subtractDays(at, days)
    addCount(counts, rule, await deleteInBatches(() => deleteBatch(db.global, before), stopped))
  }
  await forEachWorkspace(db, { stopped }, async (workspaceId) => {
    for (const [rule, { days, deleteBatch }] of Object.entries(workspaceRules)) {
      if (stopped()) return
      const before = subtractDays(at, days)
      await deleteInBatches(
        () => db.tenant(workspaceId, (trx) => deleteBatch(trx, workspaceId, before)),
        stopped,
      ).then(
        (count) => addCount(counts, rule, count),
        (error: unknown) =>
          log.warn({ err: error, workspace: workspaceId, rule }, 'retention rule failed'),
      )
    }
  })
  return counts
}
