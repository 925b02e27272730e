import { hourMs, minuteMs } from '#contract/durations.ts'
import { defineWorker } from '#server/platform/background/define-worker.ts'
import type { Services } from '#server/platform/services.ts'
import { postAndPublishDay } from './post-days.ts'
import { type DayKey, listDueDays, lockDueDay, updateDayColumns } from './queries.ts'

const daysPerBatch = 100
const batchesPerRun = 100

/** Moves a failed day behind the others. */
const retryLater = ({ db }: Services, key: DayKey, at: Date): Promise<void> =>
  db.tenant(key.workspace_id, async (trx) => {
    if (await lockDueDay(trx, key, at))
      await updateDayColumns(trx, key.workspace_id, key.id, {
        next_at: new Date(at.getTime() + hourMs),
      })
  })

/** Posts the days that are due. A failure does not block the others. */
export async function runCustomDays(
  services: Services,
  stopped: () => boolean = () => false,
): Promise<void> {
  const { db, clock, log } = services
  const at = clock.now()
  for (let batch = 0; batch < batchesPerRun; batch += 1) {
    const due = await listDueDays(db.global, at, daysPerBatch)
    for (const key of due) {
      if (stopped()) return
      await postAndPublishDay(services, key, at).catch(async (error: unknown) => {
        log.warn({ err: error, ...key }, 'custom day was not posted')
        await retryLater(services, key, at)
      })
    }
    if (due.length < daysPerBatch) return
  }
}

/** Posts days of a team's own at their hour. Every process may run: rows are locked. */
export const customDayWorker = defineWorker({
  name: 'custom_days',
  everyMs: 5 * minuteMs,
  run: runCustomDays,
})
