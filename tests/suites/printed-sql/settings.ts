import type * as queries from '#server/modules/settings/queries.ts'
import {
  lockLogo,
  moveAllowanceReminders,
  rebuildAllowances,
} from '#server/modules/settings/queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/settings/queries.ts', {
  rebuildAllowances: ({ trx }) => rebuildAllowances(trx, example.workspaceId, example.at),
  moveAllowanceReminders: ({ trx }) =>
    moveAllowanceReminders(trx, example.workspaceId, {
      from: { start: example.at },
      to: { start: example.at, end: example.at },
    }),
  lockLogo: ({ trx }) => lockLogo(trx, example.workspaceId),
})
