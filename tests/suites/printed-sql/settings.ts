import type * as queries from '#server/modules/settings/queries.ts'
import { lockLogo, rebuildAllowances } from '#server/modules/settings/queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/settings/queries.ts', {
  rebuildAllowances: ({ trx }) => rebuildAllowances(trx, example.workspaceId, example.at),
  lockLogo: ({ trx }) => lockLogo(trx, example.workspaceId),
})
