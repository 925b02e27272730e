import type * as queries from '#server/modules/payroll-runs/queries.ts'
import {
  findFirstDay,
  findNewestRun,
  findNextNumber,
  findRun,
  insertLines,
  insertRun,
  listLineRows,
  listRunRows,
  markContributions,
  type NumberedLine,
} from '#server/modules/payroll-runs/queries.ts'
import { runRow } from '#tests/support/payroll.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id, userId } = example
const line: NumberedLine = {
  id,
  position: 1,
  at: example.at,
  user_id: userId,
  purchase_id: id,
  corrects: null,
  employee_number: 'E-1',
  name: 'Ada Lovelace',
  country: 'DE',
  cost_center: '',
  day: '2026-06-15',
  category: 'creative',
  points: 100,
  currency: 'EUR',
  value_minor: 1_000,
  limited_minor: 0,
  taxable_minor: 1_000,
  gross_up_minor: 0,
  borne_by: 'employee',
  tax_rate: null,
  rule_id: null,
  period_start: null,
  has_rule: true,
}

export default defineExamples<typeof queries>()('server/modules/payroll-runs/queries.ts', {
  findFirstDay: ({ trx }) => findFirstDay(trx, workspaceId, 'DE'),
  findNewestRun: ({ trx }) => findNewestRun(trx, workspaceId),
  listRunRows: ({ trx }) => listRunRows(trx, workspaceId, { before: 9, limit: 21 }),
  findRun: ({ trx }) => findRun(trx, workspaceId, id),
  findNextNumber: ({ trx }) => findNextNumber(trx, workspaceId),
  insertRun: ({ trx }) =>
    insertRun(trx, { ...runRow, workspace_id: workspaceId, id, locked_by: userId }),
  insertLines: ({ trx }) => insertLines(trx, workspaceId, id, [line]),
  markContributions: ({ trx }) => markContributions(trx, workspaceId, id),
  listLineRows: ({ trx }) => listLineRows(trx, workspaceId, id, { after: 0, limit: 21 }),
})
