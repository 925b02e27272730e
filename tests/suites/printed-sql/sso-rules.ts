import type * as queries from '#server/modules/sso/rule-queries.ts'
import { findSignInRules } from '#server/modules/sso/rule-queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/sso/rule-queries.ts', {
  findSignInRules: ({ trx }) => findSignInRules(trx, example.workspaceId),
})
