import type * as queries from '#server/modules/files/queries.ts'
import { deleteFile, findFile, insertFile } from '#server/modules/files/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { id, workspaceId, userId, at } = example

export default defineExamples<typeof queries>()('server/modules/files/queries.ts', {
  insertFile: ({ trx }) =>
    insertFile(trx, {
      workspace_id: workspaceId,
      id,
      kind: 'avatar',
      storage_key: 'picture.webp',
      mime: 'image/webp',
      bytes: 100,
      width: 256,
      height: 256,
      created_by: userId,
      created_at: at,
    }),
  findFile: ({ trx }) => findFile(trx, workspaceId, id),
  deleteFile: ({ trx }) => deleteFile(trx, workspaceId, id),
})
