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
} from '#server/modules/payroll-runs/queries.ts'
import { runRow } from '#tests/support/payroll.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id, userId } = example

export default defineExamples<typeof queries>()('server/modules/payroll-runs/queries.ts', {
  findFirstDay: ({ trx }) => findFirstDay(trx, workspaceId, 'DE'),
  findNewestRun: ({ trx }) => findNewestRun(trx, workspaceId),
  listRunRows: ({ trx }) => listRunRows(trx, workspaceId, { before: 9, limit: 21 }),
  findRun: ({ trx }) => findRun(trx, workspaceId, id),
  findNextNumber: ({ trx }) => findNextNumber(trx, workspaceId),
  insertRun: ({ trx }) =>
    insertRun(trx, { ...runRow, workspace_id: workspaceId, id, locked_by: userId }),
  insertLines: ({ trx }) => insertLines(trx, workspaceId, id, []),
  markContributions: ({ trx }) => markContributions(trx, workspaceId, id),
  listLineRows: ({ trx }) => listLineRows(trx, workspaceId, id, { after: 0, limit: 21 }),
})
