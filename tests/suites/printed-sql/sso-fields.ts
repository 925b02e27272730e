import type * as queries from '#server/workflows/sso-sign-in/field-queries.ts'
import { findEmptyFields } from '#server/workflows/sso-sign-in/field-queries.ts'
import { defineExamples, example } from './define-examples.ts'

export default defineExamples<typeof queries>()('server/workflows/sso-sign-in/field-queries.ts', {
  findEmptyFields: ({ trx }) => findEmptyFields(trx, example.workspaceId, example.userId),
})
