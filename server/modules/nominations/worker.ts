import { minuteMs } from '#contract/durations.ts'
import { publishInboxChanged } from '#server/modules/inbox-items/events.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
import { forEachDue } from '#server/platform/background/for-each-due.ts'
import type { Trx } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import { notifyJury } from './notify.ts'
import { findNextTime } from './phase.ts'
import {
  listDueRounds,
  listJurors,
  lockFreeRound,
  type RoundRow,
  updateRoundColumns,
} from './queries.ts'
import { fixResult } from './result.ts'

const batchSize = 100

/** Asks the jury of a round. Returns the ids of users whose inbox changed. */
async function askJury(
  trx: Trx,
  workspaceId: string,
  { id, decides_at: decidesAt }: RoundRow,
  at: Date,
): Promise<string[]> {
  // After an outage the jury is not asked for what is over.
  if (at >= decidesAt) return []
  const jurors = await listJurors(trx, workspaceId, [id])
  const userIds = jurors.map((juror) => juror.user_id)
  return notifyJury(trx, workspaceId, { roundId: id, userIds, at })
}

/**
 * Asks the jury of a round and fixes its result when they are due, each once: the lock of the round
 * and its columns decide. Returns the ids of users whose inbox changed.
 */
async function followUpRound(
  trx: Trx,
  workspaceId: string,
  id: string,
  at: Date,
): Promise<string[]> {
  const round = await lockFreeRound(trx, workspaceId, id)
  if (!round?.next_at || round.next_at > at) return []
  const changed = round.asked_at ? [] : await askJury(trx, workspaceId, round, at)
  const asked = { ...round, asked_at: round.asked_at ?? at }
  const isOver = at >= round.decides_at
  if (isOver) await fixResult(trx, workspaceId, round)
  const decidedAt = isOver ? at : null
  await updateRoundColumns(trx, workspaceId, id, {
    asked_at: asked.asked_at,
    decided_at: decidedAt,
    next_at: findNextTime({ ...asked, decided_at: decidedAt }),
  })
  return changed
}

/** Follows up the rounds that are due. Returns true when more are waiting. */
export async function followUpRounds({ db, clock, events, log }: Services): Promise<boolean> {
  const at = clock.now()
  const due = await listDueRounds(db.global, at, batchSize)
  const done = await forEachDue(
    due,
    {
      log,
      message: 'round was not followed up',
      describe: (row) => ({ workspace: row.workspace_id, round: row.round_id }),
    },
    async ({ workspace_id: workspaceId, round_id: roundId }) => {
      const changed = await db.tenant(workspaceId, (trx) =>
        followUpRound(trx, workspaceId, roundId, at),
      )
      publishInboxChanged({ events }, workspaceId, changed)
    },
  )
  return done > 0 && due.length === batchSize
}

/** Asks juries and fixes results. Safe with several processes. */
export const nominationWorker = defineWorker({
  name: 'nominations',
  everyMs: minuteMs,
  run: followUpRounds,
})
