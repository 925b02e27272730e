import type * as queries from '#server/modules/sign-in-rules/queries.ts'
import { findEntryRule, hasPassedSecondFactor } from '#server/modules/sign-in-rules/queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/sign-in-rules/queries.ts', {
  findEntryRule: ({ trx }) => findEntryRule(trx, example.workspaceId, example.userId),
  hasPassedSecondFactor: ({ trx }) => hasPassedSecondFactor(trx, example.id),
})
