import type * as queries from '#server/modules/purchases/contribution-queries.ts'
import {
  addToDailyRedemptions,
  countContributions,
  findFulfilledContributions,
  findOpenContributions,
  hasContributed,
  insertContribution,
  listContributions,
  listContributionStatuses,
  listContributorIds,
  markContributionsPurchased,
  setContributionStatus,
  sumContributions,
} from '#server/modules/purchases/contribution-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example
const day = '2026-06-15'

export default defineExamples<typeof queries>()(
  'server/modules/purchases/contribution-queries.ts',
  {
    listContributions: ({ trx }) => listContributions(trx, workspaceId, [id]),
    listContributionStatuses: ({ trx }) => listContributionStatuses(trx, workspaceId, id, userId),
    listContributorIds: ({ trx }) => listContributorIds(trx, workspaceId, [id]),
    hasContributed: ({ trx }) =>
      hasContributed(trx, workspaceId, { rewardId: id, userId, exceptPurchaseId: id }),
    countContributions: ({ trx }) =>
      countContributions(trx, workspaceId, { rewardId: id, userId, since: day }),
    sumContributions: ({ trx }) => sumContributions(trx, workspaceId, id),
    findFulfilledContributions: ({ trx }) => findFulfilledContributions(trx, workspaceId, id),
    findOpenContributions: ({ trx }) => findOpenContributions(trx, workspaceId, id, userId),
    insertContribution: ({ trx }) =>
      insertContribution(trx, {
        workspace_id: workspaceId,
        id,
        purchase_id: id,
        reward_id: id,
        user_id: userId,
        amount: 50,
        status: 'pending',
        comment: '',
        day,
        created_at: at,
      }),
    setContributionStatus: ({ trx }) =>
      setContributionStatus(trx, workspaceId, [id], { status: 'fulfilled', at }),
    markContributionsPurchased: ({ trx }) => markContributionsPurchased(trx, workspaceId, id),
    addToDailyRedemptions: ({ trx }) =>
      addToDailyRedemptions(trx, workspaceId, { day, userId, points: 50 }),
  },
)
