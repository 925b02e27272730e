import { sql } from 'kysely'
import type * as queries from '#server/modules/reward-goals/queries.ts'
import {
  deleteGoal,
  dropKeptPrices,
  findGoal,
  selectPrice,
  selectPriceUntil,
  upsertGoal,
} from '#server/modules/reward-goals/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/reward-goals/queries.ts', {
  findGoal: ({ trx }) => findGoal(trx, workspaceId, userId),
  selectPriceUntil: ({ trx }) =>
    sql`select ${selectPriceUntil(workspaceId, userId, at)} as until from rewards`.execute(trx),
  selectPrice: ({ trx }) =>
    sql`select ${selectPrice(workspaceId, userId, at)} as price from rewards`.execute(trx),
  upsertGoal: ({ trx }) =>
    upsertGoal(trx, workspaceId, userId, { rewardId: id, at, priceUntil: at }),
  dropKeptPrices: ({ trx }) => dropKeptPrices(trx, workspaceId, id),
  deleteGoal: ({ trx }) => deleteGoal(trx, workspaceId, userId, id),
})
