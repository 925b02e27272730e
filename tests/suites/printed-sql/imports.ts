import type * as queries from '#server/modules/imports/queries.ts'
import {
  deleteAbandonedImports,
  discardPlans,
  endImport,
  findActiveWorkspaceLanguage,
  findImport,
  insertImport,
  isImportRunning,
  listImports,
  lockImport,
  markImportStarted,
  setImportColumns,
} from '#server/modules/imports/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/imports/queries.ts', {
  findImport: ({ trx }) => findImport(trx, workspaceId, id),
  listImports: ({ trx }) => listImports(trx, workspaceId, 10),
  lockImport: ({ trx }) => lockImport(trx, workspaceId, id),
  endImport: ({ trx }) => endImport(trx, workspaceId, id, { state: 'finished', at }),
  deleteAbandonedImports: ({ trx }) => deleteAbandonedImports(trx, workspaceId, at),
  insertImport: ({ trx }) =>
    insertImport(trx, {
      workspace_id: workspaceId,
      id,
      state: 'uploaded',
      file_name: 'list.csv',
      header: ['Email'],
      fields: ['email'],
      rows_count: 1,
      created_by: userId,
      created_at: at,
      started_at: null,
      finished_at: null,
    }),
  setImportColumns: ({ trx }) =>
    setImportColumns(trx, workspaceId, id, { fields: ['email'], date_orders: {} }),
  isImportRunning: ({ trx }) => isImportRunning(trx, workspaceId),
  markImportStarted: ({ trx }) =>
    markImportStarted(trx, workspaceId, id, {
      started_at: at,
      holds_invites: false,
      invites_at: null,
      message: '',
      creates_groups: false,
      deactivates: false,
    }),
  findActiveWorkspaceLanguage: ({ trx }) => findActiveWorkspaceLanguage(trx, workspaceId),
  discardPlans: ({ trx }) => discardPlans(trx),
})
