import { every, type Turns } from '#server/platform/every.ts'
import { takeChore } from '#server/platform/chores.ts'
import type { Services } from '#server/platform/services.ts'
import { checkReports } from './check.ts'

const minutes_ms = 600_000
const hour_utc = 3

/**
 * One turn: the process that takes the night's check holds the figures against the posts, and mends
 * what differs.
 */
export async function checkTonight(
  { db, clock, log }: Pick<Services, 'db' | 'clock' | 'log'>,
  stopped: () => boolean = () => false,
): Promise<void> {
  if (!(await takeChore(db, 'check_reports', clock.now(), hour_utc))) return
  await checkReports(db, {
    rebuild: true,
    stopped,
    tell: (one) => log.error(one, 'a figure differed from a full scan, and was mended'),
  })
}

export function startReportCheck(services: Services): Turns {
  return every(minutes_ms, 'check reports', services.log, (stopped) =>
    checkTonight(services, stopped),
  )
}
