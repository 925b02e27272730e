import type * as queries from '#server/modules/leave/queries.ts'
import { isPersonAway } from '#server/modules/leave/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId } = example

export default defineExamples<Omit<typeof queries, 'isAwayOn'>>()(
  'server/modules/leave/queries.ts',
  { isPersonAway: ({ trx }) => isPersonAway(trx, workspaceId, userId, '2026-03-04') },
)
