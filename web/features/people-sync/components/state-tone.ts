import type { StateTone } from '#web/shared/people-files/StatusHead.tsx'
import type { PeopleSyncRun } from '../api/queries.ts'

export const toneOfState = {
  checking: 'busy',
  applying: 'busy',
  waiting: 'busy',
  finished: 'good',
  stopped: 'bad',
  failed: 'bad',
  discarded: 'plain',
} as const satisfies Record<PeopleSyncRun['state'], StateTone>
