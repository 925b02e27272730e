import type { PayrollRun, PayrollRunInput } from '#contract/schemas/payroll.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { newId } from '#server/platform/ids.ts'
import type { Services } from '#server/platform/services.ts'
import { assertRange, hasEnded } from './draft.ts'
import { loadRunLines } from './load-lines.ts'
import { loadRun } from './load-runs.ts'
import { findNextNumber, insertLines, insertRun, markContributions } from './queries.ts'
import { countLines, hashLines, sumTotals } from './summarize.ts'

/**
 * Locks a run with the lines of its draft. The settings lock lets one run after another take lines,
 * and keeps an erasure from emptying a name in between. Throws the codes of `payroll_runs.lock`.
 */
export const lockRun = (
  { db }: Pick<Services, 'db'>,
  actor: Actor,
  { hash, ...range }: PayrollRunInput,
  at: Date,
): Promise<PayrollRun> => {
  const { workspace_id: workspaceId, user_id: userId } = actor
  assertRange(range)
  return db.tenant(workspaceId, async (trx) => {
    const { timezone } = await lockSettings(trx, workspaceId)
    if (!hasEnded(range, timezone, at)) throwRefusal('payroll_not_over', { field: 'to' })
    const lines = await loadRunLines(trx, { workspaceId, timezone }, range)
    if (!lines.length) throwRefusal('payroll_empty')
    if (hashLines(range, lines) !== hash) throwRefusal('payroll_changed')
    const id = newId(at)
    const number = await findNextNumber(trx, workspaceId)
    await insertRun(trx, {
      workspace_id: workspaceId,
      id,
      number,
      country: range.country,
      from_day: range.from,
      to_day: range.to,
      timezone,
      lines: lines.length,
      people: countLines(lines, range.from).people,
      totals: sumTotals(lines),
      hash,
      locked_at: at,
      locked_by: userId,
    })
    await insertLines(
      trx,
      workspaceId,
      id,
      lines.map((line, index) => ({ ...line, id: newId(at), position: index + 1 })),
    )
    await markContributions(trx, workspaceId, id)
    await audit(
      trx,
      actor,
      'payroll_run.lock',
      { payroll_run_id: id, number, ...range, lines: lines.length },
      at,
    )
    return loadRun(trx, workspaceId, id)
  })
}
