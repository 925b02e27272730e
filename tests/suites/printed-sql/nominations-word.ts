import type * as queries from '#server/modules/nominations/word-queries.ts'
import { hasWords, listWords } from '#server/modules/nominations/word-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example
const reader = { workspace_id: workspaceId, user_id: userId }

export default defineExamples<typeof queries>()('server/modules/nominations/word-queries.ts', {
  hasWords: ({ trx }) => hasWords(trx, reader),
  listWords: ({ trx }) => listWords(trx, reader, { after: [at.toISOString(), id], limit: 20 }),
})
