import { takeChore } from '#server/platform/chores.ts'
import { every, type Turns } from '#server/platform/every.ts'
import type { Services } from '#server/platform/services.ts'
import { sweepFiles } from './files.ts'
import { takeWhatIsOver } from './rules.ts'

const minutes_ms = 600_000
const hour_utc = 2

/** One turn: the process that takes the night's chore takes away what is over. */
export async function cleanTonight(
  services: Services,
  stopped: () => boolean = () => false,
): Promise<void> {
  if (!(await takeChore(services.db, 'retention', services.clock.now(), hour_utc))) return
  const gone = await takeWhatIsOver(services, stopped)
  services.log.info(
    { ...gone, stored_files: await sweepFiles(services, stopped) },
    'what is over is taken away',
  )
}

export function startRetention(services: Services): Turns {
  return every(minutes_ms, 'retention', services.log, (stopped) => cleanTonight(services, stopped))
}
