import type { HistoryImport, HistoryStart } from '#contract/schemas/history-imports.ts'
import { limits } from '#contract/limits.ts'
import { lockSettings } from '#server/modules/workspaces/queries.ts'
import { audit } from '#server/platform/audit/audit-log.ts'
import type { Actor } from '#server/platform/auth/sessions.ts'
import { throwRefusal } from '#server/platform/errors.ts'
import { findPeriod } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import { chooseValues } from './create-values.ts'
import { findUndoEnd } from './present.ts'
import { isHistoryRunning, lockHistoryImport, updateHistoryImport } from './queries.ts'
import { loadHistoryImport, lockUnstarted } from './service.ts'

/**
 * Starts a checked import in the background. Reports count posts of days before the running month
 * and the running period of allowances. Throws conflict before a check, and while another import
 * of the team runs.
 */
export async function startHistoryImport(
  { db, jobs, events }: Services,
  actor: Actor,
  id: string,
  input: HistoryStart,
  at: Date,
): Promise<HistoryImport> {
  const { workspace_id: workspaceId, timezone, limit_period: period } = actor
  const started = await db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    const row = await lockUnstarted(trx, workspaceId, id)
    if (row.state !== 'checked' || (await isHistoryRunning(trx, workspaceId)))
      throwRefusal('conflict')
    await chooseValues(trx, workspaceId, id, input, at)
    const firstDays = [findPeriod(at, 'month', timezone), findPeriod(at, period, timezone)]
    await updateHistoryImport(trx, workspaceId, id, {
      state: 'in_progress',
      started_at: at,
      done_count: 0,
      creates_values: input.create_values,
      opens_balances: input.opening_balances,
      counted_before: firstDays.map(({ first }) => first).toSorted()[0] ?? null,
    })
    await jobs.send(trx, 'run_history_import', { workspace_id: workspaceId, import_id: id })
    const { posts = 0, opening } = row.totals ?? {}
    await audit(
      trx,
      actor,
      'history_import.start',
      {
        file_name: row.file_name,
        rows: posts,
        amount: input.opening_balances ? (opening?.points ?? 0) : 0,
      },
      at,
    )
    return loadHistoryImport(trx, workspaceId, id)
  })
  events.publish(workspaceId, ['config'])
  return started
}

/**
 * Removes in the background what an import has created. Throws history_undo_over after 7 days, and
 * conflict for an import that has not begun, or while another one runs.
 */
export async function undoHistoryImport(
  { db, jobs }: Services,
  actor: Actor,
  id: string,
  at: Date,
): Promise<HistoryImport> {
  const { workspace_id: workspaceId } = actor
  return db.tenant(workspaceId, async (trx) => {
    await lockSettings(trx, workspaceId)
    const row = (await lockHistoryImport(trx, workspaceId, id)) ?? throwRefusal('not_found')
    const end = findUndoEnd(row)
    if (!end || (await isHistoryRunning(trx, workspaceId))) throwRefusal('conflict')
    if (end <= at) throwRefusal('history_undo_over', { params: { days: limits.history_undo_days } })
    await updateHistoryImport(trx, workspaceId, id, {
      state: 'undoing',
      done_count: row.created_count,
      last_error: '',
    })
    await jobs.send(trx, 'run_history_import', { workspace_id: workspaceId, import_id: id })
    await audit(
      trx,
      actor,
      'history_import.undo',
      { file_name: row.file_name, rows: row.created_count },
      at,
    )
    return loadHistoryImport(trx, workspaceId, id)
  })
}
