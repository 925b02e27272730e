import type * as queries from '#server/modules/reports/queries.ts'
import {
  findFirstActiveDay,
  findLeaderboardSettings,
  listLeaders,
  sumByDayForUser,
  sumByValue,
  sumByValueAndDay,
  sumByValueForUser,
} from '#server/modules/reports/queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId } = example
const days = { from: '2026-06-01', to: '2026-06-15', all: false }
const source = { workspaceId, days, includePrivate: false }

export default defineExamples<typeof queries>()('server/modules/reports/queries.ts', {
  findLeaderboardSettings: {
    rows: [[{ show_leaderboard: true, leaderboard_mode: 'both' }]],
    run: ({ trx }) => findLeaderboardSettings(trx, workspaceId),
  },
  listLeaders: ({ trx }) => listLeaders(trx, source, 'received', 10, userId),
  sumByValue: ({ trx }) => sumByValue(trx, source),
  sumByValueAndDay: ({ trx }) => sumByValueAndDay(trx, source),
  sumByValueForUser: ({ trx }) => sumByValueForUser(trx, source, userId, 'received', 10),
  sumByDayForUser: ({ trx }) => sumByDayForUser(trx, source, userId),
  findFirstActiveDay: ({ trx }) => findFirstActiveDay(trx, source, userId),
})
