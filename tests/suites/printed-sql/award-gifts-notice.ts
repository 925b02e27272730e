import type * as queries from '#server/modules/award-gifts/notice-queries.ts'
import { findGiftFacts } from '#server/modules/award-gifts/notice-queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/award-gifts/notice-queries.ts', {
  findGiftFacts: ({ trx }) => findGiftFacts(trx, example.workspaceId, example.id),
})
