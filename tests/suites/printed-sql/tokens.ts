import type * as queries from '#server/modules/tokens/queries.ts'
import {
  countValidTokens,
  insertToken,
  listTokenMemberships,
  listTokens,
  revokeMembershipTokens,
  revokeToken,
} from '#server/modules/tokens/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { id, workspaceId, userId, at } = example
const owner = { workspace_id: workspaceId, user_id: userId, account_id: id }

export default defineExamples<typeof queries>()('server/modules/tokens/queries.ts', {
  listTokens: ({ trx }) => listTokens(trx, owner, at, 20),
  countValidTokens: ({ trx }) => countValidTokens(trx, owner, at),
  insertToken: ({ trx }) =>
    insertToken(trx, owner, 'token', { name: 'Backup', scopes: [], expires_at: at }, at),
  revokeToken: ({ trx }) => revokeToken(trx, owner, id, at),
  listTokenMemberships: ({ trx }) => listTokenMemberships(trx, id, at),
  revokeMembershipTokens: ({ trx }) => revokeMembershipTokens(trx, owner, at),
})
