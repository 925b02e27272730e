import type * as queries from '#server/modules/chat-messages/reminder-queries.ts'
import { claimReminders, listDueReminders } from '#server/modules/chat-messages/reminder-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const due = { workspace_id: example.workspaceId, provider: 'slack', week: '2026-06-15' } as const

export default defineExamples<typeof queries>()(
  'server/modules/chat-messages/reminder-queries.ts',
  {
    listDueReminders: ({ trx }) => listDueReminders(trx, example.at, 10),
    claimReminders: ({ trx }) => claimReminders(trx, due, 10),
  },
)
