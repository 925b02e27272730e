import type * as queries from '#server/workflows/workspace-exports/queries.ts'
import {
  deleteFailedExports,
  deleteWorkspaceExport,
  failExport,
  findWorkspaceExport,
  insertWorkspaceExport,
  listWorkspaceExports,
  startAttempt,
  updateAttempt,
} from '#server/workflows/workspace-exports/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/workflows/workspace-exports/queries.ts', {
  listWorkspaceExports: ({ trx }) => listWorkspaceExports(trx, workspaceId, at),
  findWorkspaceExport: ({ trx }) => findWorkspaceExport(trx, workspaceId, id),
  insertWorkspaceExport: ({ trx }) =>
    insertWorkspaceExport(trx, { workspaceId, id, requestedBy: userId, at }),
  startAttempt: ({ trx }) => startAttempt(trx, workspaceId, id, id),
  updateAttempt: ({ trx }) => updateAttempt(trx, workspaceId, id, { progress: 50 }),
  failExport: ({ trx }) => failExport(trx, workspaceId, id, { code: 'unexpected', at }),
  deleteFailedExports: ({ trx }) => deleteFailedExports(trx, workspaceId),
  deleteWorkspaceExport: ({ trx }) => deleteWorkspaceExport(trx, workspaceId, id),
})
