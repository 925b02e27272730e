import type * as queries from '#server/modules/nominations/ballot-queries.ts'
import {
  deleteScores,
  deleteVote,
  findBallotRow,
  listBallotRows,
  listBallotTexts,
  upsertScores,
  upsertVote,
} from '#server/modules/nominations/ballot-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example
const reader = { workspace_id: workspaceId, user_id: userId }

export default defineExamples<typeof queries>()('server/modules/nominations/ballot-queries.ts', {
  listBallotRows: ({ trx }) =>
    listBallotRows(
      trx,
      reader,
      { id, decision: 'jury' },
      { search: 'ada', after: ['ada lovelace', id], limit: 21 },
    ),
  findBallotRow: ({ trx }) => findBallotRow(trx, reader, { id, decision: 'vote' }, id),
  listBallotTexts: ({ trx }) => listBallotTexts(trx, workspaceId, [id]),
  upsertScores: ({ trx }) =>
    upsertScores(trx, {
      workspace_id: workspaceId,
      nominee_id: id,
      juror_id: userId,
      scores: [4, 5],
      scored_at: at,
    }),
  deleteScores: ({ trx }) => deleteScores(trx, workspaceId, id, userId),
  upsertVote: ({ trx }) =>
    upsertVote(trx, {
      workspace_id: workspaceId,
      round_id: id,
      voter_id: userId,
      nominee_id: id,
      voted_at: at,
    }),
  deleteVote: ({ trx }) => deleteVote(trx, workspaceId, id, userId),
})
