import type * as queries from '#server/modules/nominations/nomination-queries.ts'
import {
  countOwnNominations,
  deleteNomination,
  findOwnNomination,
  insertNomination,
  listOwnNominations,
  updateNominationColumns,
} from '#server/modules/nominations/nomination-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()(
  'server/modules/nominations/nomination-queries.ts',
  {
    listOwnNominations: ({ trx }) =>
      listOwnNominations(trx, workspaceId, { roundId: id, userId, limit: 20 }),
    findOwnNomination: ({ trx }) => findOwnNomination(trx, workspaceId, id, userId),
    countOwnNominations: ({ trx }) =>
      countOwnNominations(trx, workspaceId, {
        roundId: id,
        userId,
        nominee: { user_id: userId, group_id: null },
      }),
    insertNomination: ({ trx }) =>
      insertNomination(trx, {
        workspace_id: workspaceId,
        id,
        round_id: id,
        nominee_id: id,
        nominator_id: userId,
        text: 'For the calm that everyone needed',
        answers: '[]',
        sharing: 'named',
        may_quote: false,
        created_at: at,
        updated_at: at,
      }),
    updateNominationColumns: ({ trx }) =>
      updateNominationColumns(trx, workspaceId, id, { may_quote: true, updated_at: at }),
    deleteNomination: ({ trx }) => deleteNomination(trx, workspaceId, id),
  },
)
