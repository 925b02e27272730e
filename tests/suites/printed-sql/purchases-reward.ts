import type * as queries from '#server/modules/purchases/reward-queries.ts'
import {
  findReward,
  findRewardKind,
  lockReward,
  lockRewards,
  returnReward,
  selectRewards,
  takeIndividualReward,
  takeTeamReward,
} from '#server/modules/purchases/reward-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/purchases/reward-queries.ts', {
  selectRewards: ({ trx }) => selectRewards(trx, workspaceId),
  findReward: ({ trx }) => findReward(trx, workspaceId, id),
  lockReward: ({ trx }) => lockReward(trx, workspaceId, id),
  lockRewards: ({ trx }) => lockRewards(trx, workspaceId, [id]),
  findRewardKind: ({ trx }) => findRewardKind(trx, workspaceId, id),
  takeIndividualReward: ({ trx }) => takeIndividualReward(trx, workspaceId, id, { userId, at }),
  takeTeamReward: ({ trx }) => takeTeamReward(trx, workspaceId, id),
  returnReward: ({ trx }) => returnReward(trx, workspaceId, id),
})
