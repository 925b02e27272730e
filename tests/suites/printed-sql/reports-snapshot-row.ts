import { sql } from 'kysely'
import type * as queries from '#server/modules/reports/snapshot-row-queries.ts'
import {
  twoRangesUserRows,
  userRows,
  valueRows,
  valueTotalRows,
} from '#server/modules/reports/snapshot-row-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId } = example
const days = { from: '2026-03-02', to: '2026-06-15' }
const snapshotDays = ['2026-03-10', '2026-06-10']

export default defineExamples<typeof queries>()('server/modules/reports/snapshot-row-queries.ts', {
  userRows: ({ trx }) =>
    userRows(workspaceId, days, snapshotDays, {
      snapshot: (sign) => (sign === 1 ? sql`s.received_posts` : sql`-s.received_posts`),
      recognition: sql`d.received_posts`,
      recognitionWhere: sql`d.received_posts > 0`,
    }).execute(trx),
  twoRangesUserRows: ({ trx }) =>
    twoRangesUserRows(
      workspaceId,
      { now: days, before: { from: '2026-01-01', to: '2026-03-01' } },
      ['2026-01-02', '2026-03-04', '2026-06-10'],
    ).execute(trx),
  valueRows: ({ trx }) => valueRows(workspaceId, days, snapshotDays, false).execute(trx),
  valueTotalRows: ({ trx }) => valueTotalRows(workspaceId, days, snapshotDays, false).execute(trx),
})
