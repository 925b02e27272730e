import type * as queries from '#server/modules/payroll-runs/own-queries.ts'
import {
  clearLineNames,
  hasPayroll,
  keepPayrollLeaver,
  listLinesOf,
  listPurchaseTitles,
} from '#server/modules/payroll-runs/own-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id, userId, at } = example

export default defineExamples<typeof queries>()('server/modules/payroll-runs/own-queries.ts', {
  listLinesOf: ({ trx }) => listLinesOf(trx, workspaceId, userId, 200),
  listPurchaseTitles: ({ trx }) => listPurchaseTitles(trx, workspaceId, [id]),
  hasPayroll: ({ trx }) => hasPayroll(trx, workspaceId),
  clearLineNames: ({ trx }) => clearLineNames(trx, workspaceId, userId),
  keepPayrollLeaver: ({ trx }) => keepPayrollLeaver(trx, workspaceId, userId, at),
})
