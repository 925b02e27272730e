import type * as queries from '#server/modules/auth/impersonation-queries.ts'
import {
  consumeImpersonationLink,
  findImpersonationTarget,
  insertImpersonationLink,
} from '#server/modules/auth/impersonation-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { id, workspaceId, userId, hash, at } = example

export default defineExamples<typeof queries>()('server/modules/auth/impersonation-queries.ts', {
  findImpersonationTarget: ({ trx }) =>
    findImpersonationTarget(trx, workspaceId, { email: 'ada@example.com' }),
  consumeImpersonationLink: ({ trx }) => consumeImpersonationLink(trx, workspaceId, hash, at),
  insertImpersonationLink: ({ trx }) =>
    insertImpersonationLink(trx, {
      workspace_id: workspaceId,
      id,
      user_id: userId,
      token_hash: hash,
      operator: 'grace',
      created_at: at,
      expires_at: at,
    }),
})
