import { dayMs, hourMs } from '#contract/durations.ts'
import { sql } from 'kysely'
import type { Services } from '#server/platform/services.ts'
import type { NightlyWorker } from './define-worker.ts'
import { holdLease, leaseUntil } from './lease.ts'

/** Pause before a failed run is repeated: it may have failed because of a short outage. */
const retryMs = hourMs

/** Returns the next time after `at` with this hour (UTC). */
function nextRunAt(at: Date, hour: number): Date {
  const today = Math.floor(at.getTime() / dayMs) * dayMs + hour * hourMs
  return new Date(today > at.getTime() ? today : today + dayMs)
}

/**
 * Leases a nightly run at this hour (UTC). Returns the end of the lease in exactly one process, and
 * undefined in the others.
 */
async function claimNightlyRun(
  { db, clock }: Services,
  name: string,
  hour: number,
): Promise<Date | undefined> {
  const at = clock.now()
  const until = leaseUntil(at)
  const { rows } = await sql<{ claimed: boolean }>`
    insert into nightly_runs as r (name, next_at) values (${name}, ${nextRunAt(at, hour)})
    on conflict (name) do update set next_at = ${until} where r.next_at <= ${at}
    returning xmax <> 0 as claimed`.execute(db.global)
  // The process that inserts the row only schedules the first run.
  return rows[0]?.claimed === true ? until : undefined
}

/** Moves the time of a leased run. Returns false if another process has it. */
async function moveNightlyRun(
  { db }: Services,
  name: string,
  heldUntil: Date,
  nextAt: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update nightly_runs set next_at = ${nextAt}
    where name = ${name} and next_at = ${heldUntil}`.execute(db.global)
  return numAffectedRows === 1n
}

/**
 * Runs nightly work if its hour has come and no other process runs it. A run that is interrupted by
 * the end of the process is due again at once, so that it does not wait for the next night.
 */
export async function runNightly(
  services: Services,
  { name, nightlyAtHourUtc, run }: Pick<NightlyWorker, 'name' | 'nightlyAtHourUtc' | 'run'>,
  stopped: () => boolean = () => false,
): Promise<void> {
  const { clock } = services
  const nextAt = nextRunAt(clock.now(), nightlyAtHourUtc)
  const until = await claimNightlyRun(services, name, nightlyAtHourUtc)
  if (!until) return
  const lease = holdLease(services, until, (heldUntil, next) =>
    moveNightlyRun(services, name, heldUntil, next),
  )
  let pauseMs = retryMs
  try {
    await run(services, stopped)
    pauseMs = stopped() ? 0 : dayMs
  } finally {
    const retryAt = new Date(clock.now().getTime() + pauseMs)
    await moveNightlyRun(services, name, await lease.stop(), retryAt < nextAt ? retryAt : nextAt)
  }
}
