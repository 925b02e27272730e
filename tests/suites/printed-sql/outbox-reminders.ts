import type * as queries from '#server/modules/outbox/reminder-queries.ts'
import {
  claimDigestWeek,
  claimPointsLeftPeriod,
  claimReportMonth,
  findDigestFacts,
  insertDigestMails,
  insertPointsLeftMails,
  insertReportMails,
  listDueDigests,
  listDueReports,
} from '#server/modules/outbox/reminder-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const days = { from: '2026-06-08', to: '2026-06-14' }
const recipient = { user_id: example.userId, email: 'ada@example.com', language: 'en' }
const recipients = [[recipient]]
const facts = { thanks: 12, post_ids: [example.id] }

export default defineExamples<typeof queries>()('server/modules/outbox/reminder-queries.ts', {
  listDueDigests: ({ trx }) => listDueDigests(trx, example.at, 500),
  claimDigestWeek: ({ trx }) => claimDigestWeek(trx, example.workspaceId, '2026-06-15'),
  findDigestFacts: ({ trx }) => findDigestFacts(trx, example.workspaceId, days),
  insertDigestMails: {
    rows: recipients,
    run: ({ trx }) =>
      insertDigestMails(trx, example.workspaceId, { ...facts, ...days }, example.at),
  },
  claimPointsLeftPeriod: ({ trx }) => claimPointsLeftPeriod(trx, example.workspaceId, example.at),
  insertPointsLeftMails: {
    rows: recipients,
    run: ({ trx }) =>
      insertPointsLeftMails(
        trx,
        example.workspaceId,
        { start: example.at, end: example.at },
        example.at,
      ),
  },
  listDueReports: ({ trx }) => listDueReports(trx, example.at, 500),
  claimReportMonth: ({ trx }) => claimReportMonth(trx, example.workspaceId, '2026-06-01'),
  insertReportMails: {
    rows: [[{ ...recipient, global_administrator: true }]],
    run: ({ trx }) => insertReportMails(trx, example.workspaceId, days, example.at),
  },
})
