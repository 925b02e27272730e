import type * as queries from '#server/modules/award-gifts/queries.ts'
import {
  clearGiftTexts,
  deleteDelegationsOf,
  giftColumns,
  insertGift,
  listGiftsAwaiting,
  listGiftsAwaitingFormer,
  listPendingGiftsBy,
  listPendingGiftsTo,
  findGift,
  updateGift,
} from '#server/modules/award-gifts/queries.ts'
import { sql } from 'kysely'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/award-gifts/queries.ts', {
  giftColumns: ({ trx }) => sql`select ${giftColumns(workspaceId)} from award_gifts g`.execute(trx),
  findGift: ({ trx }) => findGift(trx, workspaceId, id, 'lock'),
  insertGift: ({ trx }) =>
    insertGift(
      trx,
      {
        workspace_id: workspaceId,
        id,
        award_id: id,
        giver_id: userId,
        points: 20,
        text: 'For the help',
        private: false,
        status: 'pending',
        steps: '[]',
        step_at: at,
        created_at: at,
      },
      [userId],
    ),
  updateGift: ({ trx }) => updateGift(trx, workspaceId, id, { asked_at: at }),
  listPendingGiftsTo: ({ trx }) => listPendingGiftsTo(trx, workspaceId, userId),
  listPendingGiftsBy: ({ trx }) => listPendingGiftsBy(trx, workspaceId, userId),
  listGiftsAwaiting: ({ trx }) => listGiftsAwaiting(trx, workspaceId, userId),
  listGiftsAwaitingFormer: ({ trx }) => listGiftsAwaitingFormer(trx, workspaceId, [userId]),
  deleteDelegationsOf: ({ trx }) => deleteDelegationsOf(trx, workspaceId, userId),
  clearGiftTexts: ({ trx }) => clearGiftTexts(trx, workspaceId, userId),
})
