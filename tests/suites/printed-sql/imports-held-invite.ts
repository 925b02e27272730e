import type * as queries from '#server/modules/imports/held-invite-queries.ts'
import {
  deleteHeldInvites,
  insertHeldInvites,
  listDueImports,
  listHeldPeople,
  markInvited,
  setInviteTime,
} from '#server/modules/imports/held-invite-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/imports/held-invite-queries.ts', {
  listDueImports: ({ trx }) => listDueImports(trx, at, 20),
  insertHeldInvites: ({ trx }) => insertHeldInvites(trx, workspaceId, id, [userId]),
  listHeldPeople: ({ trx }) => listHeldPeople(trx, workspaceId, id, { after: id, limit: 500 }),
  deleteHeldInvites: ({ trx }) => deleteHeldInvites(trx, workspaceId, [userId]),
  markInvited: ({ trx }) => markInvited(trx, workspaceId, [userId], { userId, at }),
  setInviteTime: ({ trx }) => setInviteTime(trx, workspaceId, id, at),
})
