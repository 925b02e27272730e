import type * as queries from '#server/modules/awards/delegate-queries.ts'
import { findDelegation, replaceDelegation } from '#server/modules/awards/delegate-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/awards/delegate-queries.ts', {
  findDelegation: ({ trx }) => findDelegation(trx, workspaceId, userId),
  replaceDelegation: ({ trx }) =>
    replaceDelegation(trx, workspaceId, userId, { delegate_id: id, starts_at: at, ends_at: at }),
})
