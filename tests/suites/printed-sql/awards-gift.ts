import type * as queries from '#server/modules/awards/gift-queries.ts'
import {
  findVisibleGift,
  isVisibleGift,
  listDecisions,
  listDueGifts,
  listExistingPosts,
  listGiftRows,
  summarizeGifts,
} from '#server/modules/awards/gift-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example
const reader = {
  workspace_id: workspaceId,
  user_id: userId,
  abilities: new Set<never>(),
  scopes: [],
}

export default defineExamples<typeof queries>()('server/modules/awards/gift-queries.ts', {
  isVisibleGift: ({ trx }) => isVisibleGift(trx, reader, id, at),
  findVisibleGift: ({ trx }) => findVisibleGift(trx, reader, id, at),
  listGiftRows: ({ trx }) =>
    listGiftRows(trx, reader, { filter: 'to_decide', before: id, limit: 21, at }),
  summarizeGifts: ({ trx }) => summarizeGifts(trx, reader, at),
  listDecisions: ({ trx }) => listDecisions(trx, workspaceId, [id]),
  listExistingPosts: ({ trx }) => listExistingPosts(trx, workspaceId, [id]),
  listDueGifts: ({ database }) => listDueGifts(database.global, at, 100),
})
