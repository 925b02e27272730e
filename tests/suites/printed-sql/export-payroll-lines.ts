import type * as queries from '#server/workflows/export-personal-data/payroll-queries.ts'
import { listPayrollLines } from '#server/workflows/export-personal-data/payroll-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, id } = example
const subject = { workspace_id: workspaceId, user_id: userId, email: '' }

export default defineExamples<typeof queries>()(
  'server/workflows/export-personal-data/payroll-queries.ts',
  { listPayrollLines: ({ trx }) => listPayrollLines(trx, subject, { after: id, limit: 500 }) },
)
