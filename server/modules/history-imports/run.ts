import { setTimeout as sleep } from 'node:timers/promises'
import { adjustMany } from '#server/ledger/adjust.ts'
import { discardPlans } from '#server/modules/imports/queries.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import {
  longStatementMs,
  setStatementTimeout,
} from '#server/platform/database/statement-timeout.ts'
import type { HistoryState } from '#contract/history-imports.ts'
import { type HistoryImportRow, lockHistoryImport, updateHistoryImport } from './queries.ts'
import {
  createFormerTeammates,
  endUndo,
  importBatch,
  listOpeningBalances,
  lockOpenBalances,
  lockUnpaidBalances,
  markBalancesPaid,
  markBalancesReturned,
  undoBatch,
  undoPeople,
} from './run-queries.ts'

const batchRows = 1_000
const balancesPerBatch = 200
/** The deletion of a person checks the foreign keys of all tables. */
const peoplePerBatch = 200
/** A pause after each batch, in shares of its time, so that other requests find a free core. */
const pauseShare = 0.05

/** One step of the work, in the transaction that holds the import's lock. */
type Step = (trx: Trx, row: HistoryImportRow) => Promise<'more' | 'done'>
type Run = { services: Services; row: HistoryImportRow; stopping: () => boolean }

/**
 * Repeats a step, each in a transaction, until it is done. The import's row stays locked, so that
 * two processes take turns. Returns 'ended' when the import is in another state, and 'stopped' when
 * the process ends.
 */
async function repeatStep(
  { services: { db }, row: { workspace_id: workspaceId, id }, stopping }: Run,
  state: HistoryState,
  step: Step,
): Promise<'done' | 'ended' | 'stopped'> {
  for (;;) {
    if (stopping()) return 'stopped'
    const start = performance.now()
    const result = await db.tenant(workspaceId, async (trx) => {
      await discardPlans(trx)
      const row = await lockHistoryImport(trx, workspaceId, id)
      return row?.state === state ? step(trx, row) : 'ended'
    })
    if (result !== 'more') return result
    await sleep((performance.now() - start) * pauseShare)
  }
}

/** Runs steps one after the other. Returns whether the work has ended. */
async function runSteps(run: Run, state: HistoryState, steps: Step[]): Promise<boolean> {
  for (const step of steps) {
    const result = await repeatStep(run, state, step)
    if (result !== 'done') return result === 'ended'
  }
  return true
}

const importSteps = (run: Run): Step[] => {
  const { workspace_id: workspaceId, id } = run.row
  const { clock } = run.services
  return [
    async (trx, row) => {
      if (row.prepared_at) return 'done'
      await setStatementTimeout(trx, longStatementMs)
      await createFormerTeammates(trx, workspaceId, id, clock.now())
      await updateHistoryImport(trx, workspaceId, id, { prepared_at: clock.now() })
      return 'done'
    },
    async (trx) => {
      const { taken } = await importBatch(trx, workspaceId, id, batchRows)
      return taken > 0 ? 'more' : 'done'
    },
    async (trx, row) => {
      if (!row.opens_balances || row.balances_at) return 'done'
      await setStatementTimeout(trx, longStatementMs)
      await listOpeningBalances(trx, workspaceId, id)
      await updateHistoryImport(trx, workspaceId, id, { balances_at: clock.now() })
      return 'done'
    },
    async (trx, row) => {
      const due = await lockUnpaidBalances(trx, workspaceId, id, balancesPerBatch)
      if (!due.length) return 'done'
      const at = clock.now()
      await adjustMany(
        trx,
        due.map(({ user_id: userId, points }) => ({ userId, points })),
        { workspaceId, actorId: row.created_by, at },
      )
      await markBalancesPaid(
        trx,
        workspaceId,
        id,
        due.map((balance) => balance.user_id),
        at,
      )
      return 'more'
    },
    async (trx) => {
      await updateHistoryImport(trx, workspaceId, id, {
        state: 'finished',
        finished_at: clock.now(),
      })
      return 'done'
    },
  ]
}

const undoSteps = (run: Run): Step[] => {
  const { workspace_id: workspaceId, id } = run.row
  const { clock } = run.services
  return [
    async (trx) =>
      (await undoBatch(trx, workspaceId, id, batchRows)) > 0 ? ('more' as const) : 'done',
    async (trx, row) => {
      const open = await lockOpenBalances(trx, workspaceId, id, balancesPerBatch)
      if (!open.length) return 'done'
      await adjustMany(
        trx,
        open
          .filter(({ points }) => points > 0)
          .map(({ user_id: userId, points }) => ({ userId, points: -points })),
        { workspaceId, actorId: row.created_by, at: clock.now() },
      )
      await markBalancesReturned(trx, workspaceId, id, open)
      return 'more'
    },
    async (trx) =>
      (await undoPeople(trx, workspaceId, id, peoplePerBatch)) > 0 ? ('more' as const) : 'done',
    async (trx) => {
      await setStatementTimeout(trx, longStatementMs)
      await endUndo(trx, workspaceId, id)
      await updateHistoryImport(trx, workspaceId, id, {
        state: 'undone',
        done_count: 0,
        finished_at: clock.now(),
      })
      return 'done'
    },
  ]
}

/** Continues the posts and opening balances of an import. Returns whether it has ended. */
export const runHistoryStart = (run: Run): Promise<boolean> =>
  runSteps(run, 'in_progress', importSteps(run))

/** Continues an undo. Points that members have spent stay. Returns whether it has ended. */
export const runHistoryUndo = (run: Run): Promise<boolean> =>
  runSteps(run, 'undoing', undoSteps(run))
