import type * as queries from '#server/modules/inbox-items/people-sync-queries.ts'
import { addPeopleSyncToInboxes } from '#server/modules/inbox-items/people-sync-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, at } = example

export default defineExamples<typeof queries>()(
  'server/modules/inbox-items/people-sync-queries.ts',
  { addPeopleSyncToInboxes: ({ trx }) => addPeopleSyncToInboxes(trx, workspaceId, at) },
)
