import type * as queries from '#server/modules/history-imports/queries.ts'
import {
  countUnknownPeople,
  deleteHistoryImport,
  eraseFromHistoryImports,
  findHistoryImport,
  insertHistoryImport,
  isFormerTeammate,
  isHistoryRunning,
  listHistoryImports,
  listHistoryPeople,
  listHistoryTags,
  lockHistoryImport,
  mergePeople,
  setTagValue,
  sumBalances,
  updateHistoryImport,
} from '#server/modules/history-imports/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, at } = example

export default defineExamples<typeof queries>()('server/modules/history-imports/queries.ts', {
  insertHistoryImport: ({ trx }) =>
    insertHistoryImport(trx, {
      workspace_id: workspaceId,
      id,
      product: 'bonusly',
      state: 'uploaded',
      file_name: 'posts.csv',
      header: ['Date'],
      fields: ['date'],
      rows_count: 1,
      created_by: userId,
      created_at: at,
    }),
  findHistoryImport: ({ trx }) => findHistoryImport(trx, workspaceId, id),
  lockHistoryImport: ({ trx }) => lockHistoryImport(trx, workspaceId, id),
  listHistoryImports: ({ trx }) => listHistoryImports(trx, workspaceId, 20),
  updateHistoryImport: ({ trx }) =>
    updateHistoryImport(trx, workspaceId, id, { state: 'checking', done_count: 0 }),
  isHistoryRunning: ({ trx }) => isHistoryRunning(trx, workspaceId),
  deleteHistoryImport: ({ trx }) => deleteHistoryImport(trx, workspaceId, id),
  sumBalances: ({ trx }) => sumBalances(trx, workspaceId, [id]),
  listHistoryPeople: ({ trx }) =>
    listHistoryPeople(trx, workspaceId, id, {
      unknown: true,
      search: 'ada',
      offset: 0,
      limit: 50,
    }),
  countUnknownPeople: ({ trx }) => countUnknownPeople(trx, workspaceId, id, 'ada'),
  listHistoryTags: ({ trx }) => listHistoryTags(trx, workspaceId, id, 200),
  setTagValue: ({ trx }) =>
    setTagValue(trx, workspaceId, id, { tag: 'teamwork', valueId: id, created: true }),
  isFormerTeammate: ({ trx }) => isFormerTeammate(trx, workspaceId, id, userId),
  mergePeople: ({ trx }) => mergePeople(trx, workspaceId, id, userId),
  eraseFromHistoryImports: ({ trx }) =>
    eraseFromHistoryImports(trx, {
      workspace_id: workspaceId,
      id: userId,
      email: 'ada@example.com',
    }),
})
