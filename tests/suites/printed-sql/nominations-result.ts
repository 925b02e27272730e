import { audienceInput } from '#contract/schemas/audiences.ts'
import type * as queries from '#server/modules/nominations/result-queries.ts'
import {
  countJurors,
  countVoters,
  hasNominee,
  listQuotes,
  listResults,
  listTallies,
  setExcluded,
  setWinners,
  updateResults,
} from '#server/modules/nominations/result-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/nominations/result-queries.ts', {
  listTallies: async ({ trx }) => {
    await listTallies(trx, workspaceId, { id, decision: 'jury' }, 500)
    await listTallies(trx, workspaceId, { id, decision: 'vote' }, null)
  },
  listResults: ({ trx }) => listResults(trx, workspaceId, id, 500),
  updateResults: ({ trx }) =>
    updateResults(trx, workspaceId, [
      {
        id,
        user_id: userId,
        group_id: null,
        excluded: false,
        nominations: 1,
        score: 4,
        spread: 0,
        votes: 1,
        place: 1,
        won: true,
        is_present: true,
      },
    ]),
  setExcluded: ({ trx }) => setExcluded(trx, workspaceId, id, at),
  setWinners: ({ trx }) => setWinners(trx, workspaceId, id, [{ id, post_id: id }]),
  hasNominee: ({ trx }) => hasNominee(trx, workspaceId, id, id),
  countJurors: ({ trx }) => countJurors(trx, workspaceId, id),
  countVoters: ({ trx }) =>
    countVoters(trx, workspaceId, { id, nominators: audienceInput.parse({}) }, '2026-06-01'),
  listQuotes: ({ trx }) => listQuotes(trx, workspaceId, [id]),
})
