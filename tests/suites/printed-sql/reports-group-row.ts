import { sql } from 'kysely'
import type * as queries from '#server/modules/reports/group-row-queries.ts'
import {
  currentPeople,
  groupActRows,
  groupPurchaseRows,
  groupSpans,
  groupUserRows,
  groupValueRows,
  endOfDay,
} from '#server/modules/reports/group-row-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, id } = example
const days = { from: '2026-06-01', to: '2026-06-15' }
const group = { ids: [id], timezone: 'UTC' }

export default defineExamples<typeof queries>()('server/modules/reports/group-row-queries.ts', {
  endOfDay: ({ trx }) => sql`select ${endOfDay(days.to, group)}`.execute(trx),
  groupSpans: ({ trx }) =>
    sql`with ${groupSpans(workspaceId, group, days)} select from spans`.execute(trx),
  groupUserRows: ({ trx }) =>
    groupUserRows(workspaceId, group, days, {
      snapshotDays: ['2026-06-02', '2026-06-10'],
      source: {
        snapshot: (sign) => (sign === 1 ? sql`s.purchases` : sql`-s.purchases`),
        recognition: sql`0`,
        recognitionWhere: sql`d.given_posts > 0`,
        redemptions: sql`d.purchases::int`,
      },
    }).execute(trx),
  groupValueRows: ({ trx }) => groupValueRows(workspaceId, group, days, false).execute(trx),
  groupActRows: ({ trx }) => groupActRows(workspaceId, group, days).execute(trx),
  groupPurchaseRows: ({ trx }) => groupPurchaseRows(workspaceId, group, days).execute(trx),
  currentPeople: ({ trx }) => currentPeople(workspaceId, group).execute(trx),
})
