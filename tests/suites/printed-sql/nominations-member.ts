import { audienceInput } from '#contract/schemas/audiences.ts'
import type * as queries from '#server/modules/nominations/member-queries.ts'
import {
  listOwnFigures,
  listRoundsOfNominator,
} from '#server/modules/nominations/member-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id } = example
const reader = { workspace_id: workspaceId, user_id: userId }
const nominators = audienceInput.parse({ managers_only: true })

export default defineExamples<typeof queries>()('server/modules/nominations/member-queries.ts', {
  listRoundsOfNominator: ({ trx }) =>
    listRoundsOfNominator(trx, reader, [{ id, nominators }], '2026-06-15'),
  listOwnFigures: ({ trx }) => listOwnFigures(trx, reader, [id], [id]),
})
