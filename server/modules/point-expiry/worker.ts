import { publishInboxChanged } from '#server/modules/inbox-items/events.ts'
import { forEachWorkspace, warnOfWorkspace } from '#server/modules/workspaces/for-each-workspace.ts'
import { findTimezone } from '#server/modules/workspaces/queries.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
import type { Database } from '#server/platform/database/database.ts'
import { toLocalDay } from '#server/platform/periods.ts'
import { takeStep } from './expire.ts'
import { listDueSteps } from './month-ends.ts'
import { findPolicy } from './queries.ts'

/** Takes the steps of a team that are due. Returns the ids of the users whose inbox changed. */
export async function takeDueSteps(
  db: Database,
  workspaceId: string,
  { at, stopped }: { at: Date; stopped: () => boolean },
): Promise<string[]> {
  const { policy, timezone } = await db.readSnapshot(workspaceId, async (trx) => ({
    policy: await findPolicy(trx, workspaceId),
    timezone: await findTimezone(trx, workspaceId),
  }))
  if (!policy || timezone === undefined) return []
  const { months, first_day: firstDay } = policy
  const changed: string[] = []
  for (const { monthEnd, step } of listDueSteps(toLocalDay(at, timezone), firstDay)) {
    if (stopped()) break
    const due = { monthEnd, step, months, firstDay, timezone }
    changed.push(...(await takeStep(db, workspaceId, due, { at, stopped })))
  }
  return changed
}

/** Warns people of points that expire at the end of a month, and takes expired ones. */
export const pointExpiryWorker = defineWorker({
  name: 'point_expiry',
  nightlyAtHourUtc: 3,
  async run({ db, log, clock, events }, stopped) {
    const at = clock.now()
    const onError = warnOfWorkspace(log, 'points of a team did not expire')
    await forEachWorkspace(db, { stopped, onError }, async (workspaceId) => {
      const changed = await takeDueSteps(db, workspaceId, { at, stopped })
      publishInboxChanged({ events }, workspaceId, changed)
    })
  },
})
