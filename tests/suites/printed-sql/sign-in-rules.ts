import type * as queries from '#server/modules/sign-in-rules/queries.ts'
import {
  findEntryRule,
  findSignIn,
  hasManyRefusals,
} from '#server/modules/sign-in-rules/queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/sign-in-rules/queries.ts', {
  findEntryRule: ({ trx }) => findEntryRule(trx, example.workspaceId, example.userId),
  findSignIn: ({ trx }) => findSignIn(trx, example.id),
  hasManyRefusals: ({ trx }) => hasManyRefusals(trx, example.workspaceId, example.id, 10),
})
