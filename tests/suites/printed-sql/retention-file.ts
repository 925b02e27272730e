import type * as queries from '#server/modules/retention/file-queries.ts'
import {
  deleteExpiredExports,
  deleteUnusedFiles,
  listReferencedKeys,
} from '#server/modules/retention/file-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, at } = example

export default defineExamples<typeof queries>()('server/modules/retention/file-queries.ts', {
  deleteExpiredExports: ({ trx }) => deleteExpiredExports(trx, workspaceId, at),
  deleteUnusedFiles: ({ trx }) => deleteUnusedFiles(trx, workspaceId, at),
  listReferencedKeys: ({ trx }) => listReferencedKeys(trx, workspaceId, ['key']),
})
