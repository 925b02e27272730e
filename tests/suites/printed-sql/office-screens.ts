import type * as queries from '#server/modules/office-screens/queries.ts'
import {
  deleteOfficeScreenRow,
  findOpenedScreen,
  insertOfficeScreen,
  listNewestPublicPosts,
  listOfficeScreens,
  recordOfficeScreenUse,
} from '#server/modules/office-screens/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id, hash, at } = example

export default defineExamples<typeof queries>()('server/modules/office-screens/queries.ts', {
  listOfficeScreens: ({ trx }) => listOfficeScreens(trx, workspaceId),
  insertOfficeScreen: ({ trx }) =>
    insertOfficeScreen(trx, {
      workspace_id: workspaceId,
      id,
      name: 'Canteen',
      token_hash: hash,
      created_by: userId,
      created_at: at,
    }),
  deleteOfficeScreenRow: ({ trx }) => deleteOfficeScreenRow(trx, workspaceId, id),
  recordOfficeScreenUse: ({ trx }) => recordOfficeScreenUse(trx, workspaceId, id, '2026-06-15'),
  findOpenedScreen: ({ trx }) => findOpenedScreen(trx, workspaceId, hash),
  listNewestPublicPosts: ({ trx }) =>
    listNewestPublicPosts(trx, workspaceId, { limit: 12, recipients: 3 }),
})
