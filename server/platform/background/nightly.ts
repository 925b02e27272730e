import { dayMs } from '#contract/durations.ts'
import { sql } from 'kysely'
import type { Database } from '#server/platform/database/database.ts'
import type { Services } from '#server/platform/services.ts'
import type { NightlyWorker } from './define-worker.ts'

/** Returns the next time after `at` with this hour (UTC). */
function nextRunAt(at: Date, hour: number): Date {
  const today = Math.floor(at.getTime() / dayMs) * dayMs + hour * 3_600_000
  return new Date(today > at.getTime() ? today : today + dayMs)
}

/** Claims a nightly run at this hour (UTC). Returns true in exactly one process. */
async function claimNightlyRun(
  db: Database,
  name: string,
  at: Date,
  hour: number,
): Promise<boolean> {
  const { rows } = await sql<{ claimed: boolean }>`
    insert into nightly_runs as r (name, next_at) values (${name}, ${nextRunAt(at, hour)})
    on conflict (name) do update set next_at = excluded.next_at where r.next_at <= ${at}
    returning xmax <> 0 as claimed`.execute(db.global)
  // The process that inserts the row only schedules the first run.
  return rows[0]?.claimed === true
}

/** Runs nightly work if its hour has come and no other process has run it this night. */
export async function runNightly(
  services: Services,
  { name, nightlyAtHourUtc, run }: Pick<NightlyWorker, 'name' | 'nightlyAtHourUtc' | 'run'>,
  stopped: () => boolean = () => false,
): Promise<void> {
  if (await claimNightlyRun(services.db, name, services.clock.now(), nightlyAtHourUtc))
    await run(services, stopped)
}
