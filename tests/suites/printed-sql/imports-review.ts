import type * as queries from '#server/modules/imports/review-queries.ts'
import {
  countReviews,
  findLineOfAddress,
  findReferences,
  isBudgetSpent,
  listReviewedLines,
  lockImportLine,
  setLineCells,
  setRowReviews,
} from '#server/modules/imports/review-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id } = example

export default defineExamples<typeof queries>()('server/modules/imports/review-queries.ts', {
  setRowReviews: ({ trx }) =>
    setRowReviews(trx, workspaceId, id, [{ line: 2, review: 'refused', code: 'email_invalid' }]),
  countReviews: ({ trx }) => countReviews(trx, workspaceId, id),
  listReviewedLines: ({ trx }) =>
    listReviewedLines(trx, workspaceId, id, 'problems', { offset: 0, limit: 50 }),
  lockImportLine: ({ trx }) => lockImportLine(trx, workspaceId, id, 2),
  setLineCells: ({ trx }) => setLineCells(trx, workspaceId, id, { line: 2, cells: ['a@b.test'] }),
  findLineOfAddress: ({ trx }) =>
    findLineOfAddress(trx, workspaceId, id, { column: 0, address: 'ada@example.com', line: 2 }),
  findReferences: ({ trx }) =>
    findReferences(trx, workspaceId, id, {
      line: 2,
      manager: 'ada@example.com',
      number: 'e-1',
      emailColumn: 0,
      numberColumn: 1,
    }),
  isBudgetSpent: ({ trx }) => isBudgetSpent(trx, workspaceId, id),
})
