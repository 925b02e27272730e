import type * as queries from '#server/modules/retention/payroll-queries.ts'
import {
  deletePayrollLeavers,
  deletePayrollLines,
} from '#server/modules/retention/payroll-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, at } = example

export default defineExamples<typeof queries>()('server/modules/retention/payroll-queries.ts', {
  deletePayrollLines: ({ trx }) => deletePayrollLines(trx, workspaceId, at),
  deletePayrollLeavers: ({ trx }) => deletePayrollLeavers(trx, workspaceId, at),
})
