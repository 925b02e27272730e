import type * as queries from '#server/modules/invites/queries.ts'
import {
  findOpenInvite,
  insertInvites,
  markInviteUsed,
  markOpenInvitesUsed,
  revokeOpenInvites,
} from '#server/modules/invites/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { id, workspaceId, userId, hash, at } = example

export default defineExamples<typeof queries>()('server/modules/invites/queries.ts', {
  revokeOpenInvites: ({ trx }) => revokeOpenInvites(trx, workspaceId, [userId], at),
  insertInvites: ({ trx }) =>
    insertInvites(
      trx,
      workspaceId,
      [{ id, user_id: userId, token_hash: hash, expires_at: at }],
      at,
    ),
  findOpenInvite: ({ trx }) => findOpenInvite(trx, workspaceId, hash, at),
  markInviteUsed: ({ trx }) => markInviteUsed(trx, workspaceId, id, at),
  markOpenInvitesUsed: ({ trx }) => markOpenInvitesUsed(trx, workspaceId, userId, at),
})
