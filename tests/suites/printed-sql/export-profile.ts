import type * as queries from '#server/workflows/export-personal-data/profile-queries.ts'
import { findProfileForExport } from '#server/workflows/export-personal-data/profile-queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()(
  'server/workflows/export-personal-data/profile-queries.ts',
  {
    findProfileForExport: ({ trx }) =>
      findProfileForExport(trx, { workspace_id: example.workspaceId, user_id: example.userId }),
  },
)
