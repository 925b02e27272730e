import type * as queries from '#server/modules/reports/computed-groups-queries.ts'
import {
  claimGroups,
  findStoredGroup,
  findStoredGroups,
  storeGroups,
} from '#server/modules/reports/computed-groups-queries.ts'
import { defineExamples, example } from './define-examples.ts'

const { workspaceId, userId, at } = example
const days = { from: '2026-05-17', to: '2026-06-15', all: false }
const summary = { groups: [], edges: [], more: 0, bridges: [], alone: [], alone_total: 0 }

export default defineExamples<typeof queries>()(
  'server/modules/reports/computed-groups-queries.ts',
  {
    findStoredGroups: ({ trx }) => findStoredGroups(trx, workspaceId, '30d'),
    findStoredGroup: ({ trx }) =>
      findStoredGroup(trx, workspaceId, { range: '30d', userId, limit: 60 }),
    claimGroups: ({ trx }) => claimGroups(trx, workspaceId, { at, ms: 3_600_000 }),
    storeGroups: ({ trx }) =>
      storeGroups(trx, workspaceId, { range: '30d', days, at, summary, rows: '[]' }),
  },
)
