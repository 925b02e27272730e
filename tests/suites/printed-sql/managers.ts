import type * as queries from '#server/modules/managers/queries.ts'
import { countLevelsBelow, listManagerIds, moveReports } from '#server/modules/managers/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id } = example

export default defineExamples<typeof queries>()('server/modules/managers/queries.ts', {
  listManagerIds: ({ trx }) => listManagerIds(trx, workspaceId, userId, 20),
  countLevelsBelow: ({ trx }) => countLevelsBelow(trx, workspaceId, userId, 20),
  moveReports: ({ trx }) => moveReports(trx, workspaceId, userId, id),
})
