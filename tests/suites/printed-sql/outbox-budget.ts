import type * as queries from '#server/modules/outbox/budget-queries.ts'
import {
  addInvites,
  addNotice,
  findBudgetTeam,
  listInvites,
} from '#server/modules/outbox/budget-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const day = '2026-06-15'

export default defineExamples<typeof queries>()('server/modules/outbox/budget-queries.ts', {
  findBudgetTeam: ({ trx }) => findBudgetTeam(trx, example.workspaceId),
  listInvites: ({ trx }) => listInvites(trx, example.workspaceId, day),
  addInvites: ({ trx }) => addInvites(trx, example.workspaceId, [{ day, own: 1, other: 2 }]),
  addNotice: ({ trx }) => addNotice(trx, example.workspaceId, day, 500),
})
