import type { StateTone } from '#web/shared/people-files/StatusHead.tsx'
import type { HistoryImport } from '../api/queries.ts'

export const toneOfState = {
  uploaded: 'busy',
  checking: 'busy',
  checked: 'busy',
  in_progress: 'busy',
  finished: 'good',
  undoing: 'busy',
  undone: 'plain',
  failed: 'bad',
} as const satisfies Record<HistoryImport['state'], StateTone>
