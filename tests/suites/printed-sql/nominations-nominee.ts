import { audienceInput } from '#contract/schemas/audiences.ts'
import type * as queries from '#server/modules/nominations/nominee-queries.ts'
import {
  findNominatedGroup,
  findNominatedPerson,
  listAnswerValues,
  listNominatedGroups,
  listOpenValues,
  upsertNominee,
} from '#server/modules/nominations/nominee-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id } = example
const nominees = audienceInput.parse({ managers_only: true })

export default defineExamples<typeof queries>()('server/modules/nominations/nominee-queries.ts', {
  findNominatedPerson: ({ trx }) =>
    findNominatedPerson(trx, workspaceId, userId, { nominees, today: '2026-06-15' }),
  findNominatedGroup: ({ trx }) => findNominatedGroup(trx, workspaceId, id, userId),
  listNominatedGroups: ({ trx }) => listNominatedGroups(trx, workspaceId, [id]),
  listAnswerValues: ({ trx }) => listAnswerValues(trx, workspaceId, [id]),
  listOpenValues: ({ trx }) => listOpenValues(trx, workspaceId, [id]),
  upsertNominee: {
    rows: [[], [{ id }]],
    run: ({ trx }) =>
      upsertNominee(trx, workspaceId, { id, round_id: id, user_id: userId, group_id: null }),
  },
})
