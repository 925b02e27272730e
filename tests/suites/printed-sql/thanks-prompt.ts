import type * as queries from '#server/modules/thanks-prompt/queries.ts'
import {
  findUnthankedDepartment,
  listRecentRecipients,
} from '#server/modules/thanks-prompt/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId } = example
export default defineExamples<typeof queries>()('server/modules/thanks-prompt/queries.ts', {
  listRecentRecipients: ({ trx }) =>
    listRecentRecipients(trx, workspaceId, userId, new Date('2026-06-01T00:00:00Z')),
  findUnthankedDepartment: ({ trx }) =>
    findUnthankedDepartment(trx, workspaceId, userId, { thankedIds: [userId], seed: '2026 23' }),
})
