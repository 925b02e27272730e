import type * as queries from '#server/modules/users/invite-queries.ts'
import {
  deleteWaitingInviteMails,
  findMembersByEmail,
  insertPendingUsers,
  updatePendingEmail,
} from '#server/modules/users/invite-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, at } = example

export default defineExamples<typeof queries>()('server/modules/users/invite-queries.ts', {
  findMembersByEmail: ({ trx }) => findMembersByEmail(trx, workspaceId, ['ada@example.com']),
  insertPendingUsers: ({ trx }) =>
    insertPendingUsers(trx, { workspaceId, invitedBy: userId, at, invitedAt: at }, [
      { id: userId, account_id: example.id, email: 'ada@example.com' },
    ]),
  deleteWaitingInviteMails: ({ trx }) => deleteWaitingInviteMails(trx, workspaceId, userId),
  updatePendingEmail: ({ trx }) =>
    updatePendingEmail(trx, workspaceId, userId, {
      email: 'ada@example.com',
      account_id: example.id,
      invited_at: at,
      invited_by: userId,
    }),
})
