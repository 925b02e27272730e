import type * as queries from '#server/modules/nominations/erase-queries.ts'
import { eraseFromNominations } from '#server/modules/nominations/erase-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId } = example

export default defineExamples<typeof queries>()('server/modules/nominations/erase-queries.ts', {
  eraseFromNominations: ({ trx }) => eraseFromNominations(trx, workspaceId, userId),
})
