import {
  forEachWorkspace,
  type WorkspaceLoop,
} from '#server/modules/workspaces/for-each-workspace.ts'
import type { Database } from '#server/platform/database/database.ts'
import { setStatementTimeout } from '#server/platform/database/statement-timeout.ts'
import { addMonth, findUnsummedPosts, finishPairSums } from './pair-queries.ts'
import { lockRollupSources } from './rollup-queries.ts'

const statementTimeoutMs = 900_000
/**
 * Teams with fewer posts have no sums: their groups are computed for each request, in at most 50 ms
 * (docs/reports.md).
 */
const postsMinDefault = 5_000

const toMonth = (day: string) => Temporal.PlainDate.from(day).with({ day: 1 })
const isBefore = (month: Temporal.PlainDate, other: Temporal.PlainDate) =>
  Temporal.PlainDate.compare(month, other) < 0

/**
 * Sums the pairs of a large workspace: each month in a transaction of its own, which blocks new
 * posts for about a second, the last ones together. Returns whether it summed all.
 */
export async function createPairSums(
  db: Database,
  workspaceId: string,
  { at, postsMin = postsMinDefault }: { at: Date; postsMin?: number },
): Promise<boolean> {
  const { first, isLarge } = await db.tenant(workspaceId, (trx) =>
    findUnsummedPosts(trx, workspaceId, postsMin),
  )
  if (first === null || !isLarge) return false
  // A post of another time zone may already belong to the next month.
  const today = Temporal.PlainDate.from(at.toISOString().slice(0, 10)).with({ day: 1 })
  const lastMonths = [today, today.add({ months: 1 })]
  const addMonths = (months: Temporal.PlainDate[], isLast: boolean) =>
    db.tenant(workspaceId, async (trx) => {
      await setStatementTimeout(trx, statementTimeoutMs)
      await lockRollupSources(trx, workspaceId)
      // A change of old posts has discarded the months before: the next night begins again.
      const unsummed = (await findUnsummedPosts(trx, workspaceId, postsMin)).first
      if (unsummed !== null && isBefore(toMonth(unsummed), months[0] ?? today)) return false
      for (const month of months) await addMonth(trx, workspaceId, month.toString())
      if (isLast) await finishPairSums(trx, workspaceId)
      return true
    })
  for (let month = toMonth(first); isBefore(month, today); month = month.add({ months: 1 }))
    if (!(await addMonths([month], false))) return false
  return addMonths(lastMonths, true)
}

/** Sums the pairs of every large workspace. Checks `stopped` before each. */
export const createAllPairSums = (
  db: Database,
  options: WorkspaceLoop & { at: Date },
): Promise<void> => forEachWorkspace(db, options, (id) => createPairSums(db, id, options))
