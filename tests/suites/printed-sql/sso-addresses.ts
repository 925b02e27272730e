import type * as queries from '#server/modules/sso/address-queries.ts'
import { findSlug, findWorkspaceOfSlug, saveSlug } from '#server/modules/sso/address-queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/modules/sso/address-queries.ts', {
  findSlug: ({ trx }) => findSlug(trx, example.workspaceId),
  findWorkspaceOfSlug: ({ trx }) => findWorkspaceOfSlug(trx, 'northwind'),
  saveSlug: ({ trx }) => saveSlug(trx, example.workspaceId, 'northwind'),
})
