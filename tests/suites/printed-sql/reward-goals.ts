import type * as queries from '#server/modules/reward-goals/queries.ts'
import { deleteGoal, findGoal, upsertGoal } from '#server/modules/reward-goals/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/reward-goals/queries.ts', {
  findGoal: ({ trx }) => findGoal(trx, workspaceId, userId),
  upsertGoal: ({ trx }) =>
    upsertGoal(trx, { workspace_id: workspaceId, user_id: userId, reward_id: id, created_at: at }),
  deleteGoal: ({ trx }) => deleteGoal(trx, workspaceId, userId, id),
})
