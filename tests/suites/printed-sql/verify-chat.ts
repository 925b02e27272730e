import type * as queries from '#server/workflows/verify-chat/queries.ts'
import { findChatActivity } from '#server/workflows/verify-chat/queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/workflows/verify-chat/queries.ts', {
  findChatActivity: ({ trx }) => findChatActivity(trx, example.workspaceId, 'slack', example.at),
})
