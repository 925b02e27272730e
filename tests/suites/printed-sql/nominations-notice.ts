import type * as queries from '#server/modules/nominations/notice-queries.ts'
import { findRoundNotice } from '#server/modules/nominations/notice-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/nominations/notice-queries.ts', {
  findRoundNotice: ({ trx }) => findRoundNotice(trx, workspaceId, { roundId: id, userId, at }),
})
