import type * as queries from '#server/modules/auth/queries.ts'
import {
  countAcceptedUsers,
  findEnterableMember,
  findNameAndEndedMemberships,
  listAccountAdministrators,
  listMemberships,
  listSessions,
  isAcceptedMember,
  markMemberAccepted,
} from '#server/modules/auth/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, at } = example
const accountId = example.id

export default defineExamples<typeof queries>()('server/modules/auth/queries.ts', {
  listSessions: ({ trx }) => listSessions(trx, accountId, at),
  listMemberships: ({ trx }) => listMemberships(trx, accountId),
  findNameAndEndedMemberships: ({ trx }) => findNameAndEndedMemberships(trx, accountId),
  listAccountAdministrators: ({ trx }) => listAccountAdministrators(trx, workspaceId, 3),
  countAcceptedUsers: ({ trx }) => countAcceptedUsers(trx, workspaceId),
  findEnterableMember: ({ trx }) => findEnterableMember(trx, workspaceId, accountId),
  isAcceptedMember: ({ trx }) => isAcceptedMember(trx, workspaceId, userId, accountId),
  markMemberAccepted: ({ trx }) => markMemberAccepted(trx, workspaceId, userId, accountId, at),
})
