import type * as queries from '#server/workflows/workspace-exports/queries.ts'
import {
  deleteFailedExports,
  deleteWorkspaceExport,
  findWorkspaceExport,
  insertWorkspaceExport,
  listWorkspaceExports,
  updateRunningExport,
} from '#server/workflows/workspace-exports/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/workflows/workspace-exports/queries.ts', {
  listWorkspaceExports: ({ trx }) => listWorkspaceExports(trx, workspaceId, at),
  findWorkspaceExport: ({ trx }) => findWorkspaceExport(trx, workspaceId, id),
  insertWorkspaceExport: ({ trx }) =>
    insertWorkspaceExport(trx, { workspaceId, id, requestedBy: userId, at }),
  updateRunningExport: ({ trx }) => updateRunningExport(trx, workspaceId, id, { progress: 50 }),
  deleteFailedExports: ({ trx }) => deleteFailedExports(trx, workspaceId),
  deleteWorkspaceExport: ({ trx }) => deleteWorkspaceExport(trx, workspaceId, id),
})
