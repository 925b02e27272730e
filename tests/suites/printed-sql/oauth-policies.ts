import type * as queries from '#server/modules/oauth/policy-queries.ts'
import { findPolicy, savePolicy } from '#server/modules/oauth/policy-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId } = example

export default defineExamples<typeof queries>()('server/modules/oauth/policy-queries.ts', {
  findPolicy: ({ trx }) => findPolicy(trx, workspaceId),
  savePolicy: ({ trx }) => savePolicy(trx, workspaceId, { access: 'listed', client_ids: [] }),
})
