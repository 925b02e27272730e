import type * as queries from '#server/modules/users/queries.ts'
import {
  findAccountId,
  findUser,
  findUserName,
  findUsers,
  insertUser,
  isCurrentUser,
  isEmailTaken,
  lockUser,
  selectUserId,
  selectUsers,
  updateUserColumns,
  userExists,
} from '#server/modules/users/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, at } = example

export default defineExamples<typeof queries>()('server/modules/users/queries.ts', {
  selectUserId: ({ trx }) => selectUserId(trx, workspaceId, userId),
  userExists: ({ trx }) => userExists(trx, workspaceId, userId),
  selectUsers: ({ trx }) => selectUsers(trx, workspaceId, at),
  findUser: ({ trx }) => findUser(trx, workspaceId, userId, at),
  findUsers: ({ trx }) => findUsers(trx, workspaceId, [userId], at),
  lockUser: ({ trx }) => lockUser(trx, workspaceId, userId),
  isCurrentUser: ({ trx }) => isCurrentUser(trx, workspaceId, userId),
  isEmailTaken: ({ trx }) => isEmailTaken(trx, workspaceId, 'ada@example.com'),
  findAccountId: ({ trx }) => findAccountId(trx, workspaceId, userId),
  findUserName: ({ trx }) => findUserName(trx, workspaceId, userId),
  updateUserColumns: ({ trx }) => updateUserColumns(trx, workspaceId, userId, { phone: '' }),
  insertUser: ({ trx }) =>
    insertUser(trx, {
      workspace_id: workspaceId,
      id: userId,
      account_id: example.id,
      email: 'ada@example.com',
      first_name: 'Ada',
      last_name: 'Lovelace',
      state: 'pending',
      at,
    }),
})
