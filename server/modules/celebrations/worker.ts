import { dayMs, hourMs, minuteMs } from '#contract/durations.ts'
import { limits } from '#contract/limits.ts'
import { openCards } from '#server/modules/group-cards/open-cards.ts'
import { publishInboxChanged } from '#server/modules/inbox-items/events.ts'
import { findSettings } from '#server/modules/workspaces/queries.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
import { toLocalDay, utcDay } from '#server/platform/periods.ts'
import type { Services } from '#server/platform/services.ts'
import { listCalendarDays } from './calendar-days.ts'
import { postAndPublish } from './post-celebrations.ts'
import {
  type CelebrationKey,
  listDueCelebrations,
  listRules,
  listWorkspacesToPlan,
  planCelebrations,
  setPlannedUntil,
  updateCelebration,
} from './queries.ts'

const workspacesPerRun = 500
const celebrationsPerBatch = 200
const batchesPerRun = 100

/** Plans the celebrations of a workspace for the next days, in all time zones, and opens their cards. */
async function planWorkspace(
  { db, events }: Services,
  workspaceId: string,
  at: Date,
): Promise<void> {
  const changed = await db.tenant(workspaceId, async (trx) => {
    const { timezone } = await findSettings(trx, workspaceId)
    const today = toLocalDay(at, timezone)
    const offset = (days: number) => utcDay(new Date(at.getTime() + days * dayMs))
    // A day more at both ends covers every time zone.
    const days = listCalendarDays(offset(-1), offset(limits.celebration_ahead_days + 1))
    const rules = (await listRules(trx, workspaceId)).filter(({ enabled }) => enabled)
    for (const rule of rules) await planCelebrations(trx, workspaceId, rule, { days, today, at })
    await setPlannedUntil(trx, workspaceId, new Date(at.getTime() + hourMs))
    const circles = rules.flatMap((rule) =>
      rule.card ? [[rule.kind, rule.visibility] as const] : [],
    )
    return openCards(trx, workspaceId, new Map(circles), at)
  })
  publishInboxChanged({ events }, workspaceId, changed)
}

/** Moves a failed celebration behind the others. */
const retryLater = ({ db }: Services, key: CelebrationKey, at: Date): Promise<void> =>
  db.tenant(key.workspace_id, (trx) =>
    updateCelebration(trx, key, { due_at: new Date(at.getTime() + hourMs) }),
  )

/** Plans celebrations and posts those that are due. A failure does not block the others. */
export async function runCelebrations(
  services: Services,
  stopped: () => boolean = () => false,
): Promise<void> {
  const { db, clock, log } = services
  const at = clock.now()
  for (const workspaceId of await listWorkspacesToPlan(db.global, at, workspacesPerRun)) {
    if (stopped()) return
    await planWorkspace(services, workspaceId, at).catch((error: unknown) =>
      log.warn({ err: error, workspace: workspaceId }, 'celebrations were not planned'),
    )
  }
  for (let batch = 0; batch < batchesPerRun; batch += 1) {
    const due = await listDueCelebrations(db.global, at, celebrationsPerBatch)
    for (const key of due) {
      if (stopped()) return
      await postAndPublish(services, key, at).catch(async (error: unknown) => {
        log.warn({ err: error, ...key }, 'celebration was not posted')
        await retryLater(services, key, at)
      })
    }
    if (due.length < celebrationsPerBatch) return
  }
}

/** Posts celebrations in the hour of each person. Every process may run: rows are locked. */
export const celebrationWorker = defineWorker({
  name: 'celebrations',
  everyMs: 5 * minuteMs,
  run: runCelebrations,
})
